package org.lakeingest.api;

/**
 * A place that rows go to. One per pipeline; every worker writes through a {@link SinkWriter} of its own.
 *
 * <p>A sink neither retries nor commits positions of the source; it classifies failures and the engine does the rest.
 */
public interface Sink extends AutoCloseable {
    /**
     * Called once before any write: checks credentials, creates or verifies the target.
     *
     * @throws IngestException of kind CONFIGURATION when the pipeline cannot work as configured
     */
    void open();

    SinkWriter openWriter(WriterContext context);

    /** Cancels what is in flight; every open batch gets its outcome. Idempotent; does not throw. */
    @Override
    void close();
}
