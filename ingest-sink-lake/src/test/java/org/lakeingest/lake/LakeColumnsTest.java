package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RowBatches;

/** What a sink says about its tables, and what it makes of them. */
class LakeColumnsTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    static Schema.Field field(String name, Kind kind) {
        return new Schema.Field(name, ColumnType.of(kind), true);
    }

    /** One row at this offset. */
    static WriteBatch row(int offset, Schema schema, @Nullable Object... values) {
        return Batches.of(
                0,
                offset,
                1,
                RowBatches.of(schema)
                        .at(Batches.partition(0), offset)
                        .row(values)
                        .build());
    }

    private static SinkFixture columns(String name) {
        SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(name));
        fixture.layout = LakeSinkConfig.Layout.COLUMNS;
        return fixture;
    }

    private static void write(SinkWriter writer, WriteBatch batch) {
        RecordingListener listener = new RecordingListener();
        writer.write(List.of(batch), listener);
        listener.await(1);
        if (!listener.isDurable(batch)) {
            throw listener.failure(batch);
        }
    }

    @Test
    void theSinkSaysWhatTheTableHolds() {
        lake.rows("CREATE TABLE " + lake.sql("says") + " (id BIGINT NOT NULL, n INT, price DECIMAL(12, 3) DEFAULT 1.5,"
                + " `At` TIMESTAMP, doc VARIANT, tags ARRAY(STRING NOT NULL), counts MAP(STRING, INT),"
                + " big BIGINT UNSIGNED, span INTERVAL, f FLOAT)");
        try (SinkFixture fixture = columns("says")) {
            fixture.evolve = Evolve.ADD_COLUMNS;
            KnowsTargets sink = (KnowsTargets) fixture.open();

            TargetColumns columns = sink.columnsOf("orders", Target.DEFAULT).orElseThrow();

            assertThat(columns.schema().fields())
                    .containsExactly(
                            new Schema.Field("id", ColumnType.of(Kind.INT64), false),
                            field("n", Kind.INT64),
                            new Schema.Field("price", ColumnType.decimal(12, 3), true),
                            field("At", Kind.TIMESTAMP_MICROS),
                            field("doc", Kind.VARIANT),
                            new Schema.Field(
                                    "tags",
                                    ColumnType.list(new Schema.Field("element", ColumnType.of(Kind.STRING), false)),
                                    true),
                            new Schema.Field(
                                    "counts",
                                    ColumnType.map(
                                            new Schema.Field("key", ColumnType.of(Kind.STRING), false),
                                            field("value", Kind.INT64)),
                                    true),
                            field("big", Kind.UINT64),
                            field("span", Kind.STRING),
                            field("f", Kind.FLOAT32));
            assertThat(columns.defaulted()).containsExactlyInAnyOrder("id", "price");
            assertThat(columns.takesNewColumns()).isTrue();
            assertThat(columns.widens()).isFalse();
            assertThat(sink.columnsOf("orders", Target.DEFAULT).orElseThrow()).isSameAs(columns);
            assertThat(sink.columnsOf("orders", new Target("no table at all"))).isEmpty();
        }
    }

    @Test
    void everyTopicHasTheColumnsOfItsOwnTable() {
        lake.rows("CREATE TABLE " + lake.sql("of_first") + " (id DECIMAL(12, 2))");
        lake.rows("CREATE TABLE " + lake.sql("other") + " (day DATE)");
        try (SinkFixture fixture = columns("of_${topic}")) {
            fixture.topicTables = Map.of("second", lake.table("other"));
            KnowsTargets sink = (KnowsTargets) fixture.open();

            sink.expect(Set.of("first", "second", "third"));

            assertThat(sink.columnsOf("first", Target.DEFAULT))
                    .hasValueSatisfying(columns -> assertThat(columns.schema().fields())
                            .containsExactly(new Schema.Field("id", ColumnType.decimal(12, 2), true)));
            assertThat(sink.columnsOf("second", Target.DEFAULT))
                    .hasValueSatisfying(
                            columns -> assertThat(columns.schema().fields()).containsExactly(field("day", Kind.DATE)));
            assertThat(sink.columnsOf("third", Target.DEFAULT)).isEmpty();
        }
    }

    /** Rows that were made without the table would have nulls where it has values. */
    @Test
    void whileATableCannotBeLookedAtNoRowsAreMadeForIt() throws IOException {
        lake.rows("CREATE TABLE " + lake.sql("seen_later") + " (id BIGINT)");
        try (ScriptedLake front = new ScriptedLake(LakeDsn.parse(lake.dsn()).address());
                SinkFixture fixture = new SinkFixture(front.dsn(), lake.table("seen_${topic}"))) {
            fixture.layout = LakeSinkConfig.Layout.COLUMNS;
            KnowsTargets sink = (KnowsTargets) fixture.open();
            for (int i = 0; i < 20; i++) {
                front.next("DESC", ScriptedLake.status(503, ""));
            }

            assertThatThrownBy(() -> sink.columnsOf("later", Target.DEFAULT))
                    .isInstanceOfSatisfying(
                            IngestException.class,
                            reason -> assertThat(reason.code().kind()).isEqualTo(ErrorKind.TRANSIENT))
                    .hasMessageContaining("Cannot make rows for");
            await().ignoreExceptions()
                    .until(() -> sink.columnsOf("later", Target.DEFAULT).isPresent());
        }
    }

    @Test
    void newFieldsBecomeColumnsAndEarlierRowsStay() {
        try (SinkFixture fixture = columns("grows")) {
            fixture.evolve = Evolve.ADD_COLUMNS;
            SinkWriter writer = fixture.writer();
            KnowsTargets sink = (KnowsTargets) fixture.sink();

            assertThat(sink.columnsOf("orders", Target.DEFAULT)).isEmpty();
            write(writer, row(0, new Schema(List.of(field("id", Kind.INT64))), 1));
            Optional<TargetColumns> first = sink.columnsOf("orders", Target.DEFAULT);
            write(writer, row(1, new Schema(List.of(field("Name", Kind.STRING), field("id", Kind.INT64))), "x", 2));

            assertThat(first.orElseThrow().schema().fields()).containsExactly(field("id", Kind.INT64));
            assertThat(sink.columnsOf("orders", Target.DEFAULT)
                            .orElseThrow()
                            .schema()
                            .fields())
                    .containsExactly(field("id", Kind.INT64), field("name", Kind.STRING));
            assertThat(lake.rows("SELECT id, name FROM " + lake.sql("grows") + " ORDER BY id"))
                    .containsExactly(java.util.Arrays.asList("1", null), List.of("2", "x"));
        }
    }

    @Test
    void aTableIsMadeOfTheColumnsOfTheWholeGroup() {
        try (SinkFixture fixture = columns("whole")) {
            Schema first = new Schema(List.of(field("id", Kind.INT64), field("a", Kind.INT64)));
            Schema second =
                    new Schema(List.of(field("id", Kind.INT64), field("b", Kind.STRING), field("a", Kind.VARIANT)));
            WriteBatch batch = Batches.of(
                    0,
                    0,
                    2,
                    RowBatches.of(first).at(Batches.partition(0), 0).row(1, 5).build(),
                    RowBatches.of(second)
                            .at(Batches.partition(0), 1)
                            .row(2, "x", "[1]")
                            .build());

            write(fixture.writer(), batch);

            assertThat(lake.rows("SELECT id, a, b FROM " + lake.sql("whole") + " ORDER BY id"))
                    .containsExactly(Arrays.asList("1", "5", null), List.of("2", "[1]", "x"));
        }
    }

    @Test
    void withoutEvolutionANewFieldIsAnErrorThatNamesIt() {
        lake.rows("CREATE TABLE " + lake.sql("fixed") + " (id BIGINT)");
        try (SinkFixture fixture = columns("fixed")) {
            SinkWriter writer = fixture.writer();
            RecordingListener listener = new RecordingListener();
            WriteBatch batch =
                    row(0, new Schema(List.of(field("id", Kind.INT64), field("extra", Kind.STRING))), 1, "x");

            writer.write(List.of(batch), listener);

            assertThat(listener.await(1).failure(batch).code()).isEqualTo(LakeErrorCode.LAKE_TABLE_UNFIT);
            assertThat(listener.failure(batch)).hasMessageContaining("extra is missing, STRING expected");
        }
    }

    @Test
    void whatATableDidNotTakeIsLoadedOnceItDoes() {
        lake.rows("CREATE TABLE " + lake.sql("later") + " (id BIGINT)");
        Schema narrow = new Schema(List.of(field("id", Kind.INT64)));
        Schema wide = new Schema(List.of(field("id", Kind.INT64), field("extra", Kind.STRING)));
        WriteBatch batch = Batches.of(
                0,
                0,
                2,
                RowBatches.of(narrow).at(Batches.partition(0), 0).row(1L).build(),
                RowBatches.of(wide).at(Batches.partition(0), 1).row(2L, "x").build());
        try (SinkFixture fixture = columns("later")) {
            SinkWriter writer = fixture.writer();
            assertThat(KeyedFixture.write(writer, batch).failure(batch)).hasMessageContaining("extra is missing");
            lake.rows("ALTER TABLE " + lake.sql("later") + " ADD COLUMN extra VARCHAR");

            write(writer, batch);

            assertThat(KeyedFixture.table(lake, "later", "id, extra")).containsExactly("1|null", "2|x");
        }
    }

    /** Else a decoder makes nulls of them, and a second batch is refused for the columns that the first one made. */
    @Test
    void rowsAreToldNothingOfTheColumnsThatTheMergeFillsAndMayLeaveOutAnyOther() {
        try (SinkFixture fixture = KeyedFixture.sink(lake, LakeSinkConfig.LoadMode.MERGE, "told", "id")) {
            fixture.delete = LakeSinkConfig.Delete.SOFT;
            Schema change =
                    KeyedFixture.schema("id", Kind.INT64, "_op", Kind.STRING, "_version", Kind.INT64, "a", Kind.STRING);
            KeyedFixture.put(
                    fixture.writer(),
                    KeyedFixture.batch(0, 0, KeyedFixture.rows(change, 0, 0, KeyedFixture.row(1, "c", 1, "x"))));

            TargetColumns told = ((KnowsTargets) fixture.sink())
                    .columnsOf("orders", Target.DEFAULT)
                    .orElseThrow();

            assertThat(told.schema().fields().stream().map(Schema.Field::name))
                    .containsExactlyInAnyOrder("id", "_version", "a", "_op");
            assertThat(told.defaulted()).containsExactlyInAnyOrder("id", "_version", "a", "_op");
            assertThat(KeyedFixture.table(lake, "told", "_deleted, _position IS NULL"))
                    .hasSize(1);
        }
    }
}
