package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RowBatches;

/** Rows with keys, written and looked at. */
final class KeyedFixture {
    private static final int MOST_TRIES = 5;

    private KeyedFixture() {}

    static SinkFixture sink(TestLake lake, LakeSinkConfig.LoadMode load, String table, String... key) {
        SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(table));
        fixture.load = load;
        fixture.layout = LakeSinkConfig.Layout.COLUMNS;
        fixture.key = List.of(key);
        return fixture;
    }

    /** Nullable columns: names and kinds by turns. */
    static Schema schema(Object... namesAndKinds) {
        List<Schema.Field> fields = new ArrayList<>();
        for (int i = 0; i < namesAndKinds.length; i += 2) {
            ColumnType type = namesAndKinds[i + 1] instanceof ColumnType given
                    ? given
                    : ColumnType.of((ColumnType.Kind) namesAndKinds[i + 1]);
            fields.add(new Schema.Field((String) namesAndKinds[i], type, true));
        }
        return new Schema(fields);
    }

    @SafeVarargs
    static RowBatch rows(Schema schema, int partition, int start, List<@Nullable Object>... values) {
        RowBatches rows = RowBatches.of(schema).at(Batches.partition(partition), start);
        for (List<@Nullable Object> row : values) {
            rows.row(row.toArray());
        }
        return rows.build();
    }

    static List<@Nullable Object> row(@Nullable Object... values) {
        return Arrays.asList(values);
    }

    /** A batch of one record for each row, whatever the rows' schemas. */
    static WriteBatch batch(int partition, int start, RowBatch... rows) {
        int records = 0;
        for (RowBatch each : rows) {
            records = (int) Math.max(records, each.origin().range().end() - start);
        }
        return Batches.of(partition, start, records, rows);
    }

    static RecordingListener write(SinkWriter writer, WriteBatch... batches) {
        RecordingListener listener = new RecordingListener();
        writer.write(List.of(batches), listener);
        return listener.await(batches.length);
    }

    /**
     * Writes, and fails when anything failed. What met a transaction of the lake's own, such as a compaction, is written again as the
     * engine would.
     */
    static void put(SinkWriter writer, WriteBatch... batches) {
        List<WriteBatch> open = List.of(batches);
        for (int tries = 1; !open.isEmpty(); tries++) {
            List<WriteBatch> again = new ArrayList<>();
            RecordingListener listener = write(writer, open.toArray(WriteBatch[]::new));
            for (WriteBatch batch : open) {
                if (!listener.isDurable(batch)) {
                    IngestException reason = listener.failure(batch);
                    if (reason.code() != LakeErrorCode.LAKE_CONFLICT || tries == MOST_TRIES) {
                        throw new AssertionError("not written: " + batch.range(), reason);
                    }
                    again.add(batch);
                }
            }
            open = again;
        }
    }

    /** Rows as text in order, their cells joined by bars; the lake does not sort by every kind. */
    static List<String> table(TestLake lake, String name, String columns) {
        List<String> rows = new ArrayList<>();
        for (List<@Nullable String> row : lake.rows("SELECT " + columns + " FROM " + lake.sql(name))) {
            rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
        }
        Collections.sort(rows);
        return rows;
    }
}
