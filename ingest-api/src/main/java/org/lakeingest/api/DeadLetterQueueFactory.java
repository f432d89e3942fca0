package org.lakeingest.api;

/**
 * A {@link ComponentFactory} for a {@link DeadLetterQueue}. Not asked for one when the pipeline's sink {@linkplain
 * StoresDeadLetters stores dead letters} under these settings; a factory whose letters no sink but its own can keep throws an
 * {@link IngestException} of kind CONFIGURATION that says so.
 */
public interface DeadLetterQueueFactory<C extends Record> extends ComponentFactory<DeadLetterQueue, C> {}
