package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every type of a column: declared, shown, filled from literals, Parquet and NDJSON, and read again. */
class LakeTypesConformanceTest extends LakeConformance {
    private static final String ALL =
            "(a TINYINT, b SMALLINT, c INT, d BIGINT, e UINT8, f SMALLINT UNSIGNED, g INT UNSIGNED,"
                    + " h UINT64, i FLOAT, j DOUBLE, k DECIMAL(10,2), l DECIMAL(38,10), m DECIMAL(76,20), n BOOLEAN, o STRING, p BINARY,"
                    + " q DATE, r TIMESTAMP, s TIMESTAMP_TZ, u VARIANT, v ARRAY(INT), w MAP(STRING, INT), x TUPLE(a INT, b STRING),"
                    + " y ARRAY(ARRAY(STRING)))";
    private static final List<String> ROW = List.of(
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "7",
            "18446744073709551615",
            "1.5",
            "2.5",
            "1.23",
            "12.5000000000",
            "123456789012345678901234567890123456789012345.50000000000000000000",
            "1",
            "s",
            "6162",
            "2024-01-02",
            "2024-01-02 03:04:05.123456",
            "2024-01-02 03:04:05.000000 +0200",
            "{\"a\":[1,2]}",
            "[1,2,NULL]",
            "{\"k\":1}",
            "(1,\"x\")",
            "[[\"a\"],[]]");

    private String describe(String table) {
        return lake.query("DESC " + table).toString();
    }

    @Test
    void declaresEveryType() {
        lake.query("CREATE TABLE every" + ALL);
        assertThat(lake.query("DESC every").stream().map(r -> r.get(1)))
                .containsExactly(
                        "TINYINT",
                        "SMALLINT",
                        "INT",
                        "BIGINT",
                        "TINYINT UNSIGNED",
                        "SMALLINT UNSIGNED",
                        "INT UNSIGNED",
                        "BIGINT UNSIGNED",
                        "FLOAT",
                        "DOUBLE",
                        "DECIMAL(10, 2)",
                        "DECIMAL(38, 10)",
                        "DECIMAL(76, 20)",
                        "BOOLEAN",
                        "VARCHAR",
                        "BINARY",
                        "DATE",
                        "TIMESTAMP",
                        "TIMESTAMPTZ",
                        "VARIANT",
                        "ARRAY(INT32)",
                        "MAP(STRING, INT32)",
                        "TUPLE(A INT32, B STRING)",
                        "ARRAY(ARRAY(STRING))");
        assertThat(lake.query("SELECT type, data_type FROM system.columns WHERE database = '" + database()
                        + "' AND table = 'every' AND name IN ('m', 'x', 'y') ORDER BY name"))
                .containsExactly(
                        List.of("Nullable(Decimal(76, 20))", "DECIMAL(76, 20)"),
                        List.of("Nullable(Tuple(Nullable(Int32), Nullable(String)))", "TUPLE(A INT32, B STRING)"),
                        List.of("Nullable(Array(Nullable(Array(Nullable(String)))))", "ARRAY(ARRAY(STRING))"));
        assertThat(lake.one("SELECT count(*) FROM system.columns WHERE database = '" + database()
                        + "' AND table = 'every'"))
                .isEqualTo("24");
    }

    @Test
    void readsBackWhatLiteralsWrote() {
        lake.query("CREATE TABLE lits" + ALL);
        lake.query("INSERT INTO lits VALUES (1, 2, 3, 4, 5, 6, 7, 18446744073709551615, 1.5, 2.5, '1.23', 12.5,"
                + " '123456789012345678901234567890123456789012345.5', true, 's', 'ab', '2024-01-02',"
                + " '2024-01-02 03:04:05.123456', '2024-01-02 03:04:05 +0200', '{\"a\":[1,2]}', [1, 2, null], {'k': 1}, (1, 'x'),"
                + " [['a'], []])");
        assertThat(lake.query("SELECT * FROM lits")).containsExactly(ROW);
        assertThat(lake.columns())
                .contains(
                        "m:Nullable(Decimal(76, 20))",
                        "s:Nullable(Timestamp_Tz)",
                        "w:Nullable(Map(String, Int32 NULL))",
                        "x:Nullable(Tuple(Int32 NULL, String NULL))",
                        "y:Nullable(Array(Array(String NULL) NULL))");
    }

