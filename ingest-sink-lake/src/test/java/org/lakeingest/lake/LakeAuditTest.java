package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.TargetAudit.RowCounts;

/** Which offsets have rows, by the lake's own count. */
final class LakeAuditTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final SourcePartition ONE = Batches.partition(1);
    private static final OffsetRange WHOLE = new OffsetRange(0, 1_000);

    private static LakeAudit audit(SinkFixture fixture) {
        return new LakeAudit(fixture.config(), fixture.context, false);
    }

    /** Rows of another tool have random ids, and say in their metadata which topic they came from. */
    private static void byAnotherTool(String table, String topic, int partition, long offset) {
        lake.rows("INSERT INTO " + lake.sql(table) + " SELECT '9c5b94b1-35ad-49bb-b118-8e8fc24abf80', " + offset + ", "
                + partition + ", parse_json('{}'), parse_json('{\"topic\":\"" + topic + "\"}'), now()");
    }

    private static void fill(SinkFixture fixture) {
        RecordingListener listener = new RecordingListener();
        fixture.writer().write(List.of(Batches.documents(1, 0, 100), Batches.documents(2, 0, 50)), listener);
        listener.await(2);
    }

    @Test
    void itCountsTheRowsOfEachPartitionUpToAPosition() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("counted"));
                LakeAudit audit = audit(fixture)) {
            fill(fixture);

            Map<SourcePartition, RowCounts> counts = audit.count(Map.of(ONE, new OffsetRange(10, 90)));

            assertThat(counts).containsExactly(Map.entry(ONE, new RowCounts(80, 80, new OffsetRange(10, 90), 10)));
            assertThat(audit.gaps(ONE, WHOLE, 10)).isEmpty();
            assertThat(audit.doubles(ONE, WHOLE, 10)).isEmpty();
        }
    }

    @Test
    void itFindsGapsAndDoublesAndOnlyAsManyAsAreWanted() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("planted"));
                LakeAudit audit = audit(fixture)) {
            fill(fixture);
            String table = lake.sql("planted");
            lake.rows("DELETE FROM " + table + " WHERE kpartition = 1 AND koffset IN (5, 6, 7, 20)");
            lake.rows("INSERT INTO " + table + " SELECT * FROM " + table
                    + " WHERE kpartition = 1 AND koffset IN (30, 31, 40)");

            assertThat(audit.gaps(ONE, WHOLE, 10)).containsExactly(new OffsetRange(5, 8), new OffsetRange(20, 21));
            assertThat(audit.gaps(ONE, WHOLE, 1)).containsExactly(new OffsetRange(5, 8));
            assertThat(audit.doubles(ONE, WHOLE, 10)).containsExactly(new OffsetRange(30, 32), new OffsetRange(40, 41));
            assertThat(audit.doubles(ONE, WHOLE, 1)).hasSize(1);
            assertThat(audit.count(Map.of(ONE, WHOLE)).get(ONE))
                    .isEqualTo(new RowCounts(99, 96, new OffsetRange(0, 100), 0));
        }
    }

    @Test
    void rowsOfAnotherToolCountAndThoseOfOtherTopicsDoNot() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("shared"));
                LakeAudit audit = audit(fixture)) {
            fill(fixture);
            String table = lake.sql("shared");
            lake.rows("DELETE FROM " + table + " WHERE kpartition = 1 AND koffset IN (5, 7)");
            byAnotherTool("shared", ONE.stream(), 1, 5);
            byAnotherTool("shared", "another", 1, 7);
            byAnotherTool("shared", "another", 1, 8);
            SourcePartition earlier = new SourcePartition(ONE.stream(), "cluster/earlier", 1);

            assertThat(audit.gaps(ONE, WHOLE, 10)).containsExactly(new OffsetRange(7, 8));
            assertThat(audit.doubles(ONE, WHOLE, 10)).isEmpty();
            assertThat(audit.count(Map.of(ONE, WHOLE)).get(ONE))
                    .isEqualTo(new RowCounts(99, 99, new OffsetRange(0, 100), 0));
            assertThat(audit.count(Map.of(earlier, WHOLE)))
                    .containsEntry(earlier, new RowCounts(1, 1, new OffsetRange(5, 6), 0));
        }
    }

    @Test
    void aTableThatIsAbsentHasNoRows() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("absent"));
                LakeAudit audit = audit(fixture)) {
            assertThat(audit.count(Map.of(ONE, WHOLE)).get(ONE))
                    .isEqualTo(new RowCounts(0, 0, new OffsetRange(0, 0), 0));
            assertThat(audit.gaps(ONE, WHOLE, 10)).isEmpty();
            assertThat(audit.positions()).isEmpty();
        }
    }

    @Test
    void itSaysWhichTablesCannotBeCompared() {
        try (SinkFixture fixture = new SinkFixture(lake.dsn(), lake.table("columns"))) {
            fixture.layout = LakeSinkConfig.Layout.COLUMNS;
            try (LakeAudit audit = audit(fixture)) {
                assertThat(audit.auditable(List.of(ONE.stream())).values())
                        .singleElement()
                        .satisfies(
                                each -> assertThat(each.obstacle().orElse("")).contains("raw-and-columns"));
            }
        }
    }
}
