package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LakeSqlConformanceTest extends LakeConformance {
    @Test
    void answersTheGuidesQueries() {
        lake.query(
                "CREATE TABLE guide(uuid STRING, koffset BIGINT, kpartition INT, raw_data JSON, record_metadata JSON,"
                        + " add_time TIMESTAMP)");
        for (int i = 0; i < 4; i++) {
            lake.query("INSERT INTO guide VALUES ('u', " + i + ", " + i % 2 + ", '{\"sequence\":" + i / 2
                    + ",\"name\":\"n\"}', '{}', '2024-01-01')");
        }
        assertThat(lake.query(
                        "SELECT count(*) AS total_rows, count(DISTINCT raw_data['sequence']::UInt64) AS distinct_sequences,"
                                + " min(raw_data['sequence']::UInt64) AS min_sequence, max(raw_data['sequence']::UInt64) AS max_sequence"
                                + " FROM " + database() + ".guide"))
                .containsExactly(List.of("4", "2", "0", "1"));
        assertThat(lake.columns())
                .containsExactly(
                        "total_rows:UInt64",
                        "distinct_sequences:UInt64",
                        "min_sequence:Nullable(UInt64)",
                        "max_sequence:Nullable(UInt64)");
        assertThat(lake.query(
                        "SELECT kpartition, count(*) AS rows, min(koffset), max(koffset) FROM guide GROUP BY kpartition"
                                + " ORDER BY kpartition"))
                .containsExactly(List.of("0", "2", "0", "2"), List.of("1", "2", "1", "3"));
        assertThat(lake.query("SELECT raw_data['name']::String, raw_data['name'], raw_data:name FROM guide LIMIT 1"))
                .containsExactly(List.of("n", "\"n\"", "\"n\""));
        assertThat(lake.one("SELECT count(*) FROM guide WHERE raw_data['name']::STRING = 'n' AND kpartition = 1"))
                .isEqualTo("2");
    }

    @Test
    void readsTheDatabaseThatIsCalledByAReservedWord() {
        lake.query("CREATE TABLE default.conf_reserved(a INT)");
        try {
            lake.query("INSERT INTO default.conf_reserved VALUES (1)");
            assertThat(lake.one("SELECT count(*) FROM default.conf_reserved")).isEqualTo("1");
            assertThat(lake.one("SELECT t.a FROM default.conf_reserved AS t")).isEqualTo("1");
            assertThat(lake.one("SELECT count(*) FROM `default`.`conf_reserved`"))
                    .isEqualTo("1");
        } finally {
            lake.query("DROP TABLE default.conf_reserved");
        }
    }

    @Test
    void foldsUnquotedNamesAndKeepsQuotedOnes() {
        lake.query("CREATE TABLE Folded(AbC INT, \"DeF\" INT, `GhI` INT)");
        assertThat(lake.query("DESC folded").stream().map(r -> r.get(0))).containsExactly("abc", "DeF", "GhI");
        lake.query("INSERT INTO FOLDED(ABC, \"DeF\") VALUES (1, 2)");
        assertThat(lake.query("SELECT abc, \"DeF\" FROM folded")).containsExactly(List.of("1", "2"));
        lake.query("SELECT ABC AS Xyz, `GhI` AS `Uvw` FROM folded");
        assertThat(lake.columns()).containsExactly("xyz:Nullable(Int32)", "Uvw:Nullable(Int32)");
    }

    @Test
    void describesTablesInAllItsWays() {
        lake.query("CREATE TABLE described(a INT, b STRING NOT NULL, c VARIANT NULL, d DECIMAL(20,2), e UINT64,"
                + " f TIMESTAMP, g BIGINT UNSIGNED NOT NULL DEFAULT 5, h ARRAY(INT), k BOOLEAN NOT NULL)");
        List<List<String>> described = List.of(
                List.of("a", "INT", "YES", "NULL", ""),
                List.of("b", "VARCHAR", "NO", "''", ""),
                List.of("c", "VARIANT", "YES", "NULL", ""),
                List.of("d", "DECIMAL(20, 2)", "YES", "NULL", ""),
                List.of("e", "BIGINT UNSIGNED", "YES", "NULL", ""),
                List.of("f", "TIMESTAMP", "YES", "NULL", ""),
                List.of("g", "BIGINT UNSIGNED", "NO", "5", ""),
                List.of("h", "ARRAY(INT32)", "YES", "NULL", ""),
                List.of("k", "BOOLEAN", "NO", "false", ""));
        assertThat(lake.query("DESC described").toString()).isEqualTo(described.toString());
        assertThat(lake.query("SHOW FIELDS FROM described").toString()).isEqualTo(described.toString());
        assertThat(lake.columns())
                .containsExactly("Field:String", "Type:String", "Null:String", "Default:String", "Extra:String");
        assertThat(lake.query("SELECT name, type, data_type, is_nullable FROM system.columns WHERE database = '"
                        + database() + "' AND table = 'described' AND name IN ('b', 'd', 'g')"))
                .containsExactlyInAnyOrder(
                        List.of("b", "String", "VARCHAR", "NO"),
                        List.of("d", "Nullable(Decimal(20, 2))", "DECIMAL(20, 2)", "YES"),
                        List.of("g", "UInt64", "BIGINT UNSIGNED", "NO"));
        assertThat(lake.one("SHOW CREATE TABLE described")).isEqualTo("described");
        assertThat(lake.query("SHOW TABLES").stream().map(r -> r.get(0))).contains("described");
        assertThat(lake.query("SHOW DATABASES").stream().map(r -> r.get(0))).contains(database(), "default");
    }

    @Test
    void givesARecreatedTableANewId() {
        String id = "SELECT table_id FROM system.tables WHERE database = '" + database() + "' AND name = 'ided'";
        lake.query("CREATE TABLE ided(a INT)");
        String first = lake.one(id);
        lake.query("ALTER TABLE ided ADD COLUMN b STRING");
        assertThat(lake.one(id)).isEqualTo(first);
        lake.query("CREATE OR REPLACE TABLE ided(a INT)");
        assertThat(lake.one(id)).isNotEqualTo(first);
    }

    @Test
    void addsColumnsAndFillsThemWithDefaults() {
        lake.query("CREATE TABLE added(a INT)");
        lake.query("INSERT INTO added VALUES (1)");
        lake.query("ALTER TABLE added ADD COLUMN b STRING");
        lake.query("ALTER TABLE added ADD COLUMN IF NOT EXISTS b STRING");
        lake.query("ALTER TABLE added ADD c INT NOT NULL DEFAULT 7");
        assertThat(lake.query("SELECT a, b, c FROM added").toString()).isEqualTo("[[1, null, 7]]");
        assertThat(refused("ALTER TABLE added ADD COLUMN b STRING").code).isEqualTo(1108);
    }

    @Test
    void reportsHowManyRowsAStatementChanged() {
        lake.query("CREATE TABLE changed(a INT, b STRING)");
        assertThat(lake.query("INSERT INTO changed VALUES (1, 'x'), (2, 'it''s'), (3, 'back\\\\slash; -- no comment')"))
                .containsExactly(List.of("3"));
        assertThat(lake.columns()).containsExactly("number of rows inserted:UInt64");
        assertThat(lake.last.path("stats").path("write_progress").path("rows").asInt())
                .isEqualTo(3);
        assertThat(lake.query("SELECT b FROM changed ORDER BY a"))
                .containsExactly(List.of("x"), List.of("it's"), List.of("back\\slash; -- no comment"));
        assertThat(lake.query("UPDATE changed SET b = 'y' WHERE a >= 2")).containsExactly(List.of("2"));
        assertThat(lake.columns()).containsExactly("number of rows updated:UInt64");
        assertThat(lake.query("UPDATE changed SET b = 'y' WHERE a = 9")).containsExactly(List.of("0"));
        assertThat(lake.query("DELETE FROM changed WHERE b = 'y'")).containsExactly(List.of("2"));
        assertThat(lake.columns()).containsExactly("number of rows deleted:UInt64");
        assertThat(lake.query("INSERT INTO changed SELECT a + 10, b FROM changed"))
                .containsExactly(List.of("1"));
        assertThat(lake.query("TRUNCATE TABLE changed")).isEmpty();
        assertThat(lake.one("SELECT count(*) FROM changed")).isEqualTo("0");
        assertThat(lake.query("DROP TABLE changed")).isEmpty();
        assertThat(lake.last.path("has_result_set").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1005 | selec 1
            1005 | SELECT 1; SELECT 2
            1005 | SELECT 'abc
            1005 | CREATE TABLE bad(a NOSUCHTYPE)
            1006 | CREATE TABLE bad(a INT, a INT)
            1003 | SELECT * FROM nodb.t
            1003 | USE nodb
            1003 | DROP DATABASE nodb
            1003 | CREATE TABLE nodb.t(a INT)
            1025 | SELECT * FROM nope
            1025 | INSERT INTO nope VALUES (1)
            1025 | DROP TABLE nope
            1025 | TRUNCATE TABLE nope
            1025 | DESC nope
            1025 | ALTER TABLE nope ADD COLUMN a INT
            1025 | COPY INTO nope FROM @~/none
            1025 | UPDATE nope SET a = 1
            1008 | SELECT nope()
            1065 | SELECT nope FROM errors
            2302 | CREATE TABLE errors(a INT)
            1006 | INSERT INTO errors(zz) VALUES (1)
            1303 | INSERT INTO errors VALUES (1, 2, 3, 4)
            1006 | INSERT INTO errors(a) VALUES ('abc')
            1006 | INSERT INTO errors(v) VALUES ('{bad')
            1006 | INSERT INTO errors(n) VALUES (null)
            2501 | LIST @nostage
            2501 | COPY INTO errors FROM @nostage
            2501 | DROP STAGE nostage
            2801 | SET nosuch = 1
            3902 | PRESIGN UPLOAD @~/x
            3001 | COPY INTO errors FROM @~/none/ FILES=('x') FILE_FORMAT=(TYPE=NDJSON)
            """)
    void namesErrorsByCode(int code, String sql) {
        lake.query("CREATE TABLE IF NOT EXISTS errors(a INT, v VARIANT, n INT NOT NULL DEFAULT 0)");
        assertThat(refused(sql).code).isEqualTo(code);
    }

    @Test
    void takesWhatExistsLeniently() {
        lake.query("CREATE TABLE IF NOT EXISTS lenient(a INT)");
        lake.query("CREATE TABLE IF NOT EXISTS lenient(b INT)");
        lake.query("DROP TABLE IF EXISTS lenient");
        lake.query("DROP TABLE IF EXISTS lenient");
        lake.query("CREATE DATABASE IF NOT EXISTS " + database());
        assertThat(refused("CREATE DATABASE " + database()).code).isEqualTo(2301);
    }

    @Test
    void renamesTables() {
        lake.query("CREATE TABLE before(a INT)");
        lake.query("INSERT INTO before VALUES (4)");
        lake.query("ALTER TABLE before RENAME TO after_");
        assertThat(lake.one("SELECT a FROM after_")).isEqualTo("4");
        assertThat(refused("SELECT a FROM before").code).isEqualTo(1025);
    }
}
