package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** REPLACE, and MERGE, from values and from staged files. */
class LakeUpsertConformanceTest extends LakeConformance {
    /** The real lake keeps the lock of a refused statement until it expires, half a minute later. */
    @BeforeEach
    void goWithoutTableLock() {
        lake.query("SET enable_table_lock = 0");
    }

    private String rows(String table) {
        return lake.query("SELECT * FROM " + table + " ORDER BY 1, 2").toString();
    }

    private long written() {
        return lake.last.path("stats").path("write_progress").path("rows").asLong();
    }

    @Test
    void replacesRowsByTheirKey() {
        lake.query("CREATE TABLE rep(a INT, b STRING, v VARIANT)");
        lake.query("INSERT INTO rep VALUES (1, 'x', '1'), (1, 'again', null), (2, 'y', null)");
        assertThat(lake.query("REPLACE INTO rep ON (a) VALUES (1, 'new', '{\"k\":1}'), (5, 'five', null)"))
                .isEmpty();
        assertThat(lake.columns()).containsExactly("a:Nullable(Int32)", "b:Nullable(String)", "v:Nullable(Variant)");
        assertThat(lake.last.path("has_result_set").asBoolean()).isTrue();
        assertThat(written()).isEqualTo(2);
        assertThat(rows("rep")).isEqualTo("[[1, new, {\"k\":1}], [2, y, null], [5, five, null]]");
        lake.query("REPLACE INTO rep(b, a) ON CONFLICT (b) SELECT 'y', 9");
        assertThat(rows("rep")).isEqualTo("[[1, new, {\"k\":1}], [5, five, null], [9, y, null]]");
    }

    @Test
    void neverMatchesNullKeysInReplace() {
        lake.query("CREATE TABLE rep_null(a INT, b INT)");
        lake.query("REPLACE INTO rep_null ON (a, b) VALUES (null, 1), (1, 1)");
        lake.query("REPLACE INTO rep_null ON (a, b) VALUES (null, 1), (1, 1)");
        assertThat(rows("rep_null")).isEqualTo("[[1, 1], [null, 1], [null, 1]]");
    }

    @Test
    void refusesDoubledKeysInReplaceAndAppliesNothing() {
        lake.query("CREATE TABLE rep_twice(a INT, b STRING)");
        lake.query("INSERT INTO rep_twice VALUES (1, 'old')");
        LakeClient.Refused twice = refused("REPLACE INTO rep_twice ON (a) VALUES (2, 'n'), (1, 'q'), (1, 'r')");
        assertThat(twice.code).isEqualTo(4000);
        assertThat(twice.text).startsWith("duplicated data detected in the values being replaced into");
        assertThat(rows("rep_twice")).isEqualTo("[[1, old]]");
    }

    @Test
    void namesWhatIsWrongWithAReplace() {
        lake.query("CREATE TABLE rep_bad(a INT, b STRING)");
        assertThat(refused("REPLACE INTO rep_bad ON (zz) VALUES (1, 'x')").code).isEqualTo(1006);
        assertThat(refused("REPLACE INTO rep_bad(b) ON (a) VALUES ('x')").code).isEqualTo(1006);
        assertThat(refused("REPLACE INTO rep_bad ON () VALUES (1, 'x')").code).isEqualTo(1005);
        assertThat(refused("REPLACE INTO rep_bad VALUES (1, 'x')").code).isEqualTo(1005);
        assertThat(refused("REPLACE INTO rep_bad(a) ON (a) VALUES (1, 'x')").code)
                .isEqualTo(1303);
        assertThat(refused("REPLACE INTO nope ON (a) VALUES (1)").code).isEqualTo(1025);
    }

