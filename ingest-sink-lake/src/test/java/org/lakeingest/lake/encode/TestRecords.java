package org.lakeingest.lake.encode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Headers;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.engine.rows.ColumnarCollector;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/** Records written down by hand, and the rows that the engine makes of them. */
final class TestRecords implements RecordBatch {
    static final Schema DOCUMENT = new Schema(List.of(Columns.nullable("document", Kind.VARIANT)));

    private final SourcePartition partition;
    private final List<Entry> entries = new ArrayList<>();

    /** One header; names may repeat. */
    static final class Header {
        final String name;
        final byte @Nullable [] value;

        Header(String name, byte @Nullable [] value) {
            this.name = name;
            this.value = value;
        }
    }

    private static final class Entry {
        final long offset;
        final long timestamp;
        final byte @Nullable [] key;
        final byte @Nullable [] value;
        final List<Header> headers;

        Entry(long offset, long timestamp, byte @Nullable [] key, byte @Nullable [] value, List<Header> headers) {
            this.offset = offset;
            this.timestamp = timestamp;
            this.key = key;
            this.value = value;
            this.headers = headers;
        }
    }

    /** Fills one row. */
    interface RowWriter {
        void write(RowAppender row, int index);
    }

    TestRecords(String topic, int number) {
        this(new SourcePartition(topic, "cluster/" + topic, number));
    }

    TestRecords(SourcePartition partition) {
        this.partition = partition;
    }

    TestRecords add(long offset, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header... headers) {
        entries.add(new Entry(offset, timestamp, key, value, List.of(headers)));
        return this;
    }

    /** The next offset, some time, no key. */
    TestRecords add(@Nullable String value) {
        return add(entries.size(), 1_796_026_864_123L, null, value == null ? null : utf8(value));
    }

    /** Rows as the decoder in document mode makes them. */
    ColumnarRowBatch documents() {
        return rows(DOCUMENT, (row, index) -> {
            byte[] value = entries.get(index).value;
            if (value != null && value.length > 0) {
                row.setBytes(0, value, 0, value.length);
            }
        });
    }

    /** One row for each record. */
    ColumnarRowBatch rows(Schema schema, RowWriter writer) {
        ColumnarCollector collector = new ColumnarCollector((origin, index, reason) -> {
            throw reason;
        });
        collector.begin(this);
        RowAppender appender = collector.appender(Target.DEFAULT, schema);
        for (int i = 0; i < entries.size(); i++) {
            appender.beginRow(i);
            writer.write(appender, i);
            appender.endRow();
        }
        return collector.finish().get(0);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public SourcePartition partition() {
        return partition;
    }

    @Override
    public OffsetRange range() {
        return new OffsetRange(entries.get(0).offset, entries.get(entries.size() - 1).offset + 1);
    }

    @Override
    public int size() {
        return entries.size();
    }

    @Override
    public long offset(int index) {
        return entries.get(index).offset;
    }

    @Override
    public long timestampMillis(int index) {
        return entries.get(index).timestamp;
    }

    @Override
    public boolean timestampsAreLogAppend() {
        return false;
    }

    @Override
    public int leaderEpoch() {
        return 0;
    }

    @Override
    public BytesColumn keys() {
        return new Bytes(true);
    }

    @Override
    public BytesColumn values() {
        return new Bytes(false);
    }

    @Override
    public Headers headers(int index) {
        return new HeaderList(entries.get(index).headers);
    }

    @Override
    public long sizeInBytes() {
        return 100L * entries.size();
    }

    private final class Bytes implements BytesColumn {
        private final boolean ofKeys;

        Bytes(boolean ofKeys) {
            this.ofKeys = ofKeys;
        }

        private byte @Nullable [] bytes(int index) {
            return ofKeys ? entries.get(index).key : entries.get(index).value;
        }

        @Override
        public int size() {
            return entries.size();
        }

        @Override
        public boolean isNull(int index) {
            return bytes(index) == null;
        }

        @Override
        public byte[] array(int index) {
            byte[] bytes = bytes(index);
            return bytes == null ? new byte[0] : bytes;
        }

        @Override
        public int arrayOffset(int index) {
            return 0;
        }

        @Override
        public int length(int index) {
            return array(index).length;
        }
    }

    private record HeaderList(List<Header> entries) implements Headers {
        @Override
        public int size() {
            return entries.size();
        }

        @Override
        public String name(int index) {
            return entries.get(index).name;
        }

        @Override
        public byte @Nullable [] value(int index) {
            return entries.get(index).value;
        }

        @Override
        public byte @Nullable [] last(String name) {
            byte[] last = null;
            for (Header header : entries) {
                if (header.name.equals(name)) {
                    last = header.value;
                }
            }
            return last;
        }
    }
}
