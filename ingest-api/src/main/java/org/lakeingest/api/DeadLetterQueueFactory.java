package org.lakeingest.api;

/** A {@link ComponentFactory} for a {@link DeadLetterQueue}. */
public interface DeadLetterQueueFactory<C extends Record> extends ComponentFactory<DeadLetterQueue, C> {}
