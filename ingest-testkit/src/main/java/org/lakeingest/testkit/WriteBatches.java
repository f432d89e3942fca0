package org.lakeingest.testkit;

import java.util.List;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/** Builds write batches by hand, with the identity the engine would derive: from pipeline, partition and range. */
public final class WriteBatches {
    private WriteBatches() {}

    /** One that covers the whole range its rows were read in. */
    public static WriteBatch of(RowBatch rows) {
        return of(rows.origin().partition(), rows.origin().range(), List.of(rows));
    }

    /** One that yielded no rows; it still moves the position. */
    public static WriteBatch empty(SourcePartition partition, OffsetRange range) {
        return of(partition, range, List.of());
    }

    public static WriteBatch of(SourcePartition partition, OffsetRange range, List<? extends RowBatch> rows) {
        String id = "test-pipeline-" + partition.stream() + "-" + partition.number() + "-" + range.start() + "-"
                + range.end();
        return new TestWriteBatch(id, partition, range, List.copyOf(rows), 0, List.of());
    }

    /** The same batch as if it had been read under this claim. */
    public static WriteBatch under(long claimEpoch, WriteBatch batch) {
        return new TestWriteBatch(
                batch.id(), batch.partition(), batch.range(), batch.rows(), claimEpoch, batch.rejected());
    }

    /** The same batch with dead letters, for a sink that stores them. */
    public static WriteBatch rejecting(List<RejectedRecord> letters, WriteBatch batch) {
        return new TestWriteBatch(
                batch.id(), batch.partition(), batch.range(), batch.rows(), batch.claimEpoch(), List.copyOf(letters));
    }

    private record TestWriteBatch(
            String id,
            SourcePartition partition,
            OffsetRange range,
            List<RowBatch> rows,
            long claimEpoch,
            List<RejectedRecord> rejected)
            implements WriteBatch {
        @Override
        public long rowCount() {
            return rows.stream().mapToLong(RowBatch::rowCount).sum();
        }

        @Override
        public long sizeInBytes() {
            return rows.stream().mapToLong(RowBatch::sizeInBytes).sum();
        }

        /** Identity: two attempts pass the same object, two batches with equal content are not one. */
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }

        @Override
        public String toString() {
            return "batch " + id;
        }
    }
}
