package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What two transactions may do at once: the unit is the segment, which is what one statement wrote. */
class LakeConflictConformanceTest extends LakeConformance {
    private LakeClient other = lake;

    @BeforeEach
    void openTwoSessions() {
        other = session();
        lake = session();
    }

    private static LakeClient session() {
        LakeClient client = newClient();
        client.query("SET enable_compact_after_write = 0");
        client.query("SET enable_table_lock = 0");
        return client;
    }

    /** Runs a statement in a transaction of each session, commits the first, and gives back the code of the other's COMMIT, 0 for none. */
    private int bothAtOnce(String first, String second) {
        lake.query("BEGIN");
        other.query("BEGIN");
        lake.query(first);
        other.query(second);
        lake.query("COMMIT");
        return commit(other);
    }

    private static int commit(LakeClient client) {
        LakeClient.Refused refused = catchThrowableOfType(LakeClient.Refused.class, () -> client.query("COMMIT"));
        return refused == null ? 0 : refused.code;
    }

    private String rows(String table) {
        return lake.query("SELECT * FROM " + table + " ORDER BY 1").toString();
    }

    @Test
    void conflictsWithinASegment() {
        lake.query("CREATE TABLE seg(k STRING, n INT)");
        lake.query("INSERT INTO seg VALUES ('a', 1), ('b', 1)");
        String a = "UPDATE seg SET n = n + 1 WHERE k = 'a'";
        String b = "UPDATE seg SET n = n + 1 WHERE k = 'b'";
        assertThat(bothAtOnce(a, a)).isEqualTo(4001);
        assertThat(bothAtOnce(a, b)).isEqualTo(4001);
        assertThat(bothAtOnce(a, "DELETE FROM seg WHERE k = 'b'")).isEqualTo(4001);
        assertThat(rows("seg")).isEqualTo("[[a, 4], [b, 1]]");
    }

    @Test
    void doesNotConflictBetweenSegmentsUntilTheyAreTakenTogether() {
        lake.query("CREATE TABLE segs(k STRING, n INT)");
        lake.query("INSERT INTO segs VALUES ('a', 1)");
        lake.query("INSERT INTO segs VALUES ('b', 1)");
        String a = "UPDATE segs SET n = n + 1 WHERE k = 'a'";
        String b = "UPDATE segs SET n = n + 1 WHERE k = 'b'";
        assertThat(bothAtOnce(a, b)).isZero();
        String merge = " AS s(k, n) ON segs.k = s.k WHEN MATCHED THEN UPDATE SET n = s.n";
        lake.query("MERGE INTO segs USING (VALUES ('a', 5), ('b', 5))" + merge);
        assertThat(bothAtOnce(a, b)).isEqualTo(4001);
        lake.query("MERGE INTO segs USING (VALUES ('a', 7))" + merge);
        assertThat(bothAtOnce(a, b)).isZero();
        lake.query("OPTIMIZE TABLE segs COMPACT");
        assertThat(bothAtOnce(a, b)).isEqualTo(4001);
        assertThat(rows("segs")).isEqualTo("[[a, 9], [b, 6]]");
    }

    @Test
    void letsTheFirstOfManyWin() {
        lake.query("CREATE TABLE race(k INT, n INT)");
        lake.query("INSERT INTO race VALUES (1, 0), (2, 0), (3, 0), (4, 0)");
        List<LakeClient> racers = List.of(session(), session(), session(), session());
        int k = 1;
        for (LakeClient racer : racers) {
            racer.query("BEGIN");
            racer.query("UPDATE race SET n = 1 WHERE k = " + k++);
        }
        assertThat(racers.stream().map(LakeConflictConformanceTest::commit).toList())
                .containsExactly(0, 4001, 4001, 4001);
    }

    @Test
    void appendsNeverConflict() {
        lake.query("CREATE TABLE app(a INT)");
        assertThat(bothAtOnce("INSERT INTO app VALUES (1)", "INSERT INTO app VALUES (2)"))
                .isZero();
        assertThat(bothAtOnce("INSERT INTO app VALUES (3)", "UPDATE app SET a = a + 10"))
                .isZero();
        assertThat(bothAtOnce("DELETE FROM app WHERE a = 11", "INSERT INTO app VALUES (4)"))
                .isZero();
        assertThat(rows("app")).isEqualTo("[[3], [4], [12]]");
    }

