package org.lakeingest.api;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Keeps rejected records, whole, so that each can be looked at and sent again. One per pipeline, shared by its workers.
 *
 * <p>Life: {@link #open} once, after the sink was opened and before anything is read; any number of {@link #send}s; {@link
 * #close} once, after the last lane has ended and before the sink is closed. {@code open} and {@code close} are called on the
 * pipeline's control thread, {@code send} on the lanes' threads, at the same time and before earlier ones have completed:
 * implementations are thread-safe.
 *
 * <p>No position moves past a record before its letter is durable. A letter may come again, after a failure or a restart, as
 * a record does under at least once: whoever reads letters knows them by topic, partition and offset.
 *
 * <p>A pipeline whose sink {@linkplain StoresDeadLetters stores dead letters} itself has no queue.
 */
public interface DeadLetterQueue extends AutoCloseable {
    /**
     * Checks credentials, creates or verifies the place where letters go. Called again after it failed with kind TRANSIENT,
     * until the start timeout.
     *
     * @throws IngestException of kind CONFIGURATION when the queue cannot work as configured
     */
    void open();

    /**
     * Starts sending and returns without waiting for the network. The records may be read until the stage completes.
     *
     * @param letters at least one; of one or more partitions, those of a partition ascending by offset
     * @return completes, on any thread, when every letter is durable; exceptionally with an {@link IngestException} when one
     *     is not or may not be. Kinds that {@linkplain ErrorKind#isRetried() are retried} have all of them sent again, with
     *     back-off, and their partitions wait; any other kind, RECORD included, stops the pipeline
     */
    CompletionStage<Void> send(List<RejectedRecord> letters);

    /** Completes whatever is open, one way or the other, and frees resources. Idempotent; does not throw. */
    @Override
    void close();
}
