package org.lakeingest.api;

import java.util.List;

/** Writes for one worker. Thread-safe: the worker's lanes call {@link #write} concurrently. */
public interface SinkWriter extends AutoCloseable {
    /**
     * Starts writing and returns without waiting for the network. Batches handed over together closed together; the sink
     * packs them as it likes. The batches of a partition are given in order and must be applied in order; once one fails,
     * the later open ones of that partition fail unapplied.
     */
    void write(List<WriteBatch> batches, WriteListener listener);

    @Override
    void close();
}
