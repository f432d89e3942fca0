package org.lakeingest.lake.encode;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.engine.rows.ColumnarCollector;
import org.lakeingest.engine.rows.ColumnarRowBatch;
import org.lakeingest.testkit.RecordBatches;

/** Records written down by hand, and the rows that the engine makes of them. */
final class TestRecords {
    static final Schema DOCUMENT = new Schema(List.of(Columns.nullable("document", Kind.VARIANT)));

    private final RecordBatches records;
    private long next;

    /** One header; names may repeat. */
    static final class Header {
        final String name;
        final byte @Nullable [] value;

        Header(String name, byte @Nullable [] value) {
            this.name = name;
            this.value = value;
        }
    }

    /** Fills one row. */
    interface RowWriter {
        void write(RowAppender row, int index);
    }

    TestRecords(String topic, int number) {
        records = RecordBatches.at(topic, number, 0);
    }

    TestRecords add(long offset, long timestamp, byte @Nullable [] key, byte @Nullable [] value, Header... headers) {
        records.gap(offset - next).record(key, value).timestamp(timestamp);
        for (Header header : headers) {
            records.header(header.name, header.value);
        }
        next = offset + 1;
        return this;
    }

    /** The next offset, some time, no key. */
    TestRecords add(@Nullable String value) {
        return add(next, 1_796_026_864_123L, null, value == null ? null : utf8(value));
    }

    RecordBatch build() {
        return records.build();
    }

    /** Rows as the decoder in document mode makes them. */
    ColumnarRowBatch documents() {
        RecordBatch batch = build();
        return rows(batch, DOCUMENT, (row, index) -> {
            if (!batch.values().isNull(index) && batch.values().length(index) > 0) {
                row.setBytes(
                        0,
                        batch.values().array(index),
                        batch.values().arrayOffset(index),
                        batch.values().length(index));
            }
        });
    }

    /** One row for each record. */
    ColumnarRowBatch rows(Schema schema, RowWriter writer) {
        return rows(build(), schema, writer);
    }

    private static ColumnarRowBatch rows(RecordBatch batch, Schema schema, RowWriter writer) {
        ColumnarCollector collector = new ColumnarCollector((origin, index, reason) -> {
            throw reason;
        });
        collector.begin(batch);
        RowAppender appender = collector.appender(Target.DEFAULT, schema);
        for (int i = 0; i < batch.size(); i++) {
            appender.beginRow(i);
            writer.write(appender, i);
            appender.endRow();
        }
        return collector.finish().get(0);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
