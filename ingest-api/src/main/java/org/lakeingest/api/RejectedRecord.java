package org.lakeingest.api;

/**
 * A record as it was read, and why it was given up. A view: the record stays where its batch keeps it, key, value, headers
 * and timestamp included, and may be read until its fate is durable.
 *
 * @param origin the batch that the record was read in
 * @param index of the record in that batch
 * @param reason of kind RECORD
 */
public record RejectedRecord(RecordBatch origin, int index, IngestException reason) {
    public SourcePartition partition() {
        return origin.partition();
    }

    public long offset() {
        return origin.offset(index);
    }
}
