package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class LakeCopyConformanceTest extends LakeConformance {
    private static final String RAW =
            "(uuid STRING, koffset BIGINT, kpartition INT, raw_data JSON, record_metadata JSON, add_time TIMESTAMP)";
    private static final String NDJSON = "NDJSON MISSING_FIELD_AS=FIELD_DEFAULT COMPRESSION=AUTO";

    private static String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append("{\"uuid\":\"u")
                    .append(i)
                    .append("\",\"koffset\":")
                    .append(i)
                    .append(",\"kpartition\":0,\"raw_data\":{\"sequence\":")
                    .append(i)
                    .append(",\"note\":\"é\"},\"record_metadata\":{\"offset\":")
                    .append(i)
                    .append("},\"add_time\":\"2024-01-02T03:04:05.123456Z\"}\n");
        }
        return text.toString();
    }

    private static byte[] rawParquet(int from, int to) {
        return parquet("SELECT 'u' || i AS uuid, i::BIGINT AS koffset, 0::INTEGER AS kpartition,"
                + " '{\"sequence\":' || i || '}' AS raw_data, '{}' AS record_metadata,"
                + " TIMESTAMP '2024-01-02 03:04:05.123456' AS add_time FROM range(" + from + ", " + to + ") AS r(i)");
    }

    private String count(String table) {
        return String.valueOf(lake.one("SELECT count(*) FROM " + table));
    }

    @Test
    void copiesNdjsonAndPurgesIt() {
        lake.query("CREATE TABLE nd" + RAW);
        stage("x.ndjson", lines(0, 100));
        assertThat(lake.query(copy("nd", "x.ndjson", NDJSON, "PURGE=true FORCE=true"))
                        .toString())
                .isEqualTo("[[" + folder + "/x.ndjson, 100, 0, null, null]]");
        assertThat(lake.columns())
                .containsExactly(
                        "File:String",
                        "Rows_loaded:Int32",
                        "Errors_seen:Int32",
                        "First_error:Nullable(String)",
                        "First_error_line:Nullable(Int32)");
        assertThat(lake.query("LIST @~/" + folder)).isEmpty();
        assertThat(lake.query("SELECT count(DISTINCT raw_data['sequence']::UInt64), max(raw_data['sequence']::UInt64),"
                        + " max(add_time), max(raw_data['note']::String) FROM nd"))
                .containsExactly(List.of("100", "99", "2024-01-02 03:04:05.123456", "é"));
    }

    @Test
    void copiesCompressedNdjsonAndParquet() {
        lake.query("CREATE TABLE packed" + RAW);
        stage("x.ndjson.zst", Zstd.compress(lines(0, 10).getBytes(StandardCharsets.UTF_8)));
        assertThat(lake.query(copy("packed", "x.ndjson.zst", NDJSON, "")).get(0).get(1))
                .isEqualTo("10");
        stage("x.bin", Zstd.compress(lines(10, 20).getBytes(StandardCharsets.UTF_8)));
        lake.query(copy("packed", "x.bin", "NDJSON COMPRESSION=ZSTD", ""));
        stage("x.parquet", rawParquet(20, 30));
        assertThat(lake.query(copy("packed", "x.parquet", "PARQUET", "")).get(0).get(1))
                .isEqualTo("10");
        assertThat(lake.query(
                        "SELECT count(*), count(DISTINCT koffset), sum(raw_data['sequence']::UInt64) FROM packed"))
                .containsExactly(List.of("30", "30", "435"));
    }

    @Test
    void remembersWhichFilesItLoaded() {
        lake.query("CREATE TABLE known" + RAW);
        stage("a.ndjson", lines(0, 10));
        assertThat(lake.query(copy("known", "a.ndjson", NDJSON, ""))).hasSize(1);
        assertThat(lake.query(copy("known", "a.ndjson", NDJSON, ""))).isEmpty();
        assertThat(lake.last.path("state").asText()).isEqualTo("Succeeded");
        stage("a.ndjson", lines(10, 20));
        assertThat(lake.query(copy("known", "a.ndjson", NDJSON, ""))).isEmpty();
        assertThat(lake.query(copy("known", "a.ndjson", NDJSON, "FORCE=true"))).hasSize(1);
        stage("b.ndjson", lines(20, 30));
        lake.query(copy("known", "b.ndjson", NDJSON, "PURGE=true"));
        assertThat(refused(copy("known", "b.ndjson", NDJSON, "PURGE=true")).code)
                .isEqualTo(3001);
        stage("b.ndjson", lines(30, 40));
        assertThat(lake.query(copy("known", "b.ndjson", NDJSON, "PURGE=true"))).isEmpty();
        stage("c.ndjson", lines(40, 50));
        lake.query(copy("known", "c.ndjson", NDJSON, "PURGE=true FORCE=true"));
        stage("c.ndjson", lines(50, 60));
        assertThat(lake.query(copy("known", "c.ndjson", NDJSON, "PURGE=true"))).hasSize(1);
        assertThat(count("known")).isEqualTo("50");
        lake.query("ALTER TABLE known RENAME TO still_known");
        assertThat(lake.query(copy("still_known", "a.ndjson", NDJSON, ""))).isEmpty();
        lake.query("TRUNCATE TABLE still_known");
        assertThat(lake.query(copy("still_known", "a.ndjson", NDJSON, ""))).hasSize(1);
    }

    @Test
    void loadsAFileOnceWhenSeveralCopyIt() {
        lake.query("CREATE TABLE raced" + RAW);
        stage("a.ndjson", lines(0, 20_000));
        List<CompletableFuture<String>> racers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            LakeClient client = newClient();
            racers.add(CompletableFuture.supplyAsync(() -> {
                try {
                    return client.query(copy("raced", "a.ndjson", NDJSON, "")).isEmpty() ? "none" : "loaded";
                } catch (LakeClient.Refused e) {
                    return String.valueOf(e.code);
                }
            }));
        }
        List<String> outcomes = racers.stream().map(CompletableFuture::join).toList();
        assertThat(outcomes.stream().filter("loaded"::equals)).hasSize(1);
        assertThat(outcomes).allMatch(o -> List.of("loaded", "none", "2014").contains(o));
        assertThat(count("raced")).isEqualTo("20000");
    }

    @Test
    void copiesManyFilesAtOnceIntoOneTable() {
        lake.query("CREATE TABLE crowded" + RAW);
        List<CompletableFuture<Integer>> copies = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            stage(i + ".ndjson", lines(i * 1000, i * 1000 + 1000));
            LakeClient client = newClient();
            String sql = copy("crowded", i + ".ndjson", NDJSON, "");
            copies.add(CompletableFuture.supplyAsync(() -> client.query(sql).size()));
        }
        assertThat(copies.stream().map(CompletableFuture::join)).containsOnly(1);
        assertThat(lake.query("SELECT count(*), count(DISTINCT koffset) FROM crowded"))
                .containsExactly(List.of("8000", "8000"));
    }

    @Test
    void takesLocationsAsPrefixes() {
        lake.query("CREATE TABLE prefixed" + RAW);
        stage("part-1.ndjson", lines(0, 1));
        stage("part-10.ndjson", lines(1, 2));
        stage("other.ndjson", lines(2, 3));
        assertThat(lake.query("LIST @~/" + folder + "/part-1").stream().map(r -> r.get(0)))
                .containsExactlyInAnyOrder(folder + "/part-1.ndjson", folder + "/part-10.ndjson");
        assertThat(lake.columns())
                .containsExactly(
                        "name:String",
                        "size:UInt64",
                        "md5:Nullable(String)",
                        "last_modified:String",
                        "creator:Nullable(String)");
        assertThat(lake.query("COPY INTO prefixed FROM @~/" + folder
                        + "/ PATTERN='part-.*[.]ndjson' FILE_FORMAT=(TYPE=NDJSON)"))
                .hasSize(2);
        assertThat(lake.query("REMOVE @~/" + folder + "/part-1")).isEmpty();
        assertThat(lake.query("LIST @~/" + folder + "/").stream().map(r -> r.get(0)))
                .containsExactly(folder + "/other.ndjson");
        assertThat(lake.query("COPY INTO prefixed FROM @~/" + folder + "/nothing FILE_FORMAT=(TYPE=NDJSON)"))
                .isEmpty();
    }

    @Test
    void refusesAWholeStatementForOneBadFile() {
        lake.query("CREATE TABLE whole(a INT, b STRING)");
        stage("1.ndjson", "{\"a\":1,\"b\":\"x\"}\n");
        stage("2.ndjson", "{\"a\":\"y\",\"b\":\"x\"}\n");
        String both =
                "COPY INTO whole FROM @~/" + folder + "/ FILES=('1.ndjson', '2.ndjson') FILE_FORMAT=(TYPE=NDJSON)";
        assertThat(refused(both).code).isEqualTo(1046);
        assertThat(refused(both.replace("2.nd", "3.nd")).code).isEqualTo(3001);
        assertThat(count("whole")).isEqualTo("0");
        assertThat(lake.query(copy("whole", "1.ndjson", "NDJSON", ""))).hasSize(1);
    }

    @Test
    void fillsOnlyTheNamedColumns() {
        lake.query("CREATE TABLE chosen(a INT, b STRING, c INT DEFAULT 7)");
        stage("m.ndjson", "{\"a\":1,\"b\":\"x\",\"c\":9}\n");
        lake.query("COPY INTO chosen(b, a) FROM @~/" + folder + "/ FILES=('m.ndjson') FILE_FORMAT=(TYPE=NDJSON)");
        assertThat(lake.query("SELECT a, b, c FROM chosen").toString()).isEqualTo("[[1, x, 7]]");
    }

    @Test
    void loadsFromNamedStages() {
        String stage = "st_" + database().substring(5, 15);
        lake.query("CREATE STAGE " + stage);
        assertThat(refused("CREATE STAGE " + stage).code).isEqualTo(2502);
        lake.query("CREATE STAGE IF NOT EXISTS " + stage);
        lake.query("CREATE TABLE staged(a INT)");
        assertThat(lake.upload(stage, "d", Map.of("f.ndjson", "{\"a\":1}\n".getBytes(StandardCharsets.UTF_8)))
                        .statusCode())
                .isEqualTo(200);
        assertThat(lake.query("LIST @" + stage).get(0).get(0)).isEqualTo("d/f.ndjson");
        assertThat(lake.query("COPY INTO staged FROM @" + stage + "/d/ FILE_FORMAT=(TYPE=NDJSON)"))
                .hasSize(1);
        assertThat(lake.upload("nostage_" + stage, "d", Map.of("f", new byte[1]))
                        .statusCode())
                .isEqualTo(500);
        lake.query("DROP STAGE " + stage);
    }

    @Test
    void answersUploadsWithTheNamesOfTheFiles() {
        var response = lake.upload("~", "/" + folder + "/", Map.of("sub/a.txt", new byte[] {1, 2}));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(LakeClient.json(response).path("state").asText()).isEqualTo("SUCCESS");
        assertThat(LakeClient.json(response).path("stage_name").asText()).isEqualTo("~");
        assertThat(LakeClient.json(response).path("files").toString()).isEqualTo("[\"sub/a.txt\"]");
        assertThat(lake.query("LIST @~/" + folder).get(0).subList(0, 2)).containsExactly(folder + "/sub/a.txt", "2");
        assertThat(lake.upload("~", folder, Map.of("../a.txt", new byte[1])).statusCode())
                .isEqualTo(500);
    }

    @Test
    void streamsRowsIntoATable() {
        lake.query("CREATE TABLE streamed" + RAW);
        String table = database() + ".streamed";
        String sql = "INSERT INTO " + table
                + " FROM @_databend_load FILE_FORMAT=(type=NDJSON missing_field_as=FIELD_DEFAULT)";
        var response = lake.load(sql, "upload", Map.of("f.ndjson", lines(0, 100).getBytes(StandardCharsets.UTF_8)));
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(LakeClient.json(response).path("stats").path("rows").asInt()).isEqualTo(100);
        var old = lake.load(
                "INSERT INTO " + table + " FILE_FORMAT=(type=NDJSON missing_field_as=FIELD_DEFAULT)",
                "upload",
                Map.of("f.ndjson", lines(100, 101).getBytes(StandardCharsets.UTF_8)));
        assertThat(old.statusCode()).isEqualTo(200);
        var bad = lake.load(
                sql, "upload", Map.of("f.ndjson", (lines(101, 102) + "{bad}\n").getBytes(StandardCharsets.UTF_8)));
        assertThat(bad.statusCode()).isEqualTo(400);
        assertThat(LakeClient.json(bad).path("error").path("code").asInt()).isEqualTo(400);
        assertThat(bad.body()).contains("line 1");
        assertThat(count("streamed")).isEqualTo("101");
        var field = lake.load(sql, "file", Map.of("f.ndjson", new byte[0]));
        assertThat(LakeClient.json(field).path("error").path("message").asText())
                .isEqualTo("Invalid field name in form-data: must be 'upload'");
        assertThat(lake.load(sql.replace("streamed", "nope"), "upload", Map.of("f", new byte[] {'{', '}'}))
                        .statusCode())
                .isEqualTo(400);
        assertThat(refused(sql).code).isEqualTo(1006);
        var select = lake.load("SELECT 1", "upload", Map.of("f", new byte[1]));
        assertThat(select.statusCode()).isEqualTo(400);
        assertThat(select.body()).contains("Only INSERT statements are supported in streaming load");
    }

    @Test
    void takesAnEmptyFileWithoutRecordingIt() {
        lake.query("CREATE TABLE empty_(a INT)");
        stage("e.ndjson", "");
        assertThat(lake.query(copy("empty_", "e.ndjson", "NDJSON", ""))).isEmpty();
        stage("e.ndjson", "{\"a\":1}\n");
        assertThat(lake.query(copy("empty_", "e.ndjson", "NDJSON", ""))).hasSize(1);
    }

    @Test
    void insertsFromAStageWithForceAndPurge() {
        lake.query("CREATE TABLE inserted(a INT)");
        stage("i.ndjson", "{\"a\":1}\n");
        lake.query("INSERT INTO inserted FROM @~/" + folder + "/i.ndjson FILE_FORMAT=(TYPE=NDJSON)");
        assertThat(count("inserted")).isEqualTo("1");
        assertThat(lake.query("LIST @~/" + folder)).isEmpty();
    }
}
