package org.lakeingest.api;

import java.util.List;

/** One partition's contiguous range, whole: what becomes durable, or fails, as one. Immutable; passed again on a retry. */
public interface WriteBatch {
    /**
     * Derived from pipeline, partition and range; equal on every attempt, fit for a file name or a deduplication label. A batch
     * of which a refused record was taken out has another id than the one that held it.
     */
    String id();

    SourcePartition partition();

    OffsetRange range();

    /** Of the {@link Claim} it was read under; 0 without one. */
    long claimEpoch();

    /** May be empty: a range that yielded no rows still moves the position. */
    List<RowBatch> rows();

    /** Ascending by offset; empty unless the sink {@linkplain StoresDeadLetters stores dead letters}. */
    List<RejectedRecord> rejected();

    long rowCount();

    long sizeInBytes();
}
