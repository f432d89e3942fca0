package org.lakeingest.api;

/** Opaque to the engine; a sink that understands this source downcasts it (for Kafka: the consumer group metadata). */
public interface Membership {}
