package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.FlatConfig;
import org.lakeingest.it.support.FlatMessage;
import org.lakeingest.it.support.FlatTool;
import org.lakeingest.it.support.Group;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Lake;
import org.lakeingest.it.support.Load;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;
import org.lakeingest.sandbox.lake.LakeFaults;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;

/** What a user of a flat file sees: the rows, written down in {@link FlatMessage}, and the keys that change behaviour. */
final class FlatRowsIT {
    private static final int MESSAGES = FlatMessage.ALL.size();
    private static final long SOON = 30;

    private final Services services = SharedServices.of(Services.Kind.EMBEDDED);

    @TempDir
    Path folder;

    /** Also batchSize, workers, partitionAssignmentStrategy, userStage, copyPurge and metricsPort. */
    @Test
    void copiedRowsLookAsTheOriginals() {
        try (Run run = new Run(services, "copied", folder)) {
            String stage = "st_" + run.topic();
            services.lake().rows("CREATE STAGE " + stage);
            run.createTopic(2);
            FlatMessage.produce(run);
            FlatConfig config = FlatConfig.of(run)
                    .with("batchSize", 10)
                    .with("workers", 2)
                    .with("partitionAssignmentStrategy", "roundrobin,range")
                    .with("userStage", stage)
                    .with("copyPurge", true);
            try (IngestProcess process = FlatTool.OURS.start(run, config)) {
                awaitRows(run, process, MESSAGES);

                assertThat(Group.of(run).members()).hasSize(2);
                assertThat(Group.of(run).partitionAssignor()).isEqualTo("roundrobin");
                String metrics = IngestProcess.page(run.adminPort(), "/metrics");
                assertThat(metrics).contains("bend_ingest_kafka_ingest_rows_total " + MESSAGES + "\n");
                // At most what was there and one more poll, each of batchSize at most.
                assertThat(metrics).contains("bend_ingest_kafka_batch_size_sum " + MESSAGES + "\n");
                assertThat(process.lines("Batch complete")).isGreaterThan(1);
                assertThat(process.output())
                        .contains("upload to stage @" + stage + "/")
                        .contains(".parquet");
                assertThat(services.lake().rows("LIST @" + stage)).isEmpty();
                stop(process);
            }
            assertRows(run, false);
            services.lake().rows("DROP STAGE " + stage);
        }
    }

    /** Also useStreamingLoad, topicMetadataRefreshIntervalMs, and batchMaxInterval where messages never stop. */
    @Test
    void streamedRowsLookAsTheOriginals() {
        try (Run run = new Run(services, "streamed", folder)) {
            run.createTopic(1);
            FlatMessage.produce(run);
            FlatConfig config = FlatConfig.of(run)
                    .with("useStreamingLoad", true)
                    .with("batchMaxInterval", 1)
                    .with("topicMetadataRefreshIntervalMs", 500);
            try (IngestProcess process = FlatTool.OURS.start(run, config)) {
                awaitRows(run, process, MESSAGES);
                assertThat(process.lines("streaming load")).isPositive();
                assertRows(run, true);
                try (Topics topics = services.topics()) {
                    topics.alter(run.topic(), 2);
                }
                try (Load load = Load.start(run, 2, 20)) {
                    await().atMost(SOON, SECONDS)
                            .until(() -> services.lake()
                                            .number("SELECT count(*) FROM " + run.table() + " WHERE kpartition = 1")
                                    > 0);
                    assertThat(load.stop()).isPositive();
                }
                stop(process);
            }
        }
    }

