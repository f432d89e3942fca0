package org.lakeingest.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.engine.rows.ColumnarCollector;

/**
 * Builds row batches from Java values, the same that {@link RowValues} reads; whole numbers may be given as Integer, binary
 * values as byte[].
 *
 * <pre>{@code
 * RowBatch batch = RowBatches.of(schema).row(1, "a").row(2, null).build();
 * }</pre>
 *
 * <p>Without an origin each row gets a record of its own, offsets counting from 0, key {@code key-<n>}, an empty value. Not
 * thread-safe.
 */
public final class RowBatches {
    private record Row(int originIndex, List<@Nullable Object> values) {}

    private final Schema schema;
    private final List<Row> rows = new ArrayList<>();
    private Target target = Target.DEFAULT;
    private SourcePartition partition = new SourcePartition("test", RecordBatches.INCARNATION, 0);
    private long firstOffset;
    private @Nullable RecordBatch origin;

    private RowBatches(Schema schema) {
        this.schema = schema;
    }

    public static RowBatches of(Schema schema) {
        return new RowBatches(schema);
    }

    public RowBatches target(Target newTarget) {
        target = newTarget;
        return this;
    }

    /** Where the records made up for the rows belong. */
    public RowBatches at(SourcePartition newPartition, long newFirstOffset) {
        partition = newPartition;
        firstOffset = newFirstOffset;
        return this;
    }

    /** Takes these records as origin instead of made-up ones; the rows come from them one after the other, or as {@link #rowFrom} says. */
    public RowBatches origin(RecordBatch records) {
        origin = records;
        return this;
    }

    /** A row that comes from the record after the one of the row before. */
    public RowBatches row(@Nullable Object... values) {
        return rowFrom(nextOrigin(), values);
    }

    public RowBatches rowFrom(int originIndex, @Nullable Object... values) {
        rows.add(new Row(originIndex, Collections.unmodifiableList(Arrays.asList(values.clone()))));
        return this;
    }

    private int nextOrigin() {
        return rows.isEmpty() ? 0 : rows.get(rows.size() - 1).originIndex() + 1;
    }

    /**
     * The batch, with at least one row.
     *
     * @throws IllegalStateException when no row was given
     */
    public RowBatch build() {
        if (rows.isEmpty()) {
            throw new IllegalStateException("a row batch has at least one row");
        }
        ColumnarCollector collector = new ColumnarCollector((records, index, reason) -> {
            throw new IllegalStateException("nothing is rejected here");
        });
        collector.begin(origin == null ? madeUpRecords() : origin);
        RowAppender appender = collector.appender(target, schema);
        for (Row row : rows) {
            appender.beginRow(row.originIndex());
            RowWriter.write(appender, schema.fields(), row.values());
            appender.endRow();
        }
        return collector.finish().get(0);
    }

    private RecordBatch madeUpRecords() {
        RecordBatches records = RecordBatches.at(partition, firstOffset);
        for (int i = 0; i < nextOrigin(); i++) {
            records.record("key-" + i, "");
        }
        return records.build();
    }
}
