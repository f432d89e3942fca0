package org.lakeingest.api;

import java.util.Set;

/**
 * A {@link ComponentFactory} for a {@link DeadLetterQueue}. Not asked for one when the pipeline's sink {@linkplain
 * StoresDeadLetters stores dead letters} under these settings; a factory whose letters no sink but its own can keep throws an
 * {@link IngestException} of kind CONFIGURATION that says so.
 */
public interface DeadLetterQueueFactory<C extends Record> extends ComponentFactory<DeadLetterQueue, C> {
    /**
     * Names of options that, where they are not given, are those of the pipeline's source or sink if it has the same type name as
     * the queue: how to reach a cluster need not be written twice. Settings that are passed through under such a name are joined.
     */
    default Set<String> inheritedOptions() {
        return Set.of();
    }
}
