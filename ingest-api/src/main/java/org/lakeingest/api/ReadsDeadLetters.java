package org.lakeingest.api;

/**
 * A {@link DeadLetterQueueFactory} whose queues can be read again.
 *
 * @param <C> its configuration
 */
public interface ReadsDeadLetters<C extends Record> {
    /** Cheap and free of I/O, as a factory is. */
    DeadLetterReader reader(C config, PluginContext context);
}
