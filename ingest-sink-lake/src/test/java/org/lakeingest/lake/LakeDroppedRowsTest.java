package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.lakeingest.lake.ColumnTables.field;
import static org.lakeingest.lake.ColumnTables.schema;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.testkit.RowBatches;

/** {@code copy-on-error: continue}: what the lake leaves out is counted, and nothing else is ever missing. */
class LakeDroppedRowsTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final Schema DAYS = schema(field("n", Kind.INT64), field("day", Kind.STRING));

    private static SinkFixture going(String table) {
        SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(table));
        fixture.layout = LakeSinkConfig.Layout.COLUMNS;
        fixture.format = FileFormat.NDJSON;
        fixture.copyOnError = LakeSinkConfig.CopyOnError.CONTINUE;
        return fixture;
    }

    private static WriteBatch days(int offset, String... days) {
        RowBatches rows = RowBatches.of(DAYS).at(Batches.partition(0), offset);
        for (int i = 0; i < days.length; i++) {
            rows.row(offset + i, days[i]);
        }
        return Batches.of(0, offset, days.length, rows.build());
    }

    private static RecordingListener write(SinkWriter writer, WriteBatch batch) {
        RecordingListener listener = new RecordingListener();
        writer.write(List.of(batch), listener);
        return listener.await(1);
    }

    @Test
    void rowsThatTheLakeRefusesAreLeftOutAndCounted() {
        lake.rows("CREATE TABLE " + lake.sql("days") + " (n BIGINT, day DATE)");
        try (SinkFixture fixture = going("days")) {
            SinkWriter writer = fixture.writer();
            WriteBatch some = days(0, "2026-11-30", "tomorrow", "2026-12-01", "2026-02-30");
            WriteBatch none = days(4, "never");

            assertThat(write(writer, some).isDurable(some)).isTrue();
            assertThat(write(writer, none).isDurable(none)).isTrue();

            assertThat(lake.rows("SELECT n, day FROM " + lake.sql("days") + " ORDER BY n"))
                    .containsExactly(List.of("0", "2026-11-30"), List.of("2", "2026-12-01"));
            assertThat(fixture.context.metrics().count("rows.dropped")).isEqualTo(3);
        }
    }

    @Test
    void theMessagesThemselvesAreAllKept() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("messages"))) {
            fixture.format = FileFormat.NDJSON;
            fixture.copyOnError = LakeSinkConfig.CopyOnError.CONTINUE;
            WriteBatch batch = Batches.documents(0, 0, 10);

            assertThat(write(fixture.writer(), batch).isDurable(batch)).isTrue();

            assertThat(lake.value("SELECT count(*) FROM " + lake.sql("messages")))
                    .isEqualTo("10");
            assertThat(fixture.context.metrics().count("rows.dropped")).isZero();
        }
    }

    @Test
    void aTableWhoseRowsWouldGetMixedUpIsRefusedAtTheStart() {
        lake.rows("CREATE TABLE " + lake.sql("nested") + " (n BIGINT, tags ARRAY(INT))");
        try (SinkFixture fixture = going("nested")) {
            assertThatThrownBy(fixture::open)
                    .isInstanceOfSatisfying(
                            IngestException.class, e -> assertThat(e.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_UNFIT))
                    .hasMessageContaining("tags is ARRAY(INT NULL)")
                    .hasMessageContaining("copy-on-error");
        }
    }

    @Test
    void norIsOneMadeOfSuchRows() {
        Schema nested = schema(field("tags", ColumnType.list(field("element", Kind.INT64))));
        try (SinkFixture fixture = going("made")) {
            WriteBatch batch = Batches.of(
                    0,
                    0,
                    1,
                    RowBatches.of(nested)
                            .at(Batches.partition(0), 0)
                            .row(List.of(1L))
                            .build());

            IngestException failure = write(fixture.writer(), batch).failure(batch);

            assertThat(failure.code()).isEqualTo(LakeErrorCode.LAKE_SCHEMA_UNFIT);
            assertThat(failure).hasMessageContaining("tags");
        }
    }

    @Test
    void rowsThatTheLakeGivesNoAccountOfStopThePipeline() throws IOException {
        try (ScriptedLake scripted = new ScriptedLake();
                SinkFixture fixture = new SinkFixture(scripted.dsn(), "default.orders")) {
            fixture.format = FileFormat.NDJSON;
            fixture.copyOnError = LakeSinkConfig.CopyOnError.CONTINUE;
            SinkWriter writer = fixture.writer();
            WriteBatch batch = Batches.documents(0, 0, 10);
            scripted.next("COPY", ScriptedLake.json(counted(6, 3)));

            IngestException failure = write(writer, batch).failure(batch);

            assertThat(failure.code()).isEqualTo(LakeErrorCode.LAKE_ROWS_DIFFER);
            assertThat(failure).hasMessageContaining("loaded 6 rows").hasMessageContaining("refused 3");
            assertThat(fixture.context.metrics().count("rows.dropped")).isZero();
        }
    }

    @Test
    void withoutTheOptionAnErrorThatTheLakeSawStopsThePipeline() throws IOException {
        try (ScriptedLake scripted = new ScriptedLake();
                SinkFixture fixture = new SinkFixture(scripted.dsn(), "default.orders")) {
            WriteBatch batch = Batches.documents(0, 0, 10);
            SinkWriter writer = fixture.writer();
            scripted.next("COPY", ScriptedLake.json(counted(6, 4)));

            assertThat(write(writer, batch).failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_ROWS_DIFFER);
        }
    }

    @Test
    void whatAnAnswerThatIsLostWouldHaveToldIsCountedAsUnknown() throws IOException {
        try (ScriptedLake scripted = new ScriptedLake();
                SinkFixture fixture = new SinkFixture(scripted.dsn(), "default.orders")) {
            fixture.format = FileFormat.NDJSON;
            fixture.copyOnError = LakeSinkConfig.CopyOnError.CONTINUE;
            SinkWriter writer = fixture.writer();
            WriteBatch batch = Batches.documents(0, 0, 10);
            for (int i = 0; i < 4; i++) {
                scripted.loseAnswer("COPY");
            }

            assertThat(write(writer, batch).isDurable(batch)).isFalse();
            assertThat(write(writer, batch).isDurable(batch)).isTrue();

            assertThat(fixture.context.metrics().count("rows.dropped.unknown")).isEqualTo(10);
        }
    }

    private static String counted(int loaded, int errors) {
        return ScriptedLake.succeeded(
                "[{\"name\":\"File\"},{\"name\":\"Rows_loaded\"},{\"name\":\"Errors_seen\"},{\"name\":\"First_error\"},"
                        + "{\"name\":\"First_error_line\"}]",
                "[[\"f\",\"" + loaded + "\",\"" + errors + "\",\"Invalid value\",\"1\"]]");
    }

    @Test
    void theDsnMayAskForIt() {
        String dsn = "http://lake:lake@127.0.0.1/default?copy_on_error=CONTINUE&copy_purge=false&copy_force=true";
        try (SinkFixture fixture = new SinkFixture(dsn, "t")) {
            fixture.format = FileFormat.NDJSON;

            LakeSinkConfig config = fixture.config();

            assertThat(config.dropsRows()).isTrue();
            assertThat(config.purges()).isFalse();
            assertThat(config.forces()).isTrue();
            assertThat(config.lakeDsn().settings()).isEmpty();
            assertThat(LakeSink.obstacle(config))
                    .hasValueSatisfying(why -> assertThat(why).contains("copy-on-error"));
        }
    }

    @Test
    void theLakesReasonIsToldWithoutTheValueThatItQuotes() {
        assertThat(DroppedRows.withoutValues(
                        "Invalid value '\"it's\"' for column 0 (a Int32 NULL): BadBytes. Code: 1046, Text = Incorrect json value,"
                                + " must be number."))
                .isEqualTo(
                        "Invalid value ... for column 0 (a Int32 NULL): BadBytes. Code: 1046, Text = Incorrect json value,"
                                + " must be number.");
        assertThat(DroppedRows.withoutValues("Text = Invalid local time 9999-12-31 00:00:00, cause: overflow"))
                .isEqualTo("Text = Invalid local time ..., cause: overflow");
    }
}
