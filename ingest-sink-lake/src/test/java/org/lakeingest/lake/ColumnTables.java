package org.lakeingest.lake;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RowBatches;

/** One sink with typed columns, written to row by row; each row is at the next offset. Not thread-safe. */
final class ColumnTables implements AutoCloseable {
    final SinkFixture fixture;
    private final TestLake lake;
    private final String name;
    private @Nullable SinkWriter writer;
    private int offset;

    ColumnTables(TestLake lake, String name, Evolve evolve) {
        this.lake = lake;
        this.name = name;
        this.fixture = new SinkFixture(lake.dsn(), lake.table(name));
        fixture.layout = LakeSinkConfig.Layout.COLUMNS;
        fixture.evolve = evolve;
    }

    static Schema.Field field(String name, ColumnType type) {
        return new Schema.Field(name, type, true);
    }

    static Schema.Field field(String name, Kind kind) {
        return field(name, ColumnType.of(kind));
    }

    static Schema schema(Schema.Field... fields) {
        return new Schema(List.of(fields));
    }

    /** A batch of one row at the next offset. */
    WriteBatch batch(Schema schema, @Nullable Object... values) {
        int at = offset++;
        return Batches.of(
                0,
                at,
                1,
                RowBatches.of(schema).at(Batches.partition(0), at).row(values).build());
    }

    /** Writes one row and waits for it; fails as the batch fails. */
    void write(Schema schema, @Nullable Object... values) {
        IngestException failure = attempt(batch(schema, values));
        if (failure != null) {
            throw failure;
        }
    }

    /** Why the batch failed, null when it did not. */
    @Nullable
    IngestException attempt(WriteBatch batch) {
        SinkWriter open = writer;
        if (open == null) {
            open = fixture.writer();
            writer = open;
        }
        RecordingListener listener = new RecordingListener();
        open.write(List.of(batch), listener);
        listener.await(1);
        return listener.isDurable(batch) ? null : listener.failure(batch);
    }

    List<List<@Nullable String>> select(String columns) {
        return lake.rows("SELECT " + columns + " FROM " + lake.sql(name));
    }

    String value(String column) {
        return lake.value("SELECT " + column + " FROM " + lake.sql(name));
    }

    /** The type of a column as DESC shows it. */
    String type(String column) {
        for (List<@Nullable String> row : lake.rows("DESC " + lake.sql(name))) {
            if (column.equals(row.get(0))) {
                return String.valueOf(row.get(1));
            }
        }
        return "absent";
    }

    void sql(String statement) {
        lake.rows(statement.replace("TABLE", "TABLE " + lake.sql(name)));
    }

    @Override
    public void close() {
        fixture.close();
    }
}
