package org.lakeingest.api;

/** Told the outcome of each batch exactly once, on any thread. A batch may be read until then, and not after. */
public interface WriteListener {
    /** Every row is durable and visible. */
    void onDurable(WriteBatch batch);

    /** RECORD is reported only for a batch that failed alone. */
    void onFailed(WriteBatch batch, IngestException reason);

    /**
     * The same for a sink that knows which record it is, which spares the search for it.
     *
     * @param offset of a record that the batch has rows of; as a rule the first bad one
     * @param reason of kind RECORD
     */
    default void onRefused(WriteBatch batch, long offset, IngestException reason) {
        onFailed(batch, reason);
    }
}
