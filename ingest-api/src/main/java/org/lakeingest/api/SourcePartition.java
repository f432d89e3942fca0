package org.lakeingest.api;

/**
 * An ordered log within a source: for Kafka, a topic and a partition number. The incarnation tells a stream from an earlier
 * one of the same name: for Kafka, cluster id and topic id.
 */
public record SourcePartition(String stream, String incarnation, int number) {}
