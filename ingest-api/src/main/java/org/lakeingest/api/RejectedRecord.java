package org.lakeingest.api;

/**
 * A record as it was read, and why it was given up. A view: the record stays where its batch keeps it, key, value, headers
 * and timestamp included, and may be read until its fate is durable.
 *
 * @param origin the batch that the record was read in
 * @param index of the record in that batch
 * @param stage where it was given up
 * @param attempt how often that stage has tried the record: 1, and more where the sink refused batches that held it
 * @param reason of kind RECORD; its cause, where it has one, may hold the sink's own words with values of the record in them:
 *     for whoever keeps the letter, never for a log
 */
public record RejectedRecord(RecordBatch origin, int index, RejectStage stage, int attempt, IngestException reason) {
    public SourcePartition partition() {
        return origin.partition();
    }

    public long offset() {
        return origin.offset(index);
    }
}