    @Test
    void readsBackWhatParquetBrought() {
        lake.query("CREATE TABLE from_parquet" + ALL);
        stage(
                "all.parquet",
                parquet(
                        "SELECT 1::TINYINT AS a, 2::SMALLINT AS b, 3::INTEGER AS c, 4::BIGINT AS d,"
                                + " 5::UTINYINT AS e, 6::USMALLINT AS f, 7::UINTEGER AS g, 18446744073709551615::UBIGINT AS h, 1.5::FLOAT AS i,"
                                + " 2.5::DOUBLE AS j, 1.23::DECIMAL(10,2) AS k, '12.5' AS l,"
                                + " '123456789012345678901234567890123456789012345.5' AS m, true AS n, 's' AS o, 'ab'::BLOB AS p,"
                                + " DATE '2024-01-02' AS q, TIMESTAMP '2024-01-02 03:04:05.123456' AS r, '2024-01-02 03:04:05 +0200' AS s,"
                                + " '{\"a\":[1,2]}' AS u, [1, 2, NULL] AS v, MAP {'k': 1} AS w, {'a': 1, 'b': 'x'} AS x, [['a'], []] AS y"));
        lake.query(copy("from_parquet", "all.parquet", "PARQUET MISSING_FIELD_AS=FIELD_DEFAULT", ""));
        assertThat(lake.query("SELECT * FROM from_parquet")).containsExactly(ROW);
    }

    @Test
    void readsBackWhatNdjsonBrought() {
        lake.query("CREATE TABLE from_ndjson" + ALL.replace("p BINARY,", "p STRING,"));
        stage(
                "all.ndjson",
                "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":18446744073709551615,\"i\":1.5,\"j\":2.5,"
                        + "\"k\":\"1.23\",\"l\":\"12.5\",\"m\":\"123456789012345678901234567890123456789012345.5\",\"n\":true,\"o\":\"s\","
                        + "\"p\":\"6162\",\"q\":\"2024-01-02\",\"r\":\"2024-01-02T03:04:05.123456Z\",\"s\":\"2024-01-02 03:04:05 +0200\","
                        + "\"u\":{\"a\":[1,2]},\"v\":[1,2,null],\"w\":{\"k\":1},\"x\":[1,\"x\"],\"y\":[[\"a\"],[]]}\n");
        lake.query(copy("from_ndjson", "all.ndjson", "NDJSON", ""));
        assertThat(lake.query("SELECT * FROM from_ndjson")).containsExactly(ROW);
        lake.query("CREATE TABLE tuples(x TUPLE(a INT, b STRING))");
        stage("t.ndjson", "{\"x\":{\"a\":2,\"b\":\"y\"}}\n{\"x\":null}\n");
        lake.query(copy("tuples", "t.ndjson", "NDJSON", ""));
        assertThat(lake.query("SELECT x FROM tuples ORDER BY x IS NULL").toString())
                .isEqualTo("[[(2,\"y\")], [null]]");
    }

