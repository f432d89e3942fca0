package org.lakeingest.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Headers;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

final class TestRecordBatch implements RecordBatch {
    private final SourcePartition partition;
    private final OffsetRange range;
    private final List<TestRecord> records;
    private final int leaderEpoch;
    private final boolean logAppend;
    private final BytesColumn keys;
    private final BytesColumn values;
    private final long sizeInBytes;

    TestRecordBatch(
            SourcePartition partition,
            OffsetRange range,
            List<TestRecord> records,
            int leaderEpoch,
            boolean logAppend) {
        this.partition = partition;
        this.range = range;
        this.records = records;
        this.leaderEpoch = leaderEpoch;
        this.logAppend = logAppend;
        List<byte @Nullable []> allKeys = new ArrayList<>();
        List<byte @Nullable []> allValues = new ArrayList<>();
        long size = 0;
        for (TestRecord record : records) {
            allKeys.add(record.key());
            allValues.add(record.value());
            size += length(record.key()) + length(record.value());
        }
        this.keys = new TestBytes(allKeys);
        this.values = new TestBytes(allValues);
        this.sizeInBytes = size;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
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
        return records.get(index).timestampMillis();
    }

    @Override
    public boolean timestampsAreLogAppend() {
        return logAppend;
    }

    @Override
    public int leaderEpoch() {
        return leaderEpoch;
    }

    @Override
    public BytesColumn keys() {
        return keys;
    }

    @Override
    public BytesColumn values() {
        return values;
    }

    @Override
    public Headers headers(int index) {
        return records.get(index).headers();
    }

    @Override
    public long sizeInBytes() {
        return sizeInBytes;
    }

    @Override
    public String toString() {
        return "records " + range + " of " + partition;
    }
}