    /** Also copyIntoUploadCompression, disableVariantCheck, copyPurge, and that three seconds of silence make rows visible. */
    @Test
    void aTableOfTheUsersOwnIsFilledWithinSecondsOfTheLastMessage() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            Services own = Services.of(services.bootstrapServers(), lake.dsn());
            try (Run run = new Run(own, "own", folder)) {
                run.createTopic(1);
                own.lake()
                        .rows("CREATE TABLE " + run.table() + " (extra INT, add_time TIMESTAMP, raw_data JSON,"
                                + " record_metadata JSON, kpartition INT, \"Note\" STRING DEFAULT 'none', koffset BIGINT,"
                                + " uuid STRING)");
                LakeFaults.Fault unchecked = lake.faults()
                        .on("/v1/query")
                        .whenSql("DISABLE_VARIANT_CHECK=true")
                        .delay(Duration.ofMillis(1));
                FlatConfig config = FlatConfig.of(run)
                        .with("batchMaxInterval", 3600)
                        .with("batchSize", 100_000)
                        .with("copyIntoUploadCompression", false)
                        .with("disableVariantCheck", true)
                        .with("copyPurge", false);
                try (IngestProcess process = FlatTool.OURS.start(run, config)) {
                    process.awaitRunning();
                    run.produce(0, 1_000, 1);
                    awaitRows(run, process, 1_000);
                    stop(process);
                }
                assertThat(own.lake()
                                .rows(
                                        "SELECT count(*), count(extra), count(DISTINCT uuid), count(raw_data), min(\"Note\") FROM "
                                                + run.table()))
                        .containsExactly(List.of("1000", "0", "1000", "1000", "none"));
                assertThat(unchecked.hits()).isPositive();
                List<List<String>> files = own.lake().rows("LIST @~");
                assertThat(files).isNotEmpty();
                // Half of a message is the same text in each; zstd leaves some ten bytes of it.
                assertThat(files.stream()
                                .mapToLong(file -> Long.parseLong(file.get(1)))
                                .sum())
                        .isGreaterThan(50_000);
            }
        }
    }

    @Test
    @Tag("full")
    void mockDataIsRepeatedWithoutKafka() {
        try (Run run = new Run(services, "mock", folder)) {
            run.createTopic(1);
            FlatConfig config = FlatConfig.of(run)
                    .with("mockData", "{\"Data\":\"{\\\"mock\\\":true}\",\"Key\":\"k\",\"Partition\":3}")
                    .with("kafkaBootstrapServers", "127.0.0.1:1");
            try (IngestProcess process = FlatTool.OURS.start(run, config)) {
                awaitRows(run, process, 1);
                stop(process);
            }
            assertThat(services.lake()
                            .rows("SELECT DISTINCT raw_data, kpartition, record_metadata['key']::STRING FROM "
                                    + run.table()))
                    .containsExactly(List.of("{\"mock\":true}", "3", "k"));
        }
    }

    /** The original tool removed the number, or the whole batch, without a word. */
    @Test
    @Tag("full")
    void aNumberBeyondADoubleStopsIt() {
        try (Run run = new Run(services, "huge", folder)) {
            run.createTopic(1);
            FlatMessage.produce(run, "{\"n\":1e400}");
            try (IngestProcess process = FlatTool.OURS.start(run, FlatConfig.of(run))) {
                assertThat(process.exitCode()).as(process.output()).isEqualTo(1);
                assertThat(process.output())
                        .contains("level=error")
                        .contains("larger than any double")
                        .contains("offset 0");
            }
        }
    }

    private static void assertRows(Run run, boolean streaming) {
        List<List<String>> rows = run.services()
                .lake()
                .rows("SELECT koffset, raw_data, record_metadata, add_time IS NULL FROM " + run.table()
                        + " ORDER BY koffset");
        assertThat(rows).hasSize(MESSAGES);
        for (int i = 0; i < MESSAGES; i++) {
            FlatMessage message = FlatMessage.ALL.get(i);
            ObjectNode metadata = metadata(run, i, message);
            assertThat(rows.get(i).get(0)).isEqualTo(Integer.toString(i));
            String shown = streaming ? message.shown() : message.exact();
            String cell = rows.get(i).get(1);
            assertThat(Lake.json(cell)).as("message %d", i).isEqualTo(Lake.json(shown));
            assertThat(cell.contains("1.10")).as("digits kept").isEqualTo(shown.contains("1.10"));
            assertThat(Lake.json(rows.get(i).get(2))).isEqualTo(metadata);
            assertThat(rows.get(i).get(3)).isIn("0", "false");
        }
    }

    private static ObjectNode metadata(Run run, int offset, FlatMessage message) {
        ObjectNode expected = (ObjectNode) Lake.json("{\"headers\":[{\"name\":\"trace\",\"value\":\"a1\"}]}");
        expected.put("topic", run.topic()).put("partition", 0).put("offset", offset);
        expected.put("key", message.keyShown()).put("create_time", "2026-11-30T08:21:04.120Z");
        if (message.base64()) {
            expected.put("key_encoding", "base64");
        }
        return expected;
    }

    private static void awaitRows(Run run, IngestProcess process, long rows) {
        await().atMost(SOON, SECONDS).until(() -> {
            assertThat(process.alive()).as(process.output()).isTrue();
            return run.rows() >= rows;
        });
    }

    private static void stop(IngestProcess process) {
        process.terminate();
        assertThat(process.exitCode()).as(process.output()).isZero();
    }
}
