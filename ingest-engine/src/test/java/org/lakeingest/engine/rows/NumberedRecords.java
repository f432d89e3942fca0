package org.lakeingest.engine.rows;

import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Headers;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

/** Records of which nothing but their number and offset matters. */
public record NumberedRecords(int size, long firstOffset) implements RecordBatch {
    @Override
    public SourcePartition partition() {
        return new SourcePartition("orders", "c/t", 3);
    }

    @Override
    public OffsetRange range() {
        return new OffsetRange(firstOffset, firstOffset + size);
    }

    @Override
    public long offset(int index) {
        return firstOffset + index;
    }

    @Override
    public long timestampMillis(int index) {
        return 0;
    }

    @Override
    public boolean timestampsAreLogAppend() {
        return false;
    }

    @Override
    public int leaderEpoch() {
        return -1;
    }

    @Override
    public BytesColumn keys() {
        throw new IllegalStateException("has no keys");
    }

    @Override
    public BytesColumn values() {
        return new Lengths(size);
    }

    /** Value i has i + 1 bytes, and the second is a tombstone. */
    private record Lengths(int size) implements BytesColumn {
        @Override
        public boolean isNull(int index) {
            return index == 1;
        }

        @Override
        public byte[] array(int index) {
            return new byte[size];
        }

        @Override
        public int arrayOffset(int index) {
            return 0;
        }

        @Override
        public int length(int index) {
            return index == 1 ? 0 : index + 1;
        }
    }

    @Override
    public Headers headers(int index) {
        throw new IllegalStateException("has no headers");
    }

    @Override
    public long sizeInBytes() {
        return 0;
    }
}
