package org.lakeingest.kafka;

import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Headers;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

/** A view over the client's list of one partition; makes no object per record, except for headers where there are any. */
final class KafkaRecordBatch implements RecordBatch {
    /** What the client's objects around a record weigh: the record, its headers, two arrays. */
    private static final int OVERHEAD = 136;

    private static final Headers NO_HEADERS = new ClientHeaders(new Header[0]);

    private final SourcePartition partition;
    private final OffsetRange range;
    private final List<ConsumerRecord<byte[], byte[]>> records;
    private final int leaderEpoch;
    private final long sizeInBytes;

    /** @param leaderEpoch of the last record, or of what was read instead of one; -1 when unknown */
    KafkaRecordBatch(
            SourcePartition partition,
            OffsetRange range,
            List<ConsumerRecord<byte[], byte[]>> records,
            int leaderEpoch) {
        this.partition = partition;
        this.range = range;
        this.records = records;
        this.leaderEpoch = leaderEpoch;
        this.sizeInBytes = size(records);
    }

    private static long size(List<ConsumerRecord<byte[], byte[]>> records) {
        long bytes = 0;
        int count = records.size();
        for (int i = 0; i < count; i++) {
            ConsumerRecord<byte[], byte[]> record = records.get(i);
            // Minus one stands for null.
            bytes += Math.max(0, record.serializedKeySize()) + Math.max(0, record.serializedValueSize());
        }
        return bytes + (long) OVERHEAD * count;
    }

    @Override
    public SourcePartition partition() {
        return partition;
    }

    @Override
    public OffsetRange range() {
        return range;
    }

    @Override
    public int size() {
        return records.size();
    }

    @Override
    public long offset(int index) {
        return records.get(index).offset();
    }

    @Override
    public long timestampMillis(int index) {
        return records.get(index).timestamp();
    }

    @Override
    public boolean timestampsAreLogAppend() {
        return !records.isEmpty() && records.get(0).timestampType() == TimestampType.LOG_APPEND_TIME;
    }

    @Override
    public int leaderEpoch() {
        return leaderEpoch;
    }

    @Override
    public BytesColumn keys() {
        return new Keys(records);
    }

    @Override
    public BytesColumn values() {
        return new Values(records);
    }

    @Override
    public Headers headers(int index) {
        Header[] headers = records.get(index).headers().toArray();
        return headers.length == 0 ? NO_HEADERS : new ClientHeaders(headers);
    }

    @Override
    public long sizeInBytes() {
        return sizeInBytes;
    }

    @Override
    public String toString() {
        return partition.stream() + "[" + partition.number() + "] [" + range.start() + ", " + range.end() + ")";
    }

    private record Keys(List<ConsumerRecord<byte[], byte[]>> records) implements BytesColumn {
        @Override
        public int size() {
            return records.size();
        }

        @Override
        public boolean isNull(int index) {
            return key(index) == null;
        }

        @Override
        public byte[] array(int index) {
            return requireValue(key(index), index);
        }

        @Override
        public int arrayOffset(int index) {
            return 0;
        }

        @Override
        public int length(int index) {
            return requireValue(key(index), index).length;
        }

        private byte @Nullable [] key(int index) {
            return records.get(index).key();
        }
    }

    private record Values(List<ConsumerRecord<byte[], byte[]>> records) implements BytesColumn {
        @Override
        public int size() {
            return records.size();
        }

        @Override
        public boolean isNull(int index) {
            return value(index) == null;
        }

        @Override
        public byte[] array(int index) {
            return requireValue(value(index), index);
        }

        @Override
        public int arrayOffset(int index) {
            return 0;
        }

        @Override
        public int length(int index) {
            return requireValue(value(index), index).length;
        }

        private byte @Nullable [] value(int index) {
            return records.get(index).value();
        }
    }

    private static byte[] requireValue(byte @Nullable [] bytes, int index) {
        if (bytes == null) {
            throw new IllegalStateException("Null at " + index + ": ask isNull first");
        }
        return bytes;
    }

    private static final class ClientHeaders implements Headers {
        private final Header[] headers;

        ClientHeaders(Header[] headers) {
            this.headers = headers;
        }

        @Override
        public int size() {
            return headers.length;
        }

        @Override
        public String name(int index) {
            return headers[index].key();
        }

        @Override
        public byte @Nullable [] value(int index) {
            return headers[index].value();
        }

        @Override
        public byte @Nullable [] last(String name) {
            for (int i = headers.length - 1; i >= 0; i--) {
                if (headers[i].key().equals(name)) {
                    return headers[i].value();
                }
            }
            return null;
        }
    }
}
