package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A million of the guide's rows; prints how long each way takes. */
@Tag("full")
class LakeSpeedTest {
    private static final Logger LOG = LoggerFactory.getLogger(LakeSpeedTest.class);
    private static final int ROWS = 1_000_000;
    private static final String RAW =
            "(uuid STRING, koffset BIGINT, kpartition INT, raw_data JSON, record_metadata JSON, add_time TIMESTAMP)";
    private static final String LINE = "{\"uuid\":\"0190abcd-0000-7000-8000-00000#######\",\"koffset\":#######,"
            + "\"kpartition\":0,\"raw_data\":{\"sequence\":#######,\"partition\":0,\"name\":\"load-0#######\","
            + "\"payload\":\"abcdefghijklmnopqrstuvwxyz0123456789\"},\"record_metadata\":{\"topic\":\"guide\","
            + "\"offset\":#######},\"add_time\":\"2024-01-02T03:04:05.123456Z\"}\n";
    private static final String QUERY = "SELECT '0190abcd-0000-7000-8000-' || lpad(i::VARCHAR, 12, '0') AS uuid,"
            + " i::BIGINT AS koffset, (i % 3)::INTEGER AS kpartition, '{\"sequence\":' || i + 1000000 || ',\"partition\":' || i % 3"
            + " || ',\"name\":\"load-' || lpad(i::VARCHAR, 8, '0')"
            + " || '\",\"payload\":\"abcdefghijklmnopqrstuvwxyz0123456789\"}' AS raw_data, '{\"topic\":\"guide\",\"offset\":' || i || '}'"
            + " AS record_metadata, TIMESTAMP '2024-01-02 03:04:05' AS add_time FROM range(" + ROWS + ") AS r(i)";

    /** Numbers of seven digits make all lines equally long, so that the array is made once. */
    private static byte[] ndjson() {
        byte[] text = new byte[0];
        int length = 0;
        for (int i = 0; i < ROWS; i++) {
            String number = String.valueOf(1_000_000 + i);
            byte[] line = LINE.replace("#######", number).getBytes(StandardCharsets.UTF_8);
            if (length == 0) {
                length = line.length;
                text = new byte[ROWS * length];
            }
            System.arraycopy(line, 0, text, i * length, length);
        }
        return text;
    }

    /** Of this process: client, lake and database together. */
    private static long cpuMillis() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1_000_000;
    }

    private static void load(String dsn, Map<String, byte[]> files, String what) {
        LakeClient client = LakeClient.of(dsn);
        client.query("CREATE TABLE speed" + RAW);
        files.forEach((name, content) -> {
            for (int round = 0; round < 2; round++) {
                long start = cpuMillis();
                client.upload("~", "speed", Map.of(name, content));
                long uploaded = cpuMillis();
                long wall = System.nanoTime();
                String format =
                        name.endsWith("parquet") ? "PARQUET" : "NDJSON MISSING_FIELD_AS=FIELD_DEFAULT COMPRESSION=AUTO";
                String sql = "COPY INTO speed FROM @~/speed/ FILES=('" + name + "') FILE_FORMAT=(TYPE=" + format
                        + ") PURGE=true FORCE=true";
                assertThat(client.query(sql).get(0).get(1)).isEqualTo(String.valueOf(ROWS));
                LOG.info(
                        "{} {}: {} bytes; CPU upload {} ms, copy {} ms; copy took {} ms",
                        what,
                        name,
                        content.length,
                        uploaded - start,
                        cpuMillis() - uploaded,
                        (System.nanoTime() - wall) / 1_000_000);
            }
        });
    }

    @Test
    void loadsAMillionRows() {
        byte[] plain = ndjson();
        Map<String, byte[]> files = Map.of(
                "r.ndjson", plain, "r.ndjson.zst", Zstd.compress(plain), "r.parquet", LakeConformance.parquet(QUERY));
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            load(lake.dsn(), files, "local");
            assertThat(LakeClient.of(lake.dsn())
                            .query("SELECT count(*), count(DISTINCT raw_data['sequence']::UInt64) FROM speed")
                            .get(0))
                    .containsExactly(String.valueOf(6 * ROWS), String.valueOf(ROWS));
        }
        try (DiscardingLake lake = DiscardingLake.start(LakeOptions.inMemory())) {
            load(lake.dsn(), files, "discarding");
            assertThat(lake.rows()).isEqualTo(6L * ROWS);
        }
    }
}