    @Test
    void doublesNewKeysAndConflictsOnOldOnes() {
        lake.query("CREATE TABLE keys(a INT, b STRING)");
        String one = "REPLACE INTO keys ON (a) VALUES (7, 'one')";
        String two = "REPLACE INTO keys ON (a) VALUES (7, 'two')";
        assertThat(bothAtOnce(one, two)).isZero();
        assertThat(lake.one("SELECT count(*) FROM keys")).isEqualTo("2");
        lake.query(one);
        assertThat(bothAtOnce(one, two)).isEqualTo(4001);
        String merge = "MERGE INTO keys USING (VALUES (9, 'n')) AS s(a, b) ON keys.a = s.a"
                + " WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.a, s.b)";
        assertThat(bothAtOnce(merge, merge)).isZero();
        assertThat(rows("keys")).isEqualTo("[[7, one], [9, n], [9, n]]");
    }

    @Test
    void fencesATransactionByAnEpoch() {
        lake.query("CREATE TABLE fence(k STRING, n INT, epoch INT)");
        lake.query("CREATE TABLE fenced(a INT)");
        lake.query("INSERT INTO fence VALUES ('a', 1, 1)");
        stage("z.ndjson", "{\"a\":1}\n");
        lake.query("BEGIN");
        lake.query("UPDATE fence SET n = 2 WHERE k = 'a' AND n = 1 AND epoch = 1");
        lake.query(copy("fenced", "z.ndjson", "NDJSON", ""));
        assertThat(other.query("UPDATE fence SET epoch = 2 WHERE k = 'a'")).containsExactly(List.of("1"));
        assertThat(commit(lake)).isEqualTo(4001);
        assertThat(rows("fence") + rows("fenced")).isEqualTo("[[a, 1, 2]][]");
        assertThat(lake.query(copy("fenced", "z.ndjson", "NDJSON", ""))).hasSize(1);
    }

