package org.lakeingest.app.mock;

import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Headers;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

/**
 * Copies of one message under ascending offsets; they share its bytes. Immutable.
 *
 * @param start offset of the first
 */
record MockBatch(MockMessage message, SourcePartition partition, long start, int size) implements RecordBatch {
    private static final int OVERHEAD = 64;
    private static final Headers NO_HEADERS = new NoHeaders();

    @Override
    public OffsetRange range() {
        return new OffsetRange(start, start + size);
    }

    @Override
    public long offset(int index) {
        return start + index;
    }

    @Override
    public long timestampMillis(int index) {
        return message.millis();
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
        return new Repeated(message.key(), size);
    }

    @Override
    public BytesColumn values() {
        return new Repeated(message.data(), size);
    }

    @Override
    public Headers headers(int index) {
        return NO_HEADERS;
    }

    @Override
    public long sizeInBytes() {
        return (long) size * (message.data().length + message.key().length + OVERHEAD);
    }

    @SuppressWarnings("ArrayRecordComponent") // a view
    private record Repeated(byte[] bytes, int size) implements BytesColumn {
        @Override
        public boolean isNull(int index) {
            return false;
        }

        @Override
        public byte[] array(int index) {
            return bytes;
        }

        @Override
        public int arrayOffset(int index) {
            return 0;
        }

        @Override
        public int length(int index) {
            return bytes.length;
        }
    }

    private static final class NoHeaders implements Headers {
        @Override
        public int size() {
            return 0;
        }

        @Override
        public String name(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public byte[] value(int index) {
            throw new IndexOutOfBoundsException(index);
        }

        @Override
        public byte @Nullable [] last(String name) {
            return null;
        }
    }
}
