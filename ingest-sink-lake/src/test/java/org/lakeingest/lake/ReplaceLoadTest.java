package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.KeyedFixture.batch;
import static org.lakeingest.lake.KeyedFixture.row;
import static org.lakeingest.lake.KeyedFixture.rows;
import static org.lakeingest.lake.KeyedFixture.schema;
import static org.lakeingest.lake.KeyedFixture.write;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.WriteBatches;

/** What rows of the same key end as in a lake, with load replace. */
class ReplaceLoadTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final Schema ITEM = schema("region", Kind.STRING, "id", Kind.INT64, "text", Kind.STRING);
    private static final Schema VERSIONED = schema("id", Kind.INT64, "_version", Kind.INT64, "text", Kind.STRING);

    private static SinkFixture raw(String table) {
        SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table(table));
        fixture.load = LakeSinkConfig.LoadMode.REPLACE;
        return fixture;
    }

    private static SinkFixture keyed(String table, String... key) {
        return KeyedFixture.sink(lake, LakeSinkConfig.LoadMode.REPLACE, table, key);
    }

    private static List<String> table(String name, String columns) {
        return KeyedFixture.table(lake, name, columns);
    }

    /** As one that was loaded by merge before has it. */
    @Test
    void aTableMayHaveTheVersionColumnThatRowsLack() {
        lake.rows("CREATE TABLE " + lake.sql("unversioned") + " (id BIGINT, text VARCHAR, _version BIGINT)");
        try (SinkFixture fixture = keyed("unversioned", "id")) {
            fixture.open();
            assertThat(((KnowsTargets) fixture.sink()).columnsOf("t", Target.DEFAULT))
                    .hasValueSatisfying(
                            columns -> assertThat(columns.defaulted()).containsExactly("_version"));
        }
    }

    @Test
    void aMergedRowThatHasOneOfTheSinksOwnColumnsIsRefusedAlone() {
        try (SinkFixture fixture = KeyedFixture.sink(lake, LakeSinkConfig.LoadMode.MERGE, "reserved", "id")) {
            fixture.evolve = Evolve.ADD_COLUMNS;
            SinkWriter writer = fixture.writer();
            WriteBatch bad = batch(0, 0, rows(schema("id", Kind.INT64, "_Position", Kind.STRING), 0, 0, row(1, "x")));
            WriteBatch good = batch(1, 0, rows(schema("id", Kind.INT64), 1, 0, row(2)));

            RecordingListener listener = write(writer, bad, good);

            assertThat(listener.failure(bad)).extracting("code").isEqualTo(LakeErrorCode.LAKE_COLUMN_RESERVED);
            assertThat(listener.isDurable(good)).isTrue();
        }
    }

    @Test
    void rowsWithoutTheVersionThatWasNamedAreRefused() {
        for (LakeSinkConfig.LoadMode load : List.of(LakeSinkConfig.LoadMode.REPLACE, LakeSinkConfig.LoadMode.MERGE)) {
            try (SinkFixture fixture = KeyedFixture.sink(lake, load, "named_" + load, "id")) {
                fixture.versionColumn = "ver";
                WriteBatch lacking =
                        batch(0, 0, rows(schema("id", Kind.INT64, "text", Kind.STRING), 0, 0, row(1, "a")));
                assertThat(write(fixture.writer(), lacking).failure(lacking))
                        .hasMessageContaining("no value in the version column ver")
                        .extracting("code")
                        .isEqualTo(LakeErrorCode.LAKE_VERSION_MISSING);
            }
        }
    }

    @Test
    void rawRowsThatComeTwiceAreThereOnce() {
        try (SinkFixture fixture = raw("twice")) {
            SinkWriter writer = fixture.writer();
            WriteBatch first = Batches.documents(0, 0, 50);

            write(writer, first, Batches.documents(1, 0, 30));
            write(writer, Batches.documents(0, 20, 50));
            RecordingListener again = write(writer, first);

            assertThat(again.isDurable(first)).isTrue();
            assertThat(lake.rows("SELECT kpartition, count(*), count(distinct uuid), max(koffset) FROM "
                            + lake.sql("twice") + " GROUP BY kpartition ORDER BY kpartition"))
                    .containsExactly(List.of("0", "70", "70", "69"), List.of("1", "30", "30", "29"));
        }
        assertThat(lake.stageFiles("test-pipeline/")).isEmpty();
    }

    private static WriteBatch ofTopic(String topic, String incarnation) {
        SourcePartition partition = new SourcePartition(topic, incarnation, 0);
        RowBatch rows = RowBatches.of(Batches.DOCUMENT)
                .at(partition, 0)
                .row("{\"n\":1}")
                .build();
        return WriteBatches.of(partition, new OffsetRange(0, 1), List.of(rows));
    }

    @Test
    void topicsThatShareARawTableLeaveEachOtherAlone() {
        try (SinkFixture fixture = raw("topics")) {
            SinkWriter writer = fixture.writer();

            write(
                    writer,
                    ofTopic("a", RecordBatches.INCARNATION),
                    ofTopic("b", RecordBatches.INCARNATION),
                    ofTopic("b", "made anew"));
            write(writer, ofTopic("a", RecordBatches.INCARNATION));

            assertThat(lake.value("SELECT count(*) FROM " + lake.sql("topics"))).isEqualTo("3");
        }
    }

    @Test
    void keyOfOneTopicRefusesASecondOne() {
        try (SinkFixture fixture = raw("single")) {
            fixture.key = List.of("koffset", "kpartition");
            SinkWriter writer = fixture.writer();
            WriteBatch other = ofTopic("b", RecordBatches.INCARNATION);

            write(writer, ofTopic("a", RecordBatches.INCARNATION));
            RecordingListener listener = write(writer, other);

            assertThat(listener.failure(other).code()).isEqualTo(LakeErrorCode.LAKE_KEY_UNFIT);
            assertThat(listener.failure(other)).hasMessageContaining("does not tell records of b from those of a");
            assertThat(lake.value("SELECT count(*) FROM " + lake.sql("single"))).isEqualTo("1");
        }
    }

    @Test
    void lastRowOfAKeyWinsWithinAFileAndBetweenFiles() {
        try (SinkFixture fixture = keyed("last", "region", "id")) {
            SinkWriter writer = fixture.writer();

            write(
                    writer,
                    batch(
                            0,
                            0,
                            rows(
                                    ITEM,
                                    0,
                                    0,
                                    row("eu", 1, "a"),
                                    row("us", 1, "b"),
                                    row("eu", 1, "c"),
                                    row("eu", 2, null),
                                    row("eu", 1, "d"))));
            write(writer, batch(0, 5, rows(ITEM, 0, 5, row("us", 1, "e"), row("us", 3, "f"))));

            assertThat(table("last", "region, id, text")).containsExactly("eu|1|d", "eu|2|null", "us|1|e", "us|3|f");
        }
    }

    @Test
    void higherVersionWinsWithinAGroupWhateverTheOrder() {
        try (SinkFixture fixture = keyed("versions", "id")) {
            SinkWriter writer = fixture.writer();

            write(
                    writer,
                    batch(0, 0, rows(VERSIONED, 0, 0, row(1, 7, "newest"), row(1, 5, "old"), row(2, 1, "a"))),
                    batch(1, 0, rows(VERSIONED, 1, 0, row(1, 6, "middle"), row(2, 2, "b"), row(2, 2, "c"))));

            assertThat(table("versions", "id, _version, text")).containsExactly("1|7|newest", "2|2|c");
        }
    }

    @Test
    void recordWithoutAKeyIsRefusedAndNamed() {
        try (SinkFixture fixture = keyed("nokey", "region", "id")) {
            SinkWriter writer = fixture.writer();
            WriteBatch bad = batch(0, 3, rows(ITEM, 0, 3, row("eu", 1, "a"), row("eu", null, "b")));
            WriteBatch good = batch(1, 0, rows(ITEM, 1, 0, row("eu", 9, "c")));

            RecordingListener listener = write(writer, bad, good);

            assertThat(listener.isDurable(good)).isTrue();
            assertThat(listener.failure(bad).code()).isEqualTo(LakeErrorCode.LAKE_KEY_MISSING);
            assertThat(listener.failure(bad))
                    .hasMessageContaining("offset 4 of partition 0 of orders: it has no value for the key column id");
            assertThat(table("nokey", "region, id, text")).containsExactly("eu|9|c");
        }
    }

    @Test
    void filesStayWhenTheyAreNotToBePurged() {
        try (SinkFixture fixture = raw("kept")) {
            fixture.purge = false;
            write(fixture.writer(), Batches.documents(0, 0, 5));
        }
        List<String> left = lake.stageFiles("test-pipeline/");
        assertThat(left).hasSize(1);
        left.forEach(file -> lake.rows("REMOVE @~/" + file));
    }

    @Test
    void rowsOfOneRecordEndAsTheLast() {
        try (SinkFixture fixture = raw("fanned")) {
            RowBatch rows = RowBatches.of(Batches.DOCUMENT)
                    .at(Batches.partition(0), 0)
                    .rowFrom(0, "{\"n\":1}")
                    .rowFrom(0, "{\"n\":2}")
                    .rowFrom(1, "{\"n\":3}")
                    .build();

            write(fixture.writer(), batch(0, 0, rows));

            assertThat(table("fanned", "koffset, raw_data")).containsExactly("0|{\"n\":2}", "1|{\"n\":3}");
        }
    }
}