    @Test
    void queuesChangesThatCommitAtOnce() {
        lake.query("CREATE TABLE queue(k INT, n INT)");
        lake.query("INSERT INTO queue VALUES (1, 0)");
        List<CompletableFuture<Integer>> updates = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            LakeClient client = newClient();
            updates.add(CompletableFuture.supplyAsync(
                    () -> client.query("UPDATE queue SET n = n + 1").size()));
        }
        assertThat(updates.stream().map(CompletableFuture::join)).containsOnly(1);
        assertThat(rows("queue")).isEqualTo("[[1, 6]]");
    }

    @Test
    void toleratesCompactionAndTruncationOnlyWhenItAppends() {
        lake.query("CREATE TABLE kept(a INT)");
        lake.query("INSERT INTO kept VALUES (1)");
        lake.query("INSERT INTO kept VALUES (2)");
        String append = "INSERT INTO kept VALUES (3)";
        String change = "UPDATE kept SET a = a + 10 WHERE a = 1";
        for (String disturbance : List.of("OPTIMIZE TABLE kept COMPACT", "TRUNCATE TABLE kept")) {
            lake.query("INSERT INTO kept VALUES (1)");
            lake.query("BEGIN");
            lake.query(change);
            other.query(disturbance);
            assertThat(commit(lake)).as(disturbance).isEqualTo(4001);
            lake.query("BEGIN");
            lake.query(append);
            other.query(disturbance);
            assertThat(commit(lake)).as(disturbance).isZero();
        }
        assertThat(rows("kept")).isEqualTo("[[3]]");
    }

    @Test
    void conflictsByItsOwnCompactionUnlessThatIsOff() {
        for (String table : List.of("small_on", "small_off")) {
            lake.query("CREATE TABLE " + table + "(a INT)");
            for (int i = 0; i < 24; i++) {
                lake.query("INSERT INTO " + table + " VALUES (" + i + ")");
            }
        }
        String off = "INSERT INTO small_off VALUES (";
        assertThat(bothAtOnce(off + "24)", off + "25)")).isZero();
        lake.query("SET enable_compact_after_write = 1");
        other.query("SET enable_compact_after_write = 1");
        String on = "INSERT INTO small_on VALUES (";
        assertThat(bothAtOnce(on + "24)", on + "25)")).isEqualTo(4001);
        assertThat(bothAtOnce(on + "24)", on + "25)")).isZero();
    }

    @Test
    void losesRowsInATableThatWasDroppedOrReplaced() {
        lake.query("CREATE TABLE gone(a INT)");
        lake.query("INSERT INTO gone VALUES (1)");
        lake.query("BEGIN");
        lake.query("INSERT INTO gone VALUES (2)");
        other.query("DROP TABLE gone");
        assertThat(lake.one("SELECT count(*) FROM gone")).isEqualTo("2");
        assertThat(commit(lake)).isZero();
        assertThat(refused("SELECT * FROM gone").code).isEqualTo(1025);
        lake.query("UNDROP TABLE gone");
        assertThat(rows("gone")).isEqualTo("[[1], [2]]");
        lake.query("BEGIN");
        lake.query("INSERT INTO gone VALUES (3)");
        other.query("CREATE OR REPLACE TABLE gone(a INT)");
        assertThat(commit(lake)).isZero();
        assertThat(rows("gone")).isEqualTo("[]");
    }

    @Test
    void followsNewDefinitionsOfColumnsButNotOfTypes() {
        lake.query("CREATE TABLE cols(a INT)");
        lake.query("INSERT INTO cols VALUES (0)");
        lake.query("BEGIN");
        lake.query("INSERT INTO cols VALUES (1)");
        other.query("ALTER TABLE cols ADD COLUMN b INT DEFAULT 7");
        lake.query("INSERT INTO cols VALUES (2)");
        assertThat(commit(lake)).isZero();
        assertThat(rows("cols")).isEqualTo("[[0, 7], [1, 7], [2, 7]]");
        lake.query("BEGIN");
        lake.query("INSERT INTO cols VALUES (3, 3)");
        other.query("ALTER TABLE cols DROP COLUMN b");
        assertThat(commit(lake)).isZero();
        assertThat(rows("cols")).isEqualTo("[[0], [1], [2], [3]]");
        lake.query("BEGIN");
        lake.query("INSERT INTO cols VALUES (4)");
        other.query("ALTER TABLE cols RENAME TO cols_two");
        assertThat(commit(lake)).isZero();
        lake.query("BEGIN");
        lake.query("INSERT INTO cols_two VALUES (5)");
        other.query("ALTER TABLE cols_two MODIFY COLUMN a BIGINT");
        assertThat(commit(lake)).isEqualTo(1104);
        assertThat(rows("cols_two")).isEqualTo("[[0], [1], [2], [3], [4]]");
    }

    @Test
    void givesNoTimeToTransientTables() {
        lake.query("CREATE TRANSIENT TABLE brief(a INT)");
        lake.query("BEGIN");
        lake.query("INSERT INTO brief VALUES (1)");
        other.query("INSERT INTO brief VALUES (2)");
        assertThat(commit(lake)).isEqualTo(4001);
        assertThat(rows("brief")).isEqualTo("[[2]]");
    }

    @Test
    void createsATableFromAQueryOnceWhenSeveralTry() {
        List<CompletableFuture<Integer>> creations = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            LakeClient client = newClient();
            creations.add(CompletableFuture.supplyAsync(() -> {
                LakeClient.Refused refused = catchThrowableOfType(
                        LakeClient.Refused.class,
                        () -> client.query("CREATE TABLE sentinel AS SELECT 'lease' AS k, 0 AS n"));
                return refused == null ? 0 : refused.code;
            }));
        }
        List<Integer> codes = creations.stream().map(CompletableFuture::join).toList();
        assertThat(codes).filteredOn(c -> c == 0).hasSize(1);
        assertThat(codes).allMatch(c -> List.of(0, 2302, 2322).contains(c));
        assertThat(rows("sentinel")).isEqualTo("[[lease, 0]]");
    }

    @Test
    void changesRowsOfDifferentSegmentsAtOnce() {
        lake.query("CREATE TABLE busy(k INT, n INT)");
        for (int i = 0; i < 4; i++) {
            lake.query("INSERT INTO busy VALUES (" + i + ", 0)");
        }
        List<CompletableFuture<Integer>> sessions = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            LakeClient client = session();
            int row = i;
            sessions.add(CompletableFuture.supplyAsync(() -> changes(client, row)));
        }
        int changed = sessions.stream().mapToInt(CompletableFuture::join).sum();
        assertThat(lake.one("SELECT sum(n) FROM busy")).isEqualTo(String.valueOf(changed));
    }

    private static int changes(LakeClient client, int row) {
        int changed = 0;
        for (int i = 0; i < 12; i++) {
            LakeClient.Refused refused = catchThrowableOfType(
                    LakeClient.Refused.class, () -> client.query("UPDATE busy SET n = n + 1 WHERE k = " + row));
            assertThat(refused == null ? 0 : refused.code).isIn(0, 4001);
            changed += refused == null ? 1 : 0;
        }
        return changed;
    }
}