    @Test
    void readsNullsOfEveryType() {
        lake.query("CREATE TABLE nulls" + ALL);
        lake.query("INSERT INTO nulls(a) VALUES (null)");
        stage("n.ndjson", "{\"p\":null}\n");
        lake.query(copy("nulls", "n.ndjson", "NDJSON MISSING_FIELD_AS=NULL", ""));
        stage("n.parquet", parquet("SELECT NULL::INTEGER AS c, NULL::VARCHAR AS u, NULL::INTEGER[] AS v"));
        lake.query(copy("nulls", "n.parquet", "PARQUET MISSING_FIELD_AS=FIELD_DEFAULT", ""));
        List<String> none = Arrays.asList(new String[24]);
        assertThat(lake.query("SELECT * FROM nulls")).containsExactly(none, none, none);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            TINYINT | 128 | 1046
            UINT8 | -1 | 1046
            BIGINT | 9223372036854775808 | 1046
            UINT64 | 18446744073709551616 | 1046
            INT | "1" | 1046
            INT | true | 1046
            DOUBLE | "1.5" | 1046
            DECIMAL(4,2) | "100.00" | 1046
            DECIMAL(4,2) | "abc" | 1046
            DECIMAL(76,20) | "999999999999999999999999999999999999999999999999999999999" | 1046
            BOOLEAN | 1 | 1046
            BOOLEAN | "true" | 1046
            STRING | [1] | 1046
            BINARY | "6162" | 1104
            DATE | "2024-13-01" | 1046
            DATE | "x" | 1046
            TIMESTAMP | "x" | 1046
            TIMESTAMP_TZ | "x" | 1046
            TIMESTAMP_TZ | 1 | 1046
            ARRAY(INT) | {"a":1} | 1046
            ARRAY(INT) | ["x"] | 1046
            ARRAY(INT) | [3000000000] | 1046
            MAP(STRING, INT) | [1] | 1046
            MAP(STRING, INT) | {"a":"x"} | 1046
            TUPLE(a INT, b STRING) | [1] | 1046
            """)
    void refusesNdjsonThatDoesNotFit(String type, String value, int code) {
        lake.query("CREATE OR REPLACE TABLE nd_bad(c " + type + ")");
        stage("b.ndjson", "{\"c\":" + value + "}\n");
        assertThat(refused(copy("nd_bad", "b.ndjson", "NDJSON", "")).code).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            TINYINT | 128::INTEGER | 1006
            UINT64 | -1::BIGINT | 1006
            INT | 'x' | 1006
            DECIMAL(4,2) | 100::INTEGER | 1006
            DECIMAL(4,2) | 'abc' | 1006
            BOOLEAN | 'x' | 1006
            DATE | 'x' | 1006
            TIMESTAMP | 'x' | 1006
            TIMESTAMP_TZ | 'x' | 1006
            VARIANT | '{' | 1006
            BINARY | 'x' | 1010
            STRING | 1::INTEGER | 1010
            STRING | true | 1010
            VARIANT | {'a': 1} | 1010
            VARIANT | [1] | 1010
            ARRAY(INT) | 'x' | 1010
            MAP(STRING, INT) | {'a': 1} | 1010
            TUPLE(a INT, b STRING) | {'b': 'x', 'a': 1} | 1010
            TUPLE(a INT, b STRING) | {'a': 1} | 1010
            """)
    void refusesParquetThatDoesNotFit(String type, String value, int code) {
        lake.query("CREATE OR REPLACE TABLE pq_bad(c " + type + ")");
        stage("b.parquet", parquet("SELECT " + value + " AS c"));
        assertThat(refused(copy("pq_bad", "b.parquet", "PARQUET MISSING_FIELD_AS=FIELD_DEFAULT", "")).code)
                .isEqualTo(code);
    }

    @Test
    void dropsColumnsOfAFileThatTheTableLacksUnlessTheyAreNamed() {
        lake.query("CREATE TABLE lacks(a INT)");
        stage("more.parquet", parquet("SELECT 1 AS a, 2 AS b"));
        assertThat(lake.query(copy("lacks", "more.parquet", "PARQUET", ""))).hasSize(1);
        stage("more.ndjson", "{\"a\":2,\"b\":3}\n");
        assertThat(lake.query(copy("lacks", "more.ndjson", "NDJSON", ""))).hasSize(1);
        assertThat(refused(copy("lacks(a, b)", "more.parquet", "PARQUET", "FORCE=true")).code)
                .isEqualTo(1006);
        assertThat(lake.query("SELECT * FROM lacks ORDER BY a")).containsExactly(List.of("1"), List.of("2"));
    }

    @Test
    void matchesColumnsWithoutRegardToCase() {
        lake.query("CREATE TABLE cased(\"MixedCase\" INT, lower INT)");
        stage("c.parquet", parquet("SELECT 1 AS MIXEDCASE, 2 AS \"LOWER\""));
        lake.query(copy("cased", "c.parquet", "PARQUET", ""));
        stage("c.ndjson", "{\"mixedcase\":3,\"Lower\":4}\n");
        lake.query(copy("cased", "c.ndjson", "NDJSON", ""));
        assertThat(lake.query("SELECT * FROM cased ORDER BY lower"))
                .containsExactly(List.of("1", "2"), List.of("3", "4"));
    }

