package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ColumnTables.field;
import static org.lakeingest.lake.ColumnTables.schema;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;

/** One pass into two tables. */
class LakeRawAndColumnsTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final Schema SMALL = schema(field("n", Kind.INT64));
    private static final Schema LARGE = schema(field("n", Kind.INT64), field("s", Kind.STRING));

    private static WriteBatch batch() {
        RecordBatch records = RecordBatches.at(Batches.partition(0), 10)
                .record("a", "{\"n\":[1,2]}")
                .record("b", "{\"n\":[]}")
                .record("c", "{\"n\":[3],\"s\":\"x\"}")
                .build();
        return Batches.of(
                0,
                10,
                3,
                RowBatches.of(SMALL).origin(records).rowFrom(0, 1).rowFrom(0, 2).build(),
                RowBatches.of(LARGE)
                        .origin(records)
                        .rowFrom(0, 9, "y")
                        .rowFrom(2, 3, "x")
                        .build());
    }

    @ParameterizedTest
    @EnumSource(value = LakeSinkConfig.LoadMode.class, mode = EnumSource.Mode.EXCLUDE, names = "MERGE")
    void everyRecordThatGaveRowsIsOneRawRow(LakeSinkConfig.LoadMode load) {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("typed_" + load))) {
            fixture.layout = LakeSinkConfig.Layout.RAW_AND_COLUMNS;
            fixture.rawTable = lake.table("raw_" + load);
            fixture.load = load;
            fixture.evolve = Evolve.ADD_COLUMNS;
            fixture.key = load == LakeSinkConfig.LoadMode.REPLACE ? List.of("n") : List.of();
            WriteBatch batch = batch();
            RecordingListener listener = new RecordingListener();

            fixture.writer().write(List.of(batch), listener);

            assertThat(listener.await(1).isDurable(batch)).as("%s", load).isTrue();
            assertThat(lake.rows("SELECT n, s FROM " + lake.sql("typed_" + load)))
                    .containsExactlyInAnyOrder(
                            Arrays.<@Nullable String>asList("1", null),
                            Arrays.<@Nullable String>asList("2", null),
                            List.of("9", "y"),
                            List.of("3", "x"));
            assertThat(lake.rows("SELECT koffset, raw_data FROM " + lake.sql("raw_" + load) + " ORDER BY koffset"))
                    .extracting(row -> row.get(0))
                    .containsExactly("10", "12");
            assertThat(lake.value("SELECT raw_data FROM " + lake.sql("raw_" + load) + " WHERE koffset = 10"))
                    .isEqualTo("{\"n\":[1,2]}");
        }
    }
}