    @Test
    void replacesFromStagedFilesWithoutRecordingThem() {
        lake.query("CREATE TABLE rep_file(koffset BIGINT, kpartition INT, raw VARIANT)");
        stage(
                "r.parquet",
                parquet("SELECT i::BIGINT AS koffset, 0::INTEGER AS kpartition, '{\"i\":' || i || '}' AS raw"
                        + " FROM range(3) AS r(i)"));
        String sql = "REPLACE INTO rep_file ON (koffset, kpartition) SELECT * FROM @~/" + folder
                + "/ (FILE_FORMAT => 'parquet', FILES => ('r.parquet'))";
        lake.query(sql);
        lake.query(sql);
        assertThat(rows("rep_file")).isEqualTo("[[0, 0, {\"i\":0}], [1, 0, {\"i\":1}], [2, 0, {\"i\":2}]]");
        assertThat(lake.query(copy("rep_file", "r.parquet", "PARQUET", ""))).hasSize(1);
        lake.query(sql);
        assertThat(lake.one("SELECT count(*) FROM rep_file")).isEqualTo("3");
        stage("r.ndjson", "{\"o\":1,\"p\":0,\"r\":{\"n\":1}}\n{\"o\":7,\"p\":0,\"r\":null}\n");
        lake.query("REPLACE INTO rep_file ON (koffset, kpartition) SELECT $1:o::BIGINT, $1:p::INT, $1:r FROM @~/"
                + folder + "/ (FILE_FORMAT => 'ndjson', FILES => ('r.ndjson'))");
        assertThat(written()).isEqualTo(2);
        assertThat(lake.query("SELECT koffset, raw['n'] FROM rep_file ORDER BY 1")
                        .toString())
                .isEqualTo("[[0, null], [1, 1], [2, null], [7, null]]");
    }

    @Test
    void mergesByWhatMatches() {
        lake.query("CREATE TABLE mer(a INT, b STRING)");
        lake.query("INSERT INTO mer VALUES (1, 'x'), (2, 'y'), (3, 'z')");
        assertThat(
                        lake.query(
                                "MERGE INTO mer USING (VALUES (1, 'm'), (7, 'n')) AS s(a, b) ON mer.a = s.a"
                                        + " WHEN MATCHED THEN UPDATE SET b = s.b WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.a, s.b)"))
                .containsExactly(List.of("1", "1"));
        assertThat(lake.columns()).containsExactly("number of rows inserted:UInt64", "number of rows updated:UInt64");
        assertThat(written()).isEqualTo(2);
        assertThat(lake.query("MERGE INTO mer AS t USING (SELECT 2 AS a, 'del' AS b UNION ALL SELECT 3, 'upd') AS s"
                        + " ON t.a = s.a WHEN MATCHED AND s.b = 'del' THEN DELETE WHEN MATCHED THEN UPDATE SET t.b = s.b"
                        + " WHEN NOT MATCHED AND s.b = 'del' THEN INSERT (a, b) VALUES (s.a, s.b)"))
                .containsExactly(List.of("0", "1", "1"));
        assertThat(lake.columns())
                .containsExactly(
                        "number of rows inserted:UInt64",
                        "number of rows updated:UInt64",
                        "number of rows deleted:UInt64");
        assertThat(rows("mer")).isEqualTo("[[1, m], [3, upd], [7, n]]");
        assertThat(lake.query("MERGE INTO mer USING (SELECT * FROM (VALUES (1, 'all'), (8, 'all')) AS x(a, b)) AS s"
                        + " ON mer.a = s.a WHEN MATCHED THEN UPDATE * WHEN NOT MATCHED THEN INSERT *"))
                .containsExactly(List.of("1", "1"));
        assertThat(rows("mer")).isEqualTo("[[1, all], [3, upd], [7, n], [8, all]]");
    }

    @Test
    void movesALedgerOnlyFromTheExpectedPositions() {
        lake.query("CREATE TABLE led(k STRING, next BIGINT, epoch BIGINT)");
        lake.query("INSERT INTO led VALUES ('a', 10, 1), ('b', 20, 1), ('c', 30, 2)");
        assertThat(lake.query("MERGE INTO led AS l USING (VALUES ('a', 10, 15, 1), ('b', 21, 25, 1), ('c', 30, 35, 1))"
                        + " AS s(k, f, t, e) ON l.k = s.k AND l.next = s.f AND l.epoch = s.e"
                        + " WHEN MATCHED THEN UPDATE SET l.next = s.t"))
                .containsExactly(List.of("1"));
        assertThat(rows("led")).isEqualTo("[[a, 15, 1], [b, 20, 1], [c, 30, 2]]");
    }

    @Test
    void updatesARowForOneSourceRowOnlyButDeletesItForMany() {
        lake.query("CREATE TABLE many(a INT, b STRING)");
        lake.query("INSERT INTO many VALUES (5, 'x')");
        LakeClient.Refused twice =
                refused("MERGE INTO many USING (VALUES (5, 'p'), (5, 'q')) AS s(a, b) ON many.a = s.a"
                        + " WHEN MATCHED THEN UPDATE SET b = s.b");
        assertThat(twice.code).isEqualTo(4001);
        assertThat(twice.text)
                .isEqualTo("multi rows from source match one and the same row in the target_table multi times");
        assertThat(rows("many")).isEqualTo("[[5, x]]");
        assertThat(lake.query("MERGE INTO many USING (VALUES (9, 'p'), (9, 'q')) AS s(a, b) ON many.a = s.a"
                        + " WHEN NOT MATCHED THEN INSERT VALUES (s.a, s.b)"))
                .containsExactly(List.of("2"));
        assertThat(lake.query("MERGE INTO many USING (VALUES (5, 'p'), (5, 'q')) AS s(a, b) ON many.a = s.a"
                        + " WHEN MATCHED THEN DELETE"))
                .containsExactly(List.of("1"));
    }

