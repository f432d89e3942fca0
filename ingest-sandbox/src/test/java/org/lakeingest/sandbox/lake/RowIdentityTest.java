package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The database inside makes a checkpoint whenever it likes, which closes up the places of removed rows and so renumbers the others. */
class RowIdentityTest {
    @TempDir
    Path folder;

    private Duck duck;
    private Stages stages;
    private Engine engine;

    @BeforeEach
    void open() throws Exception {
        LakeOptions options = LakeOptions.inMemory();
        duck = Duck.open(options, folder.resolve("spill"));
        stages = Stages.open(options, folder);
        Segments segments = new Segments();
        try (Connection connection = duck.connect("main")) {
            Catalog.setUp(connection);
        }
        FileRecords records = new FileRecords(options.clock());
        engine = new Engine(duck, stages, segments, records, new Labels(options.clock()), CopyInto::new);
        run(new Session(null), "CREATE TABLE t(k STRING, n INT)");
        run(new Session(null), "INSERT INTO t VALUES ('a', 0), ('b', 0), ('c', 0)");
        checkpoint();
        for (int i = 1; i <= 5; i++) {
            run(new Session(null), merge(i));
        }
    }

    @AfterEach
    void close() {
        duck.close();
        stages.close();
    }

    private static String merge(int to) {
        return "MERGE INTO t USING (VALUES ('a', " + to + ")) AS v(k, n) ON t.k = v.k"
                + " WHEN MATCHED THEN UPDATE SET t.n = v.n";
    }

    private List<String> run(Session session, String sql) throws LakeException {
        List<String> rows = new ArrayList<>();
        RowCursor cursor = engine.execute(sql, session, new Cancellation()).rows();
        for (@Nullable String[] row = cursor.next(); row != null; row = cursor.next()) {
            rows.add(String.join(" ", row));
        }
        cursor.close();
        return rows;
    }

    private void checkpoint() throws Exception {
        try (Connection connection = duck.connect("main")) {
            Duck.run(connection, "CHECKPOINT");
        }
    }

    @Test
    void aTransactionReplacesTheRowThatItHasMergedBeforeACheckpoint() throws Exception {
        Session session = new Session(null);
        run(session, "BEGIN");
        run(session, merge(100));
        checkpoint();
        assertThat(run(session, "SELECT k, n FROM t ORDER BY k")).containsExactly("a 100", "b 0", "c 0");
        run(session, "COMMIT");
        assertThat(run(session, "SELECT k, n FROM t ORDER BY k")).containsExactly("a 100", "b 0", "c 0");
    }

    @Test
    void aTransactionChangesAndRemovesTheRowsThatItChoseBeforeACheckpoint() throws Exception {
        Session session = new Session(null);
        run(session, "BEGIN");
        run(session, "UPDATE t SET n = 100 WHERE k = 'a'");
        run(session, "DELETE FROM t WHERE k = 'b'");
        checkpoint();
        run(session, "UPDATE t SET n = n + 1 WHERE k = 'a'");
        checkpoint();
        run(session, "COMMIT");
        assertThat(run(session, "SELECT k, n FROM t ORDER BY k")).containsExactly("a 101", "c 0");
    }

    @Test
    void aTransactionGoesOnSeeingWhatOthersReplacedBeforeACheckpoint() throws Exception {
        Session session = new Session(null);
        run(session, "BEGIN");
        run(session, "DELETE FROM t WHERE k = 'c'");
        run(new Session(null), merge(100));
        checkpoint();
        assertThat(run(session, "SELECT k, n FROM t ORDER BY k")).containsExactly("a 5", "b 0");
        run(session, "ROLLBACK");
        assertThat(run(session, "SELECT k, n FROM t ORDER BY k")).containsExactly("a 100", "b 0", "c 0");
    }
}