    @Test
    void keepsOddNames() {
        String longName = "n".repeat(200);
        lake.query(
                "CREATE TABLE \"Odd Table.x\"(\"a.b\" INT, \"c d\" INT, \"e\"\"f\" INT, `select` INT, \"Ünï\" INT, \""
                        + longName + "\" INT, \"x'y\" INT, \"from\" INT)");
        assertThat(lake.query("DESC \"Odd Table.x\"").stream().map(r -> r.get(0)))
                .containsExactly("a.b", "c d", "e\"f", "select", "Ünï", longName, "x'y", "from");
        lake.query("INSERT INTO \"Odd Table.x\"(\"a.b\", \"e\"\"f\", \"select\", \"Ünï\", \"x'y\", \"from\", \""
                + longName + "\", \"c d\") VALUES (1, 2, 3, 4, 5, 6, 7, 8)");
        String select = "SELECT \"a.b\", \"e\"\"f\", `select`, \"Ünï\", \"x'y\", \"from\", \"" + longName
                + "\", \"c d\" FROM " + database() + ".\"Odd Table.x\"";
        assertThat(lake.query(select)).containsExactly(List.of("1", "2", "3", "4", "5", "6", "7", "8"));
        stage(
                "odd.ndjson",
                "{\"a.b\":1,\"e\\\"f\":2,\"select\":3,\"Ünï\":4,\"x'y\":5,\"from\":6,\"" + longName
                        + "\":7,\"c d\":8}\n");
        stage(
                "odd.parquet",
                parquet("SELECT 1 AS \"a.b\", 2 AS \"e\"\"f\", 3 AS \"select\", 4 AS \"Ünï\", 5 AS \"x'y\","
                        + " 6 AS \"from\", 7 AS \"" + longName + "\", 8 AS \"c d\""));
        lake.query("TRUNCATE TABLE \"Odd Table.x\"");
        lake.query(copy("\"Odd Table.x\"", "odd.ndjson", "NDJSON", ""));
        lake.query(copy(
                "\"Odd Table.x\"(\"a.b\", \"e\"\"f\", \"select\", \"Ünï\", \"x'y\", \"from\", \"" + longName
                        + "\", \"c d\")",
                "odd.parquet",
                "PARQUET",
                ""));
        assertThat(lake.query(select))
                .containsExactly(
                        List.of("1", "2", "3", "4", "5", "6", "7", "8"),
                        List.of("1", "2", "3", "4", "5", "6", "7", "8"));
        assertThat(String.valueOf(
                        lake.query("SHOW CREATE TABLE \"Odd Table.x\"").get(0).get(1)))
                .startsWith("CREATE TABLE \"Odd Table.x\" (\n  \"a.b\" INT NULL,");
    }

    @Test
    void namesNullabilityOfColumnsInResults() {
        lake.query("CREATE TABLE strict(a INT NOT NULL, b STRING NOT NULL DEFAULT 'd', c VARIANT)");
        lake.query("SELECT * FROM strict");
        assertThat(lake.columns()).containsExactly("a:Int32", "b:String", "c:Nullable(Variant)");
        lake.query("SELECT b AS z, count(*) AS n, a FROM strict AS s WHERE a > 1 GROUP BY a, b ORDER BY a");
        assertThat(lake.columns()).containsExactly("z:String", "n:UInt64", "a:Int32");
        assertThat(refused("INSERT INTO strict(b) VALUES ('x')").code).isEqualTo(1006);
        assertThat(refused("INSERT INTO strict(a, b) VALUES (1, null)").code).isEqualTo(1006);
        lake.query("SELECT table, name, type FROM system.columns LIMIT 1");
        assertThat(lake.columns()).containsExactly("table:String", "name:String", "type:String");
    }

