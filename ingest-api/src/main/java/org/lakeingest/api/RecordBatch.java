package org.lakeingest.api;

/** Encoded records of one partition, a view over what the client fetched. Immutable. */
public interface RecordBatch {
    SourcePartition partition();

    OffsetRange range();

    int size();

    /** Strictly ascending in the index. */
    long offset(int index);

    /** Since the epoch; -1 when the record carries no timestamp. */
    long timestampMillis(int index);

    /** Whether timestamps were set by the log rather than by the producer. */
    boolean timestampsAreLogAppend();

    /** Of the last record; -1 when unknown. */
    int leaderEpoch();

    BytesColumn keys();

    /** A null value is a tombstone. */
    BytesColumn values();

    Headers headers(int index);

    /** What these records keep in memory, the objects around them included; back-pressure counts it. */
    long sizeInBytes();
}
