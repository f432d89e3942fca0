package org.lakeingest.api;

/**
 * A sink that stores the dead letters of a batch together with its rows: a transactional one in the same transaction, any
 * other before it reports the batch as durable. The pipeline has no {@link DeadLetterQueue} then.
 *
 * <p>Whether a sink is one is decided by its factory: it sees the settings of the section {@code dead-letters} in {@link
 * PluginContext#deadLetters()}, and makes its sink a {@code StoresDeadLetters} only if they are its own kind of settings. The
 * factory of that kind is asked for no queue then.
 *
 * <p>A batch may have letters and no rows. A letter must never be the reason for a failure of kind RECORD.
 */
public interface StoresDeadLetters {}
