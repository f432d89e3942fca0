package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.KeyedFixture.batch;
import static org.lakeingest.lake.KeyedFixture.put;
import static org.lakeingest.lake.KeyedFixture.row;
import static org.lakeingest.lake.KeyedFixture.rows;
import static org.lakeingest.lake.KeyedFixture.schema;
import static org.lakeingest.lake.KeyedFixture.write;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;

/** What changes end as in a lake, with load merge. */
class MergeLoadTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final Schema CHANGE =
            schema("id", Kind.INT64, "_op", Kind.STRING, "_version", Kind.INT64, "a", Kind.STRING, "b", Kind.STRING);
    private static final Schema DELETE = schema("id", Kind.INT64, "_op", Kind.STRING, "_version", Kind.INT64);
    private static final Schema PLAIN = schema("id", Kind.INT64, "a", Kind.STRING);

    private static final Schema.Field ELEMENT = new Schema.Field("e", ColumnType.of(Kind.INT64), true);
    private static final Schema KINDS = schema(
            "id",
            Kind.STRING,
            "flag",
            Kind.BOOLEAN,
            "big",
            Kind.UINT64,
            "ratio",
            Kind.FLOAT64,
            "money",
            ColumnType.decimal(38, 4),
            "day",
            Kind.DATE,
            "moment",
            Kind.TIMESTAMP_MICROS,
            "bytes",
            Kind.BINARY,
            "doc",
            Kind.VARIANT,
            "items",
            ColumnType.list(ELEMENT));
    private static final List<Object> VALUES = List.of(
            "k'\"\\é",
            true,
            new BigInteger("18446744073709551615"),
            0.1,
            new BigDecimal("1234567890123456789012345678901234.5678"),
            LocalDate.of(2026, 11, 30),
            Instant.parse("2026-11-30T13:14:15.123456Z"),
            "\0\u00ff".getBytes(StandardCharsets.ISO_8859_1),
            "{\"x\":1.10}",
            List.of(1L, 2L));
    private static final String EXPECTED =
            "k'\"\\é|1|18446744073709551615|0.1|1234567890123456789012345678901234.5678|2026-11-30"
                    + "|2026-11-30 13:14:15.123456|00FF|{\"x\":1.10}|[1,2]";

    private static SinkFixture sink(String table) {
        return KeyedFixture.sink(lake, LakeSinkConfig.LoadMode.MERGE, table, "id");
    }

    private static List<String> table(String name, String columns) {
        return KeyedFixture.table(lake, name, columns);
    }

    /** "5" and "05" are one number, and "10" is more than "9". */
    @Test
    void rowsThatTheTableWouldCompareInAnotherWayAreRefused() {
        lake.rows("CREATE TABLE " + lake.sql("compared") + " (id BIGINT, ver BIGINT, a VARCHAR)");
        try (SinkFixture fixture = sink("compared")) {
            fixture.versionColumn = "ver";
            SinkWriter writer = fixture.writer();
            WriteBatch key =
                    batch(0, 0, rows(schema("id", Kind.STRING, "ver", Kind.INT64), 0, 0, row("5", 1), row("05", 2)));
            WriteBatch version =
                    batch(1, 0, rows(schema("id", Kind.INT64, "ver", Kind.STRING), 1, 0, row(5, "10"), row(5, "9")));
            WriteBatch fine = batch(
                    2,
                    0,
                    rows(
                            schema("id", Kind.UINT64, "ver", ColumnType.decimal(5, 1)),
                            2,
                            0,
                            row(5, new BigDecimal("1.0"))));

            assertThat(write(writer, key).failure(key))
                    .hasMessageContaining("rows hold id as STRING")
                    .hasMessageContaining("BIGINT")
                    .extracting("code")
                    .isEqualTo(LakeErrorCode.LAKE_KEY_UNFIT);
            assertThat(write(writer, version).failure(version)).hasMessageContaining("rows hold ver as STRING");
            assertThat(write(writer, fine).isDurable(fine)).isTrue();
            assertThat(table("compared", "id, ver")).containsExactly("5|1");
        }
    }

    @Test
    void aTableIsMadeOfTheColumnsOfAllRowsAndPartialOnesLeaveTheOthersAlone() {
        Schema a = schema("id", Kind.INT64, "_op", Kind.STRING, "_version", Kind.INT64, "a", Kind.STRING);
        Schema b = schema("id", Kind.INT64, "_op", Kind.STRING, "_version", Kind.INT64, "b", Kind.STRING);
        try (SinkFixture fixture = sink("partial_first")) {
            put(
                    fixture.writer(),
                    batch(
                            0,
                            0,
                            rows(a, 0, 0, row(1, "c", 1, "a1")),
                            rows(b, 0, 1, row(1, "u", 2, "b1"), row(2, "c", 3, "b2"))));

            assertThat(table("partial_first", "id, a, b")).containsExactly("1|a1|b1", "2|null|b2");
        }
    }

    @Test
    void createsTheTableAndAppliesInsertsUpdatesAndDeletes() {
        try (SinkFixture fixture = sink("crud")) {
            SinkWriter writer = fixture.writer();

            put(
                    writer,
                    batch(
                            0,
                            0,
                            rows(CHANGE, 0, 0, row(1, "r", 1, "x", null), row(2, "c", 2, "y", "b2")),
                            rows(CHANGE, 0, 2, row(3, "c", 3, "z", "b3"), row(1, "u", 4, "x2", "b1"))));
            put(
                    writer,
                    batch(
                            0,
                            4,
                            rows(CHANGE, 0, 4, row(2, "u", 5, "y2", null), row(4, null, 6, "w", "b4")),
                            rows(DELETE, 0, 6, row(3, "d", 7), row(9, "d", 8))));

            assertThat(table("crud", "id, a, b, _version")).containsExactly("1|x2|b1|4", "2|y2|null|5", "4|w|b4|6");
            assertThat(lake.rows("DESC " + lake.sql("crud")).stream().map(column -> column.get(0)))
                    .containsExactly("id", "a", "b", "_version", "_position");
        }
        assertThat(lake.stageFiles("test-pipeline/")).isEmpty();
    }

    @Test
    void lowerVersionsNeverReplaceHigherOnesAlsoFromAnotherPartition() {
        try (SinkFixture fixture = sink("stale")) {
            SinkWriter writer = fixture.writer();

            put(writer, batch(1, 0, rows(CHANGE, 1, 0, row(1, "u", 20, "new", "n"), row(2, "u", 20, "new", "n"))));
            put(
                    writer,
                    batch(
                            0,
                            500,
                            rows(CHANGE, 0, 500, row(1, "u", 19, "old", "o")),
                            rows(DELETE, 0, 501, row(2, "d", 19))));
            put(writer, batch(0, 502, rows(CHANGE, 0, 502, row(1, "u", 21, "newest", "m"))));

            assertThat(table("stale", "id, a, b")).containsExactly("1|newest|m", "2|new|n");
        }
    }

    @Test
    void equalVersionsOfOnePartitionEndAsTheLaterOffsetAlsoWhenOldBatchesAreRepeated() {
        try (SinkFixture fixture = sink("equal")) {
            SinkWriter writer = fixture.writer();
            WriteBatch first =
                    batch(0, 0, rows(CHANGE, 0, 0, row(1, "c", 7, "first", "f"), row(1, "u", 7, "second", "s")));
            WriteBatch second = batch(0, 2, rows(CHANGE, 0, 2, row(1, "u", 7, "third", "t")));

            put(writer, first);
            put(writer, second);
            put(writer, first);

            assertThat(table("equal", "id, a, b")).containsExactly("1|third|t");
        }
    }

    private static WriteBatch timed(int partition, int offset, long timestamp, String text) {
        RowBatch rows = RowBatches.of(PLAIN)
                .origin(RecordBatches.at(Batches.partition(partition), offset)
                        .record("k", "v")
                        .timestamp(timestamp)
                        .build())
                .row(1, text)
                .build();
        return batch(partition, offset, rows);
    }

    @Test
    void withoutVersionsOffsetsDecideWithinAPartitionAndTimestampsBetweenPartitions() {
        try (SinkFixture fixture = sink("times")) {
            SinkWriter writer = fixture.writer();

            put(writer, timed(0, 5, 2000, "later offset"));
            put(writer, timed(0, 4, 3000, "earlier offset, later clock"));
            assertThat(table("times", "id, a, _version")).containsExactly("1|later offset|2000");

            put(writer, timed(1, 0, 1999, "earlier elsewhere"));
            assertThat(table("times", "id, a")).containsExactly("1|later offset");

            put(writer, timed(1, 1, 2001, "later elsewhere"));
            put(writer, timed(1, 2, 1500, "same partition, clock set back"));
            assertThat(table("times", "id, a")).containsExactly("1|same partition, clock set back");
        }
    }

    @Test
    void partialRowsLeaveOtherColumnsAlone() {
        Schema partial = schema("id", Kind.INT64, "_version", Kind.INT64, "b", Kind.STRING);
        try (SinkFixture fixture = sink("partial")) {
            SinkWriter writer = fixture.writer();

            put(writer, batch(0, 0, rows(CHANGE, 0, 0, row(1, "c", 1, "a1", "b1"), row(2, "c", 2, "a2", "b2"))));
            put(writer, batch(0, 2, rows(partial, 0, 2, row(1, 3, "b3"), row(5, 4, "b5"))));
            put(
                    writer,
                    batch(0, 4, rows(CHANGE, 0, 4, row(2, "u", 5, "a6", "b6")), rows(partial, 0, 5, row(2, 6, "b7"))));

            assertThat(table("partial", "id, a, b")).containsExactly("1|a1|b3", "2|a6|b7", "5|null|b5");
        }
    }

    /** One poll comes apart by schema, so rows of one key may be handed over in another order than that of their offsets. */
    @Test
    void partialRowsOfOnePollAreAppliedInTheOrderOfTheirOffsets() {
        Schema names = schema("id", Kind.INT64, "name", Kind.STRING);
        Schema quantities = schema("id", Kind.INT64, "qty", Kind.INT64);
        lake.rows("CREATE TABLE " + lake.sql("apart") + " (id BIGINT NULL, name VARCHAR NULL, qty BIGINT NULL)");
        try (SinkFixture fixture = sink("apart")) {
            SinkWriter writer = fixture.writer();

            put(
                    writer,
                    batch(
                            0,
                            0,
                            rows(quantities, 0, 0, row(9, 1)),
                            rows(quantities, 0, 2, row(1, 9)),
                            rows(names, 0, 1, row(1, "new"))));

            assertThat(table("apart", "id, name, qty")).containsExactly("1|new|9", "9|null|1");
        }
    }

    @Test
    void softDeletesKeepTheRowAndItsVersion() {
        try (SinkFixture fixture = sink("soft")) {
            fixture.delete = LakeSinkConfig.Delete.SOFT;
            SinkWriter writer = fixture.writer();

            put(writer, batch(0, 0, rows(CHANGE, 0, 0, row(1, "c", 1, "a1", "b1"), row(2, "c", 2, "a2", "b2"))));
            put(writer, batch(0, 2, rows(DELETE, 0, 2, row(1, "d", 10), row(2, "d", 10), row(3, "d", 10))));
            put(
                    writer,
                    batch(1, 0, rows(CHANGE, 1, 0, row(1, "u", 9, "late", "late"), row(3, "u", 9, "late", "late"))));
            put(writer, batch(0, 5, rows(CHANGE, 0, 5, row(2, "c", 11, "again", null))));

            assertThat(table("soft", "id, a, b, _version, _deleted"))
                    .containsExactly("1|a1|b1|10|1", "2|again|null|11|0", "3|null|null|10|1");
        }
    }

    @Test
    void hardDeletesForgetTheVersionSoWhatIsAppliedLaterComesBack() {
        try (SinkFixture fixture = sink("hard")) {
            SinkWriter writer = fixture.writer();

            put(writer, batch(0, 0, rows(CHANGE, 0, 0, row(1, "c", 1, "a1", "b1"))));
            put(
                    writer,
                    batch(0, 1, rows(DELETE, 0, 1, row(1, "d", 2)), rows(CHANGE, 0, 2, row(1, "c", 3, "again", null))));
            assertThat(table("hard", "id, a, b")).containsExactly("1|again|null");

            put(writer, batch(0, 3, rows(DELETE, 0, 3, row(1, "d", 4))));
            assertThat(table("hard", "id")).isEmpty();

            put(writer, batch(1, 0, rows(CHANGE, 1, 0, row(1, "u", 3, "late", null))));
            assertThat(table("hard", "id, a")).containsExactly("1|late");
        }
    }

    @Test
    void deletesBeforeThereIsATableDoNothing() {
        try (SinkFixture fixture = sink("early")) {
            SinkWriter writer = fixture.writer();

            put(writer, batch(0, 0, rows(DELETE, 0, 0, row(1, "d", 1))));
            put(writer, batch(0, 1, rows(DELETE, 0, 1, row(1, "d", 1)), rows(CHANGE, 0, 2, row(2, "c", 3, "a", "b"))));

            assertThat(table("early", "id, a, b")).containsExactly("2|a|b");
        }
    }

    @Test
    void tableOfSomebodyElseGetsTheColumnsAndItsRowsGiveWay() {
        lake.rows("CREATE TABLE " + lake.sql("foreign") + " (id INT NOT NULL, a STRING, b STRING, extra STRING)");
        lake.rows("INSERT INTO " + lake.sql("foreign") + " VALUES (1, 'a', 'b', 'kept'), (2, 'a', 'b', 'kept')");
        try (SinkFixture fixture = sink("foreign")) {
            fixture.delete = LakeSinkConfig.Delete.SOFT;
            SinkWriter writer = fixture.writer();

            put(writer, batch(0, 0, rows(CHANGE, 0, 0, row(1, "u", 1, "a1", "b1"), row(3, "c", 1, "a3", "b3"))));
            put(writer, batch(0, 2, rows(DELETE, 0, 2, row(2, "d", 1))));

            assertThat(table("foreign", "id, a, b, extra, _deleted"))
                    .containsExactly("1|a1|b1|kept|0", "2|a|b|kept|1", "3|a3|b3|null|0");
        }
    }

    @Test
    void messagesGoIntoTheirOwnTableBesides() {
        try (SinkFixture fixture = sink("both")) {
            fixture.layout = LakeSinkConfig.Layout.RAW_AND_COLUMNS;
            fixture.rawTable = lake.table("both_raw");
            SinkWriter writer = fixture.writer();
            RowBatch rows = RowBatches.of(CHANGE)
                    .origin(RecordBatches.at(Batches.partition(0), 5)
                            .record("k", "{\"n\":1}")
                            .record("k", "{\"n\":2}")
                            .build())
                    .row(1, "c", 1, "a1", "b1")
                    .row(1, "u", 2, "a2", "b2")
                    .build();
            WriteBatch batch = Batches.of(0, 5, 2, rows);

            put(writer, batch);
            put(writer, batch);

            assertThat(table("both", "id, a")).containsExactly("1|a2");
            assertThat(table("both_raw", "koffset, raw_data")).containsExactly("5|{\"n\":1}", "6|{\"n\":2}");
        }
    }

    @Test
    void refusesRowsThatMixVersionsWithTimestamps() {
        try (SinkFixture fixture = sink("mixed")) {
            SinkWriter writer = fixture.writer();
            WriteBatch without = batch(1, 0, rows(PLAIN, 1, 0, row(2, "x")));

            put(writer, batch(0, 0, rows(CHANGE, 0, 0, row(1, "c", 1, "a", "b"))));

            assertThat(write(writer, without).failure(without).code()).isEqualTo(LakeErrorCode.LAKE_KEY_UNFIT);
        }
    }

    @Test
    void everyKindOfValueComesThroughBothWays() {
        for (LakeSinkConfig.LoadMode load : List.of(LakeSinkConfig.LoadMode.MERGE, LakeSinkConfig.LoadMode.REPLACE)) {
            String name = "kinds_" + load;
            try (SinkFixture fixture = KeyedFixture.sink(lake, load, name, "id")) {
                SinkWriter writer = fixture.writer();

                put(
                        writer,
                        batch(
                                0,
                                0,
                                rows(
                                        KINDS,
                                        0,
                                        0,
                                        VALUES,
                                        row("other", null, null, null, null, null, null, null, null, null))));
                put(writer, batch(0, 2, rows(KINDS, 0, 2, VALUES)));

                assertThat(table(name, "id, flag, big, ratio, money, day, moment, bytes, doc, items"))
                        .as("load " + load)
                        .containsExactly(EXPECTED, "other" + "|null".repeat(9));
            }
        }
    }
}