    @Test
    void namesWhatIsWrongWithAMerge() {
        lake.query("CREATE TABLE mer_bad(a INT, b STRING)");
        String start = "MERGE INTO mer_bad USING (VALUES (1, 'x')) AS s(a, b) ON mer_bad.a = s.a ";
        assertThat(refused(start).code).isEqualTo(1006);
        assertThat(refused(start + "WHEN MATCHED THEN UPDATE SET nope = s.b").code)
                .isEqualTo(1006);
        assertThat(refused(start + "WHEN NOT MATCHED THEN INSERT (a, nope) VALUES (s.a, s.b)").code)
                .isEqualTo(1006);
        assertThat(refused("MERGE INTO mer_bad USING (VALUES (1, 'x')) ON mer_bad.a = 1 WHEN MATCHED THEN DELETE").code)
                .isEqualTo(1005);
        assertThat(refused("MERGE INTO mer_bad USING nope AS s ON mer_bad.a = s.a WHEN MATCHED THEN DELETE").code)
                .isEqualTo(1025);
    }

    @Test
    void mergesFromStagedFiles() {
        lake.query("CREATE TABLE mer_file(id INT, name STRING, v VARIANT)");
        lake.query("INSERT INTO mer_file VALUES (1, 'old', '1'), (2, 'stays', '2')");
        stage("m.parquet", parquet("SELECT 1 AS id, 'new' AS name, '{\"x\":1}' AS v UNION ALL SELECT 3, 'in', null"));
        assertThat(lake.query("MERGE INTO mer_file AS t USING (SELECT id, name, v FROM @~/" + folder
                        + "/ (FILE_FORMAT => 'parquet', FILES => ('m.parquet'))) AS s ON t.id = s.id"
                        + " WHEN MATCHED THEN UPDATE SET t.name = s.name, t.v = parse_json(s.v)"
                        + " WHEN NOT MATCHED THEN INSERT (id, name) VALUES (s.id, s.name)"))
                .containsExactly(List.of("1", "1"));
        assertThat(rows("mer_file")).isEqualTo("[[1, new, {\"x\":1}], [2, stays, 2], [3, in, null]]");
    }

    @Test
    void readsStagedFilesInQueries() {
        stage("q.parquet", parquet("SELECT i AS n, 't' || i AS t FROM range(5) AS r(i)"));
        String files = "@~/" + folder + "/ (FILE_FORMAT => 'parquet', FILES => ('q.parquet'))";
        assertThat(lake.query("SELECT n, t FROM " + files + " WHERE n > 3")).containsExactly(List.of("4", "t4"));
        lake.query("CREATE TABLE from_files AS SELECT n, t FROM " + files);
        lake.query("INSERT INTO from_files SELECT n + 10, t FROM " + files);
        assertThat(lake.one("SELECT count(*) FROM from_files")).isEqualTo("10");
        lake.query("CREATE TABLE transformed(n INT, s STRING, d INT DEFAULT 7)");
        stage("q.ndjson", "{\"a\":{\"b\":1},\"s\":\"x\"}\n{\"s\":\"y\"}\n");
        assertThat(lake.query("COPY INTO transformed(n, s) FROM (SELECT $1:a.b::INT, $1:s::STRING FROM @~/" + folder
                                + "/) FILES=('q.ndjson') FILE_FORMAT=(TYPE=NDJSON)")
                        .toString())
                .isEqualTo("[[" + folder + "/q.ndjson, 2, 0, null, null]]");
        assertThat(lake.query("SELECT * FROM transformed ORDER BY s").toString())
                .isEqualTo("[[1, x, 7], [null, y, 7]]");
        assertThat(refused("COPY INTO transformed(n) FROM (SELECT $1:s::INT FROM @~/" + folder
                                + "/) FILES=('q.ndjson') FILE_FORMAT=(TYPE=NDJSON) FORCE=true")
                        .code)
                .isEqualTo(1006);
    }
}
