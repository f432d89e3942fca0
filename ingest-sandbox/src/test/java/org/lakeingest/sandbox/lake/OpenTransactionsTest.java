package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A client that was killed leaves its transaction open for hours; nobody else may notice. */
class OpenTransactionsTest {
    private static final String KEPT =
            "SELECT count(*) FROM duckdb_tables() WHERE schema_name = 'lake_data' AND table_name LIKE 'k%'";

    private static LocalLake lake;
    private static LakeClient client;

    @BeforeAll
    static void start() {
        lake = LocalLake.start(LakeOptions.inMemory());
        client = LakeClient.of(lake.dsn());
    }

    @AfterAll
    static void stop() {
        lake.close();
    }

    private static LakeClient session() {
        LakeClient session = LakeClient.of(lake.dsn());
        ObjectNode state = LakeClient.JSON.createObjectNode();
        state.putObject("settings").put("enable_table_lock", "0").put("enable_compact_after_write", "0");
        session.session = state;
        return session;
    }

    private static String move(String table, int to) {
        return "MERGE INTO " + table + " AS l USING (VALUES ('a', " + to + ")) AS v(k, n) ON l.k = v.k"
                + " WHEN MATCHED THEN UPDATE SET l.n = v.n";
    }

    @Test
    void costCommitsNothingOnceTheirRowsAreKept() {
        client.query("CREATE TABLE moved(k STRING, n INT)");
        client.query("INSERT INTO moved VALUES ('a', 0)");
        List<LakeClient> killed = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            LakeClient one = session();
            one.query("BEGIN");
            one.query(move("moved", -1));
            killed.add(one);
        }
        LakeClient alive = session();
        for (int i = 1; i <= 10; i++) {
            alive.query("BEGIN");
            alive.query(move("moved", i));
            alive.query("COMMIT");
            alive.query("UPDATE moved SET n = n + 100");
        }
        assertThat(client.one(KEPT)).isEqualTo("5");
        for (LakeClient one : killed) {
            assertThat(one.one("SELECT n FROM moved")).isEqualTo("-1");
            one.query("ROLLBACK");
        }
        assertThat(client.one("SELECT n FROM moved")).isEqualTo("110");
        assertThat(client.one(KEPT)).isEqualTo("0");
    }

    @Test
    void goOnSeeingARowThatOthersChangeAndSeeItOnce() {
        client.query("CREATE TABLE seen(k STRING, n INT)");
        client.query("INSERT INTO seen VALUES ('a', 1), ('b', 1)");
        LakeClient open = session();
        open.query("BEGIN");
        open.query("INSERT INTO seen VALUES ('c', 1)");
        session().query("UPDATE seen SET n = 2 WHERE k = 'a'");
        session().query("UPDATE seen SET n = 3 WHERE k = 'a'");
        assertThat(open.query("SELECT k, n FROM seen ORDER BY k, n").toString()).isEqualTo("[[a, 1], [b, 1], [c, 1]]");
        open.query("COMMIT");
        assertThat(client.query("SELECT k, n FROM seen ORDER BY k, n").toString())
                .isEqualTo("[[a, 3], [b, 1], [c, 1]]");
    }
}
