package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.Target;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.WriteBatches;

/** What ends up in a lake. */
class LakeSinkTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final String STAGE_FOLDER = "test-pipeline/";

    @ParameterizedTest
    @EnumSource(FileFormat.class)
    void copyLoadsGroupsOfPartitionsWithAllSixColumns(FileFormat format) {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("copy_" + format))) {
            fixture.format = format;
            SinkWriter writer = fixture.writer();
            RecordingListener listener = new RecordingListener();
            List<WriteBatch> group = List.of(Batches.documents(0, 0, 100), Batches.documents(1, 10, 50));

            writer.write(group, listener);
            writer.write(List.of(Batches.documents(0, 100, 3)), listener);
            listener.await(3);

            assertThat(listener.isDurable(group.get(0))).isTrue();
            assertThat(rowsOfPartitions("copy_" + format))
                    .containsExactly(
                            List.of("0", "103", "103", "0", "102", "103", "103"),
                            List.of("1", "50", "50", "10", "59", "50", "50"));
        }
        assertThat(lake.stageFiles(STAGE_FOLDER)).isEmpty();
    }

    @Test
    void streamingLoadsTheSameRows() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("streaming"))) {
            fixture.load = LakeSinkConfig.LoadMode.STREAMING;
            SinkWriter writer = fixture.writer();
            RecordingListener listener = new RecordingListener();

            writer.write(List.of(Batches.documents(0, 0, 100), Batches.documents(1, 10, 50)), listener);
            listener.await(2);

            assertThat(rowsOfPartitions("streaming"))
                    .containsExactly(
                            List.of("0", "100", "100", "0", "99", "100", "100"),
                            List.of("1", "50", "50", "10", "59", "50", "50"));
        }
    }

    private static List<List<@Nullable String>> rowsOfPartitions(String name) {
        return lake.rows("SELECT kpartition, count(*), count(distinct uuid), min(koffset), max(koffset),"
                + " count(record_metadata), count(add_time) FROM " + lake.sql(name)
                + " GROUP BY kpartition ORDER BY kpartition");
    }

    @Test
    void writingTheSameBatchesAgainUnderAnotherRunAddsThemAgainAndUnderTheSameRunIsAnError() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("again"))) {
            SinkWriter writer = fixture.writer();
            WriteBatch batch = Batches.documents(0, 0, 10);
            RecordingListener first = new RecordingListener();
            writer.write(List.of(batch), first);
            first.await(1);
            RecordingListener second = new RecordingListener();
            writer.write(List.of(batch), second);
            second.await(1);

            assertThat(second.failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_ROWS_DIFFER);
            assertThat(lake.value("SELECT count(*) FROM " + lake.sql("again"))).isEqualTo("10");
        }
        assertThat(lake.stageFiles(STAGE_FOLDER)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = LakeSinkConfig.LoadMode.class, names = "MERGE", mode = EnumSource.Mode.EXCLUDE)
    void oneBadBatchOfAGroupFailsAloneAndWhatStandsBehindItInItsPartitionIsNotWritten(LakeSinkConfig.LoadMode load) {
        String name = "poison_" + load;
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(name))) {
            fixture.load = load;
            SinkWriter writer = fixture.writer();
            RecordingListener listener = new RecordingListener();
            WriteBatch bad = Batches.documents(1, 0, List.of("{\"n\":1}", "{\"n\":"));
            WriteBatch behind = Batches.documents(1, 2, 5);
            List<WriteBatch> group = List.of(
                    Batches.documents(0, 0, 10), bad, Batches.documents(2, 0, 10), behind, Batches.documents(3, 0, 10));

            writer.write(group, listener);
            listener.await(5);

            assertThat(listener.failure(bad).code()).isIn(LakeErrorCode.LAKE_DATA_REFUSED);
            assertThat(listener.failure(bad))
                    .hasMessageContaining("orders-1 [0, 2)")
                    .hasMessageNotContaining("{");
            assertThat(listener.failure(behind).code()).isEqualTo(LakeErrorCode.LAKE_NOT_APPLIED);
            assertThat(lake.rows("SELECT kpartition, count(*) FROM " + lake.sql(name)
                            + " GROUP BY kpartition ORDER BY kpartition"))
                    .containsExactly(List.of("0", "10"), List.of("2", "10"), List.of("3", "10"));
        }
        assertThat(lake.stageFiles(STAGE_FOLDER)).isEmpty();
    }

    @Test
    void aRangeWithoutRowsIsDurableWithoutAFile() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("empty"))) {
            WriteBatch empty = WriteBatches.empty(Batches.partition(0), new OffsetRange(0, 7));
            RecordingListener listener = new RecordingListener();

            fixture.writer().write(List.of(empty), listener);

            assertThat(listener.await(1).isDurable(empty)).isTrue();
        }
    }

    @Test
    void rowsGoToTheTablesTheyAreBoundFor() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("here"))) {
            WriteBatch batch = Batches.of(
                    0,
                    0,
                    2,
                    RowBatches.of(Batches.DOCUMENT)
                            .at(Batches.partition(0), 0)
                            .row("1")
                            .build(),
                    RowBatches.of(Batches.DOCUMENT)
                            .at(Batches.partition(0), 1)
                            .target(new Target(lake.table("there")))
                            .row("2")
                            .build());
            RecordingListener listener = new RecordingListener();

            fixture.writer().write(List.of(batch), listener);

            assertThat(listener.await(1).isDurable(batch)).isTrue();
            assertThat(lake.value("SELECT raw_data FROM " + lake.sql("here"))).isEqualTo("1");
            assertThat(lake.value("SELECT raw_data FROM " + lake.sql("there"))).isEqualTo("2");
        }
    }

    private static ColumnType type(ColumnType.Kind kind, int precision, int scale, Schema.Field... children) {
        return new ColumnType(kind, precision, scale, List.of(children));
    }

    private static Schema everyKind() {
        Schema.Field number = new Schema.Field("n", Batches.type(ColumnType.Kind.INT64), true);
        Schema.Field text = new Schema.Field("s", Batches.type(ColumnType.Kind.STRING), false);
        return new Schema(List.of(
                new Schema.Field("Id", Batches.type(ColumnType.Kind.INT64), false),
                new Schema.Field("big", Batches.type(ColumnType.Kind.UINT64), true),
                new Schema.Field("ratio", Batches.type(ColumnType.Kind.FLOAT64), true),
                new Schema.Field("ok", Batches.type(ColumnType.Kind.BOOLEAN), true),
                new Schema.Field("price", type(ColumnType.Kind.DECIMAL, 10, 2), true),
                new Schema.Field("day", Batches.type(ColumnType.Kind.DATE), true),
                new Schema.Field("at", Batches.type(ColumnType.Kind.TIMESTAMP_MICROS), true),
                new Schema.Field("note", Batches.type(ColumnType.Kind.STRING), true),
                new Schema.Field("doc", Batches.type(ColumnType.Kind.VARIANT), true),
                new Schema.Field("bytes", Batches.type(ColumnType.Kind.BINARY), true),
                new Schema.Field("list", type(ColumnType.Kind.LIST, 0, 0, number), true),
                new Schema.Field("map", type(ColumnType.Kind.MAP, 0, 0, text, number), false)));
    }

    @Test
    void columnsBecomeATableOfTheDecodersSchema() {
        Schema schema = everyKind();
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("typed"))) {
            fixture.layout = LakeSinkConfig.Layout.COLUMNS;
            WriteBatch batch = Batches.of(
                    0,
                    0,
                    2,
                    RowBatches.of(schema)
                            .at(Batches.partition(0), 0)
                            .row(
                                    1,
                                    2,
                                    0.5,
                                    true,
                                    new BigDecimal("12.34"),
                                    LocalDate.parse("2026-11-30"),
                                    Instant.parse("2026-11-30T10:00:00.123456Z"),
                                    "text",
                                    "{\"a\":1}",
                                    new byte[] {1, 2},
                                    List.of(1, 2),
                                    Map.of("k", 7))
                            .row(2, null, null, null, null, null, null, null, null, null, null, Map.of())
                            .build());
            RecordingListener listener = new RecordingListener();

            fixture.writer().write(List.of(batch), listener);

            listener.await(1);
            assertThat(listener.isDurable(batch)).as("%s", lake.dsn()).isTrue();
            assertThat(lake.rows("SELECT id, big, ratio, price, day, note FROM " + lake.sql("typed") + " ORDER BY id"))
                    .contains(List.of("1", "2", "0.5", "12.34", "2026-11-30", "text"));
            assertThat(lake.value("SELECT count(*) FROM " + lake.sql("typed"))).isEqualTo("2");
        }
    }

    @Test
    void aTableThatDoesNotFitIsDescribedColumnByColumn() {
        lake.rows("CREATE TABLE " + lake.sql("unfit") + " (extra INT, uuid VARCHAR, koffset VARCHAR, raw_data VARIANT,"
                + " record_metadata VARIANT, add_time DATE, kpartition INT)");
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("unfit"))) {
            IngestException reason = catchThrowableOfType(IngestException.class, fixture::open);

            assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_UNFIT);
            assertThat(reason)
                    .hasMessageContaining(lake.table("unfit"))
                    .hasMessageContaining("koffset is VARCHAR, not BIGINT")
                    .hasMessageContaining("add_time is DATE, not TIMESTAMP")
                    .hasMessageNotContaining("uuid")
                    .hasMessageNotContaining("extra");
        }
    }

    @Test
    void aTableThatIsMadeAnewHasAnotherId() {
        TableManager tables = new TableManager(
                lake.client(),
                new TableManager.Options(
                        true, Evolve.NONE, FileFormat.PARQUET, Duration.ofMinutes(1), false, OwnColumns.NONE),
                Clock.systemUTC());
        TableName name = TableName.parse(lake.table("twice"), "default");
        TablePlan plan = tables.raw(name).join();
        String first = tables.reader().id(name).join().orElseThrow();
        lake.rows("DROP TABLE " + plan.table().sql());
        lake.rows("CREATE TABLE " + plan.table().sql() + " (a INT)");

        assertThat(tables.reader().id(name).join()).isPresent().isNotEqualTo(Optional.of(first));
        assertThat(tables.reader()
                        .id(TableName.parse(lake.table("nowhere"), "default"))
                        .join())
                .isEmpty();
    }

    @Test
    void aTableWithOtherColumnsInAnyOrderFits() {
        lake.rows("CREATE TABLE " + lake.sql("wider") + " (extra INT, add_time TIMESTAMP, uuid VARCHAR, koffset BIGINT,"
                + " raw_data VARIANT, kpartition INT, record_metadata VARIANT)");
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("wider"))) {
            RecordingListener listener = new RecordingListener();

            fixture.writer().write(List.of(Batches.documents(0, 0, 5)), listener);
            listener.await(1);

            assertThat(lake.value("SELECT count(*) FROM " + lake.sql("wider") + " WHERE extra IS NULL AND koffset < 5"))
                    .isEqualTo("5");
        }
    }

    @Test
    void anAbsentTableIsAnErrorWhenItMayNotBeCreated() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("absent"))) {
            fixture.createTable = false;

            IngestException reason = catchThrowableOfType(IngestException.class, fixture::open);

            assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_OBJECT_MISSING);
            assertThat(reason).hasMessageContaining(lake.table("absent")).hasMessageContaining("does not exist");
        }
    }

    @Test
    void aMissingDatabaseIsNamed() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), "no_such_database.orders")) {
            IngestException reason = catchThrowableOfType(IngestException.class, fixture::open);

            assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_OBJECT_MISSING);
            assertThat(reason).hasMessageContaining("no_such_database");
        }
    }

    @Test
    void aWrongPasswordIsAConfigurationErrorInOneLine() {
        String wrong = lake.dsn().replace("lake:lake@", "lake:wrong@");
        try (SinkFixture fixture = new SinkFixture(wrong, lake.table("secret"))) {
            IngestException reason = catchThrowableOfType(IngestException.class, fixture::open);

            assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_AUTHENTICATION);
            assertThat(reason).message().doesNotContain("wrong@").doesNotContain("\n");
        }
    }
}
