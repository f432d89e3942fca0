package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class DiscardingLakeTest {
    private static byte[] lines(int rows) {
        return "{\"a\":1,\"b\":\"abcdefghijklmnopqrstuvwxyz\"}\n".repeat(rows).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(plain);
        }
        return packed.toByteArray();
    }

    private static String copy(String file, String options) {
        return "COPY INTO t FROM @~/d/ FILES=('" + file + "') FILE_FORMAT=(TYPE=NDJSON COMPRESSION=AUTO) " + options;
    }

    @Test
    void countsTheRowsOfEveryKindOfFileAndKeepsNone() throws IOException {
        try (DiscardingLake lake = DiscardingLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT, b STRING)");
            assertThat(client.query("DESC t")).hasSize(2);
            Map<String, byte[]> files = Map.of(
                    "plain", lines(50_000),
                    "packed.zst", Zstd.compress(lines(50_000)),
                    "packed.gz", gzip(lines(50_000)),
                    "x.parquet", LakeConformance.parquet("SELECT 1 AS a, 'x' AS b FROM range(50000)"),
                    "open", "{\"a\":1}\n{\"a\":2}".getBytes(StandardCharsets.UTF_8),
                    "tiny", "1\n".getBytes(StandardCharsets.UTF_8));
            Map<String, String> rows = Map.of(
                    "plain",
                    "50000",
                    "packed.zst",
                    "50000",
                    "packed.gz",
                    "50000",
                    "x.parquet",
                    "50000",
                    "open",
                    "2",
                    "tiny",
                    "1");
            long bytes = 0;
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                assertThat(client.upload("~", "d", Map.of(file.getKey(), file.getValue()))
                                .statusCode())
                        .isEqualTo(200);
                assertThat(client.query(copy(file.getKey(), "PURGE=true")).get(0))
                        .startsWith("d/" + file.getKey(), String.valueOf(rows.get(file.getKey())), "0");
                bytes += file.getValue().length;
            }
            assertThat(lake.rows()).isEqualTo(200_003);
            assertThat(lake.files()).isEqualTo(6);
            assertThat(lake.bytes()).isEqualTo(bytes);
            assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("0");
        }
    }

    @Test
    void answersLikeALakeThatKeepsWhatItIsGiven() {
        try (DiscardingLake lake = DiscardingLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT, b STRING)");
            assertThat(catchThrowableOfType(LakeClient.Refused.class, () -> client.query(copy("none", ""))).code)
                    .isEqualTo(3001);
            assertThat(catchThrowableOfType(
                                    LakeClient.Refused.class,
                                    () -> client.query(copy("none", "").replace("INTO t", "INTO nope")))
                            .code)
                    .isEqualTo(1025);
            client.upload("~", "d", Map.of("f", lines(3)));
            assertThat(client.query(copy("f", ""))).hasSize(1);
            assertThat(client.query(copy("f", ""))).isEmpty();
            assertThat(client.query(copy("f", "FORCE=true"))).hasSize(1);
            var loaded = client.load(
                    "INSERT INTO t FROM @_databend_load FILE_FORMAT=(type=NDJSON)", "upload", Map.of("f", lines(4)));
            assertThat(LakeClient.json(loaded).path("stats").path("rows").asInt())
                    .isEqualTo(4);
            assertThat(lake.rows()).isEqualTo(10);
        }
    }

    @Test
    void opensNothingWhenRowsAreNotCounted() {
        try (DiscardingLake lake = DiscardingLake.start(LakeOptions.inMemory().withCountRows(false))) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT, b STRING)");
            byte[] file = lines(3);
            client.upload("~", "d", Map.of("f", file));
            assertThat(client.query(copy("f", "")).get(0)).startsWith("d/f", "0");
            assertThat(lake.bytes()).isEqualTo(file.length);
        }
    }
}
