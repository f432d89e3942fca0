package org.lakeingest.api;

/** Told the outcome of each batch exactly once, on any thread. A batch may be read until then, and not after. */
public interface WriteListener {
    /** Every row is durable and visible. */
    void onDurable(WriteBatch batch);

    /** RECORD is reported only for a batch that failed alone; it may {@linkplain IngestException#atRecord name the record}. */
    void onFailed(WriteBatch batch, IngestException reason);
}