    @Test
    void altersColumns() {
        lake.query("CREATE TABLE alt(a INT, b STRING, c DECIMAL(10,2))");
        lake.query("INSERT INTO alt VALUES (1, '12', 1.25)");
        lake.query("ALTER TABLE alt MODIFY COLUMN a BIGINT");
        lake.query("ALTER TABLE alt MODIFY COLUMN b INT");
        lake.query("ALTER TABLE alt MODIFY COLUMN c DECIMAL(20,4)");
        assertThat(lake.query("SELECT * FROM alt")).containsExactly(List.of("1", "12", "1.2500"));
        lake.query("ALTER TABLE alt ADD COLUMN d INT FIRST");
        lake.query("ALTER TABLE alt ADD COLUMN e INT NOT NULL DEFAULT 5 AFTER a");
        lake.query("ALTER TABLE alt RENAME COLUMN b TO bb");
        lake.query("ALTER TABLE alt DROP COLUMN d");
        assertThat(lake.query("SELECT * FROM alt")).containsExactly(List.of("1", "5", "12", "1.2500"));
        assertThat(describe("alt"))
                .isEqualTo("[[a, BIGINT, YES, NULL, ], [e, INT, NO, 5, ], [bb, INT, YES, NULL, ],"
                        + " [c, DECIMAL(20, 4), YES, NULL, ]]");
        lake.query("ALTER TABLE alt MODIFY COLUMN bb STRING");
        lake.query("INSERT INTO alt VALUES (2, 2, 'abc', 1)");
        assertThat(refused("ALTER TABLE alt MODIFY COLUMN bb INT").code).isEqualTo(1006);
        assertThat(refused("ALTER TABLE alt MODIFY COLUMN nope INT").code).isEqualTo(1058);
        assertThat(refused("ALTER TABLE alt DROP COLUMN nope").code).isEqualTo(1006);
        assertThat(refused("ALTER TABLE alt RENAME COLUMN nope TO x").code).isEqualTo(1065);
        assertThat(refused("ALTER TABLE alt RENAME COLUMN a TO bb").code).isEqualTo(1065);
        assertThat(refused("ALTER TABLE alt ADD COLUMN a INT").code).isEqualTo(1108);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1049 | CREATE TABLE bad_type(a DECIMAL(77,2))
            1049 | CREATE TABLE bad_type(a DECIMAL(10,11))
            1006 | CREATE TABLE bad_type(a MAP(ARRAY(INT), INT))
            1005 | CREATE TABLE bad_type(a INT NULL NOT NULL)
            1005 | CREATE TABLE bad_type()
            2309 | UNDROP TABLE never_was
            1025 | SHOW CREATE TABLE never_was
            1025 | OPTIMIZE TABLE never_was COMPACT
            """)
    void refusesDefinitions(int code, String sql) {
        assertThat(refused(sql).code).isEqualTo(code);
    }

    @Test
    void bringsBackADroppedTable() {
        lake.query("CREATE TABLE dropped(a INT)");
        lake.query("INSERT INTO dropped VALUES (1)");
        lake.query("DROP TABLE dropped");
        lake.query("UNDROP TABLE dropped");
        assertThat(lake.query("SELECT * FROM dropped")).containsExactly(List.of("1"));
        assertThat(refused("UNDROP TABLE dropped").code).isEqualTo(2308);
    }

    @Test
    void createsTablesFromQueriesAndOtherTables() {
        lake.query("CREATE TABLE source_(a INT NOT NULL DEFAULT 3, b ARRAY(INT))");
        lake.query("CREATE TABLE like_ LIKE source_");
        assertThat(describe("like_")).isEqualTo(describe("source_"));
        lake.query("CREATE TABLE as_ AS SELECT 'x' AS k, 0::BIGINT UNSIGNED AS n");
        assertThat(describe("as_")).isEqualTo("[[k, VARCHAR, YES, NULL, ], [n, BIGINT UNSIGNED, YES, NULL, ]]");
        assertThat(lake.query("SELECT * FROM as_")).containsExactly(List.of("x", "0"));
        assertThat(refused("CREATE TABLE as_ AS SELECT 1 AS a").code).isEqualTo(2302);
        lake.query("CREATE TABLE IF NOT EXISTS as_ AS SELECT 1 AS a");
        lake.query("CREATE OR REPLACE TABLE as_(k STRING) AS SELECT 'y'");
        assertThat(lake.query("SELECT * FROM as_")).containsExactly(List.of("y"));
    }
}
