package org.lakeingest.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

/**
 * Builds record batches by hand.
 *
 * <pre>{@code
 * RecordBatch batch = RecordBatches.at("orders", 0, 100)
 *         .record("key", "{\"a\":1}").header("trace", "7").timestamp(1_000)
 *         .gap(2)                       // a transaction marker, or compacted records
 *         .tombstone("key")
 *         .build();                     // offsets 100 and 103, range [100, 104)
 * }</pre>
 *
 * <p>Not thread-safe; what {@link #build} returns is immutable.
 */
public final class RecordBatches {
    /** The incarnation of partitions that are given by name and number only. */
    public static final String INCARNATION = "test-cluster/test-topic";

    private final SourcePartition partition;
    private final long start;
    private final List<TestRecord> records = new ArrayList<>();
    private long next;
    private int leaderEpoch = -1;
    private boolean logAppend;

    private RecordBatches(SourcePartition partition, long start) {
        this.partition = partition;
        this.start = start;
        this.next = start;
    }

    /** A batch of this partition, its range beginning at this position. */
    public static RecordBatches at(SourcePartition partition, long start) {
        return new RecordBatches(partition, start);
    }

    public static RecordBatches at(String stream, int number, long start) {
        return at(new SourcePartition(stream, INCARNATION, number), start);
    }

    /** Partition 0 of "test", from offset 0, without keys: for whoever cares about payloads only. */
    public static RecordBatch ofValues(byte[] @Nullable ... values) {
        RecordBatches builder = at("test", 0, 0);
        for (byte[] value : values) {
            builder.record((byte[]) null, value);
        }
        return builder.build();
    }

    /** The same with text, written as UTF-8. */
    public static RecordBatch ofValues(@Nullable String... values) {
        RecordBatches builder = at("test", 0, 0);
        for (String value : values) {
            builder.record((String) null, value);
        }
        return builder.build();
    }

    /** Appends a record at the next offset, its timestamp equal to its offset. */
    public RecordBatches record(byte @Nullable [] key, byte @Nullable [] value) {
        records.add(new TestRecord(next, next, key, value, TestHeaders.NONE));
        next++;
        return this;
    }

    public RecordBatches record(@Nullable String key, @Nullable String value) {
        return record(bytes(key), bytes(value));
    }

    public RecordBatches tombstone(String key) {
        return record(key, null);
    }

    /** Adds a header to the record appended last. */
    public RecordBatches header(String name, byte @Nullable [] value) {
        TestRecord last = last();
        return replaceLast(new TestRecord(
                last.offset(),
                last.timestampMillis(),
                last.key(),
                last.value(),
                last.headers().with(name, value)));
    }

    public RecordBatches header(String name, @Nullable String value) {
        return header(name, bytes(value));
    }

    /** Sets the timestamp of the record appended last. */
    public RecordBatches timestamp(long millis) {
        TestRecord last = last();
        return replaceLast(new TestRecord(last.offset(), millis, last.key(), last.value(), last.headers()));
    }

    /** Leaves this many offsets out; at the end of a batch they lengthen its range. */
    public RecordBatches gap(long offsets) {
        next += offsets;
        return this;
    }

    public RecordBatches leaderEpoch(int epoch) {
        leaderEpoch = epoch;
        return this;
    }

    public RecordBatches timestampsFromLog() {
        logAppend = true;
        return this;
    }

    public RecordBatch build() {
        return new TestRecordBatch(
                partition, new OffsetRange(start, next), List.copyOf(records), leaderEpoch, logAppend);
    }

    private TestRecord last() {
        if (records.isEmpty()) {
            throw new IllegalStateException("append a record first");
        }
        return records.get(records.size() - 1);
    }

    private RecordBatches replaceLast(TestRecord record) {
        records.set(records.size() - 1, record);
        return this;
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(UTF_8);
    }
}
