package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LakeValuesConformanceTest extends LakeConformance {
    private static final String NDJSON = "NDJSON MISSING_FIELD_AS=FIELD_DEFAULT COMPRESSION=AUTO";

    private String count(String table) {
        return String.valueOf(lake.one("SELECT count(*) FROM " + table));
    }

    @Test
    void namesTheFirstBadLine() {
        lake.query("CREATE TABLE poison(a INT, b STRING)");
        stage("bad.ndjson", "{\"a\":1,\"b\":\"x\"}\n{bad}\n{\"a\":1,\"b\":\"x\"}\n");
        LakeClient.Refused bad = refused(copy("poison", "bad.ndjson", NDJSON, ""));
        assertThat(bad.code).isEqualTo(1046);
        assertThat(bad.text).startsWith("Invalid NDJSON row");
        assertThat(bad.detail).isEqualTo("at file '" + folder + "/bad.ndjson', line 1");
        stage("type.ndjson", "{\"a\":1,\"b\":\"x\"}\n\n{\"a\":\"1\",\"b\":\"x\"}\n");
        LakeClient.Refused type = refused(copy("poison", "type.ndjson", NDJSON, ""));
        assertThat(type.code).isEqualTo(1046);
        assertThat(type.detail).isEqualTo("at file '" + folder + "/type.ndjson', line 2");
        stage("big.ndjson", "{\"a\":2147483648,\"b\":\"x\"}\n");
        assertThat(refused(copy("poison", "big.ndjson", NDJSON, "")).code).isEqualTo(1046);
        stage("part.ndjson", "{\"a\":1}\n");
        assertThat(refused(copy("poison", "part.ndjson", "NDJSON", "")).code).isEqualTo(1046);
        stage("object.ndjson", "{\"a\":1,\"b\":{\"c\":1}}\n");
        assertThat(refused(copy("poison", "object.ndjson", "NDJSON", "")).code).isEqualTo(1046);
        stage(
                "utf8.ndjson",
                new byte[] {'{', '"', 'a', '"', ':', '1', ',', '"', 'b', '"', ':', '"', (byte) 0xff, '"', '}', '\n'});
        assertThat(refused(copy("poison", "utf8.ndjson", "NDJSON", "")).code).isEqualTo(1046);
        stage("nan.ndjson", "{\"a\":1,\"b\":NaN}\n");
        assertThat(refused(copy("poison", "nan.ndjson", "NDJSON", "")).code).isEqualTo(1046);
        stage("comma.ndjson", "{\"a\":1,\"b\":\"x\",}\n");
        assertThat(refused(copy("poison", "comma.ndjson", "NDJSON", "")).code).isEqualTo(1046);
        assertThat(count("poison")).isEqualTo("0");
        lake.query(copy("poison", "bad.ndjson", NDJSON, "ON_ERROR=CONTINUE"));
        assertThat(count("poison")).isEqualTo("2");
    }

    @Test
    void goesOnWithoutBadRowsOfNdjsonAndCountsThem() {
        lake.query("CREATE TABLE going_on(a INT, b STRING NOT NULL)");
        stage(
                "mixed.ndjson",
                "{\"a\":1,\"b\":\"x\"}\n{bad}\n{\"a\":\"q\",\"b\":\"y\"}\n{\"a\":4,\"b\":null}\n{\"a\":5,\"b\":\"z\"}\n");
        String mixed = copy("going_on", "mixed.ndjson", NDJSON, "ON_ERROR=CONTINUE");
        List<@Nullable String> told = lake.query(mixed).get(0);
        assertThat(told.subList(0, 3)).containsExactly(folder + "/mixed.ndjson", "2", "3");
        assertThat(told.get(3)).startsWith("Invalid NDJSON row");
        assertThat(told.get(4)).isEqualTo("2");
        assertThat(lake.query("SELECT a, b FROM going_on ORDER BY a"))
                .containsExactly(List.of("1", "x"), List.of("5", "z"));
        assertThat(lake.query(mixed)).isEmpty();
    }

    @Test
    void remembersNoFileOfBadRowsAlone() {
        lake.query("CREATE TABLE all_bad(a INT)");
        stage("bad.ndjson", "{\"a\":\"q\"}\n{\"a\":\"r\"}\n");
        String bad = copy("all_bad", "bad.ndjson", NDJSON, "ON_ERROR=CONTINUE");
        assertThat(lake.query(bad).get(0).subList(1, 3)).containsExactly("0", "2");
        assertThat(lake.query(bad).get(0).subList(1, 3)).containsExactly("0", "2");
        lake.query(bad + " PURGE=true");
        assertThat(lake.query("LIST @~/" + folder)).isEmpty();
        assertThat(count("all_bad")).isEqualTo("0");
    }

    @Test
    void leavesOutNoSingleRowOfParquet() {
        lake.query("CREATE TABLE whole(a INT)");
        stage("bad.parquet", parquet("SELECT * FROM (VALUES ('1'), ('q')) AS t(a)"));
        assertThat(refused(copy("whole", "bad.parquet", "PARQUET", "ON_ERROR=CONTINUE")).code)
                .isEqualTo(1006);
        assertThat(count("whole")).isEqualTo("0");
    }

    @Test
    void convertsNdjsonValuesAsTheLakeDoes() {
        lake.query(
                "CREATE TABLE typed(i INT, l BIGINT, d DOUBLE, c DECIMAL(10,2), b BOOLEAN, s STRING, y DATE, t TIMESTAMP,"
                        + " v VARIANT)");
        String first = "{\"i\":1.5,\"l\":9223372036854775807,\"d\":1,\"c\":\"1.005\",\"b\":true,\"s\":1.50,"
                + "\"y\":\"2024-01-02\",\"t\":\"2024-01-02T03:04:05+02:00\",\"v\":[1,null,\"x\"]}";
        String second = "{\"i\":2.5,\"l\":-1,\"d\":1e-7,\"c\":0.29,\"b\":false,\"s\":true,\"y\":19724,"
                + "\"t\":1704067200123,\"v\":\"text\"}";
        String third = "{\"I\":-1.5,\"L\":0,\"d\":null,\"c\":null,\"b\":null,\"s\":null,\"y\":null,"
                + "\"t\":1704067200,\"v\":null,\"extra\":1}";
        stage("v.ndjson", first + "\r\n" + second + "\n\n" + third);
        lake.query(copy("typed", "v.ndjson", NDJSON, ""));
        assertThat(lake.query("SELECT i, l, d, c, b, s, y, t, v FROM typed ORDER BY l DESC"))
                .containsExactly(
                        List.of(
                                "2",
                                "9223372036854775807",
                                "1.0",
                                "1.01",
                                "1",
                                "1.50",
                                "2024-01-02",
                                "2024-01-02 01:04:05.000000",
                                "[1,null,\"x\"]"),
                        Arrays.asList("-2", "0", null, null, null, null, null, "2024-01-01 00:00:00.000000", null),
                        List.of(
                                "3",
                                "-1",
                                "1e-7",
                                "0.28",
                                "0",
                                "true",
                                "2024-01-02",
                                "2024-01-01 00:00:00.123000",
                                "\"text\""));
    }

    @Test
    void readsAllTheFormsOfATimestamp() {
        lake.query("CREATE TABLE stamps(n INT, t TIMESTAMP)");
        List<String> good = List.of(
                "2024-01-02 03:04:05.123456789Z",
                "2024-01-02T03:04:05+0530",
                "2024-01-02 03:04:05+00",
                "2024-01-02 03:04:05 +02:00",
                "2024-01-02 03:04",
                "2024-01-02");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < good.size(); i++) {
            text.append("{\"n\":")
                    .append(i)
                    .append(",\"t\":\"")
                    .append(good.get(i))
                    .append("\"}\n");
        }
        stage("t.ndjson", text.toString());
        lake.query(copy("stamps", "t.ndjson", NDJSON, ""));
        assertThat(lake.query("SELECT t FROM stamps ORDER BY n").stream().map(r -> r.get(0)))
                .containsExactly(
                        "2024-01-02 03:04:05.123456",
                        "2024-01-01 21:34:05.000000",
                        "2024-01-02 03:04:05.000000",
                        "2024-01-02 01:04:05.000000",
                        "2024-01-02 03:04:00.000000",
                        "2024-01-02 00:00:00.000000");
    }

    @Test
    void refusesWhatOnlyLooksLikeATimestamp() {
        lake.query("CREATE TABLE no_stamps(n INT, t TIMESTAMP)");
        int n = 0;
        for (String bad : List.of(
                "\"\"",
                "\"2024-01-02 24:00:00\"",
                "\"2024-01-02 03:04:60\"",
                "\"2024-01-02 03:04:05 UTC\"",
                "\" 2024-01-02\"",
                "\"2024-1-2\"",
                "1.5",
                "true")) {
            String file = "bad" + n++ + ".ndjson";
            stage(file, "{\"n\":1,\"t\":" + bad + "}\n");
            assertThat(refused(copy("no_stamps", file, NDJSON, "")).code)
                    .as(bad)
                    .isEqualTo(1046);
        }
    }

    @Test
    void treatsMissingAndNullFieldsByTheOptions() {
        lake.query("CREATE TABLE fills(a INT, b STRING NOT NULL DEFAULT 'd', c INT DEFAULT 7)");
        stage("m.ndjson", "{\"a\":1}\n");
        lake.query(copy("fills", "m.ndjson", NDJSON, ""));
        assertThat(lake.query("SELECT a, b, c FROM fills").toString()).isEqualTo("[[1, d, 7]]");
        stage("n.ndjson", "{\"a\":null,\"b\":null,\"c\":null}\n");
        assertThat(refused(copy("fills", "n.ndjson", NDJSON, "")).code).isEqualTo(1046);
        lake.query(copy("fills", "n.ndjson", NDJSON + " NULL_FIELD_AS=FIELD_DEFAULT", ""));
        assertThat(lake.query("SELECT a, b, c FROM fills WHERE a IS NULL").toString())
                .isEqualTo("[[null, d, 7]]");
        stage("z.ndjson", "{\"a\":5,\"b\":\"x\"}\n");
        lake.query(copy("fills", "z.ndjson", "NDJSON MISSING_FIELD_AS=NULL", ""));
        assertThat(lake.query("SELECT a, b, c FROM fills WHERE a = 5").toString())
                .isEqualTo("[[5, x, null]]");
    }

    @Test
    void checksWhatParquetBrings() {
        lake.query("CREATE TABLE pq(a INT, v VARIANT, s STRING)");
        Map<String, Integer> bad = Map.of(
                "SELECT 3000000000::BIGINT AS a, '1' AS v, 'x' AS s", 1006,
                "SELECT 1 AS a, '{bad' AS v, 'x' AS s", 1006,
                "SELECT 1 AS a, '{\"a\":1,}' AS v, 'x' AS s", 1006,
                "SELECT 1 AS a, '{\"a\":1,\"a\":2}' AS v, 'x' AS s", 1006,
                "SELECT 'abc' AS a, '1' AS v, 'x' AS s", 1006,
                "SELECT 1 AS a, '1' AS v", 1065);
        bad.forEach((query, code) -> {
            stage("bad.parquet", parquet(query));
            assertThat(refused(copy("pq", "bad.parquet", "PARQUET", "")).code)
                    .as(query)
                    .isEqualTo(code);
        });
        stage("not.parquet", "no Parquet at all");
        assertThat(refused(copy("pq", "not.parquet", "PARQUET", "")).code).isEqualTo(1046);
        stage("ok.parquet", parquet("SELECT '7' AS A, '{\"n\": 1.10}' AS v, 'x' AS s, 1 AS other"));
        lake.query(copy("pq", "ok.parquet", "PARQUET", ""));
        assertThat(lake.one("SELECT a FROM pq")).isEqualTo("7");
        stage("part.parquet", parquet("SELECT 8 AS a"));
        lake.query(copy("pq", "part.parquet", "PARQUET MISSING_FIELD_AS=FIELD_DEFAULT", ""));
        assertThat(lake.query("SELECT a, v, s FROM pq WHERE a = 8").toString()).isEqualTo("[[8, null, null]]");
    }

    @Test
    void convertsParquetTypes() {
        lake.query(
                "CREATE TABLE pt(i BIGINT, x BINARY, c DECIMAL(20,4), t TIMESTAMP, u TIMESTAMP, y DATE, b BOOLEAN, d DOUBLE,"
                        + " a ARRAY(INT), m MAP(STRING, INT), v VARIANT, w VARIANT)");
        stage(
                "t.parquet",
                parquet("SELECT 5::INTEGER AS i, 'ab'::BLOB AS x, 12.3456::DECIMAL(20,4) AS c,"
                        + " TIMESTAMPTZ '2024-01-02 03:04:05.123456+00' AS t, '2024-01-02T03:04:05+02:00' AS u, DATE '2024-01-02' AS y,"
                        + " true AS b, 0.1::DOUBLE AS d, [1, NULL] AS a, MAP {'k': 1} AS m, '' AS v, 5 AS w"));
        lake.query(copy("pt", "t.parquet", "PARQUET", ""));
        assertThat(lake.query("SELECT * FROM pt"))
                .containsExactly(List.of(
                        "5",
                        "6162",
                        "12.3456",
                        "2024-01-02 03:04:05.123456",
                        "2024-01-02 01:04:05.000000",
                        "2024-01-02",
                        "1",
                        "0.1",
                        "[1,NULL]",
                        "{\"k\":1}",
                        "null",
                        "5"));
    }

    @Test
    void castsParquetColumnsFreelyOnlyWhileNoFieldMayBeMissing() {
        lake.query("CREATE TABLE casts(v VARIANT, s STRING, x BINARY)");
        String file = "SELECT {'k': 1} AS v, 's' AS s, 'b'::BLOB AS x";
        for (String query : List.of(
                file,
                "SELECT '1' AS v, 5 AS s, 'b'::BLOB AS x",
                "SELECT '1' AS v, 's' AS s, 'b' AS x",
                "SELECT '1' AS v, true AS s, 'b'::BLOB AS x",
                "SELECT [1] AS v, 's' AS s, 'b'::BLOB AS x")) {
            stage("c.parquet", parquet(query));
            String refused = copy("casts", "c.parquet", "PARQUET MISSING_FIELD_AS=FIELD_DEFAULT", "FORCE=true");
            assertThat(refused(refused).code).as(query).isEqualTo(1010);
            assertThat(lake.query(copy("casts", "c.parquet", "PARQUET", "FORCE=true")))
                    .as(query)
                    .hasSize(1);
        }
        assertThat(lake.query("SELECT v, s, x FROM casts ORDER BY s, v::STRING"))
                .contains(
                        List.of("{\"k\":1}", "s", "62"),
                        List.of("1", "5", "62"),
                        List.of("1", "s", "62"),
                        List.of("1", "true", "62"),
                        List.of("[1]", "s", "62"));
    }

    @Test
    void takesBadJsonOnlyWithoutTheCheck() {
        lake.query("CREATE TABLE unchecked(v VARIANT)");
        stage("u.parquet", parquet("SELECT '{bad' AS v UNION ALL SELECT '{\"a\":1}'"));
        assertThat(refused(copy("unchecked", "u.parquet", "PARQUET", "")).code).isEqualTo(1006);
        assertThat(lake.query(copy("unchecked", "u.parquet", "PARQUET", "DISABLE_VARIANT_CHECK=true"))
                        .get(0)
                        .get(1))
                .isEqualTo("2");
        assertThat(lake.one("SELECT count(*) FROM unchecked WHERE v['a'] = 1")).isEqualTo("1");
    }
}
