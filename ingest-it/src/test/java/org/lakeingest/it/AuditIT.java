package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Lake;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** {@code ingest audit} finds what was planted, and nothing else. */
final class AuditIT {
    private static final int MESSAGES = 40_000;
    private static final int PARTITIONS = 3;

    @TempDir
    Path folder;

    /** What the command said, and how it ended. */
    private record Audited(int status, JsonNode json, String output) {
        List<String> findings() {
            List<String> findings = new ArrayList<>();
            json.get("findings")
                    .forEach(each -> findings.add(each.get("kind").asText() + " "
                            + each.get("range").asText().replaceFirst("^[^/]*/", "") + " "
                            + each.get("count").asLong()));
            return findings;
        }

        JsonNode partition(int number) {
            return json.get("partitions").get(number);
        }
    }

    private Audited audit(Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of("audit", "--json", file.toString()));
        arguments.addAll(List.of(more));
        try (IngestProcess process = IngestProcess.start(folder, Map.of(), arguments.toArray(String[]::new))) {
            int status = process.exitCode();
            String output = process.output();
            int start = output.indexOf("{\n");
            assertThat(start).as(output).isNotNegative();
            return new Audited(status, Lake.json(output.substring(start)), output);
        }
    }

    private static void drain(Run run, Path pipeline) {
        try (IngestProcess ingest = run.ingest(pipeline)) {
            ingest.awaitRunning();
            await().atMost(2, MINUTES).until(run::lag, lag -> lag == 0);
            ingest.terminate();
            assertThat(ingest.exitCode()).as(ingest.output()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(Services.Kind.class)
    void itFindsWhatWasPlantedAndExplainsWhatTheLogLacks(Services.Kind kind) throws Exception {
        try (Run run = new Run(SharedServices.of(kind), "audit", folder)) {
            run.createTopic(PARTITIONS);
            long last = transactions(run);
            run.produce(0, MESSAGES, PARTITIONS);
            Path pipeline = run.pipeline(2, "", ", load: copy");
            drain(run, pipeline);

            Audited clean = audit(pipeline);
            assertThat(clean.status()).as(clean.output()).isZero();
            assertThat(clean.json().get("verdict").asText()).isEqualTo("clean");
            // Partition 0 begins with four transactions, one of them aborted: a mark each, and two records that do not
            // count.
            assertThat(clean.partition(0).get("explained").get("no_record").asLong())
                    .isEqualTo(4 + 2);

            Lake lake = run.services().lake();
            lake.rows("DELETE FROM " + run.table() + " WHERE kpartition = 1 AND koffset >= 100 AND koffset < 120");
            lake.rows("DELETE FROM " + run.table() + " WHERE kpartition = 0 AND koffset < 2");
            lake.rows("INSERT INTO " + run.table() + " SELECT * FROM " + run.table()
                    + " WHERE kpartition = 2 AND koffset IN (50, 51)");

            Audited planted = audit(pipeline);
            assertThat(planted.findings())
                    .containsExactlyInAnyOrder("lost 0/0-2 2", "lost 1/100-120 20", "doubled 2/50-52 2");
            assertThat(planted.status()).as(planted.output()).isEqualTo(1);
            assertThat(audit(pipeline, "--partition", "1", "--since-offset", "110")
                            .findings())
                    .containsExactly("lost 1/110-120 10");

            removeUpTo(run, 0, last);
            removeUpTo(run, 1, 110);
            Audited removed = audit(pipeline);
            assertThat(removed.findings()).containsExactlyInAnyOrder("lost 1/110-120 10", "doubled 2/50-52 2");
            assertThat(removed.partition(1).get("explained").get("removed").asLong())
                    .isEqualTo(10);
        }
    }

    /** Three that are committed and one that is not; answers where they end. */
    private static long transactions(Run run) {
        Map<String, Object> settings =
                Map.of("bootstrap.servers", run.services().bootstrapServers(), "transactional.id", run.topic());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.initTransactions();
            for (int i = 0; i < 4; i++) {
                producer.beginTransaction();
                for (int each = 0; each < 2; each++) {
                    byte[] value =
                            ("{\"sequence\": " + (1_000_000 + 2 * i + each) + "}").getBytes(StandardCharsets.UTF_8);
                    var unused = producer.send(new ProducerRecord<>(run.topic(), 0, null, value));
                }
                producer.flush();
                if (i == 1) {
                    producer.abortTransaction();
                } else {
                    producer.commitTransaction();
                }
            }
        }
        return 4 * 3;
    }

    private static void removeUpTo(Run run, int partition, long offset)
            throws InterruptedException, ExecutionException {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", run.services().bootstrapServers()))) {
            admin.deleteRecords(
                            Map.of(new TopicPartition(run.topic(), partition), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get();
        }
    }

    /** Rows that arrive meanwhile are in flight, and never a finding. */
    @ParameterizedTest
    @EnumSource(Services.Kind.class)
    void itIsCleanAgainAndAgainWhileThePipelineRuns(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "live", folder)) {
            run.createTopic(PARTITIONS);
            Path pipeline = run.pipeline(2, "", ", load: copy");
            try (IngestProcess ingest = run.ingest(pipeline)) {
                ingest.awaitRunning();
                for (int i = 0; i < 3; i++) {
                    run.produce((long) i * MESSAGES, MESSAGES, PARTITIONS);
                    long reached = (long) i * MESSAGES;
                    await().atMost(2, MINUTES).until(run::rows, rows -> rows > reached);
                    Audited audited = audit(pipeline);
                    assertThat(audited.status()).as(audited.output()).isZero();
                }
                await().atMost(2, MINUTES).until(run::lag, lag -> lag == 0);
                Audited last = audit(pipeline);
                assertThat(last.status()).as(last.output()).isZero();
                assertThat(last.json().get("total").get("rows").asLong()).isEqualTo(3L * MESSAGES);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            }
        }
    }

    /** The ledger is the authority; what the table lacks below it is lost, whatever the group says. */
    @ParameterizedTest
    @EnumSource(
            value = Services.Kind.class,
            names = {"EMBEDDED", "EXTERNAL"})
    void itComparesTheLedgerWithTheGroupAndTheTable(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "ledgeraudit", folder)) {
            run.createTopic(1);
            run.produce(0, MESSAGES, 1);
            Path pipeline = run.pipeline(1, "", ", load: copy");
            drain(run, pipeline);
            Audited clean = audit(pipeline);
            assertThat(clean.status()).as(clean.output()).isZero();
            assertThat(clean.json().get("positions").asText()).isEqualTo("ledger");

            run.services()
                    .lake()
                    .rows("UPDATE " + run.ledger() + " SET next_offset = " + (MESSAGES - 10)
                            + " WHERE partition_no >= 0");
            Audited behind = audit(pipeline);
            assertThat(behind.findings()).containsExactly("ahead 0/" + (MESSAGES - 10) + "-" + MESSAGES + " 10");
            assertThat(behind.json().get("total").get("in_flight").asLong()).isEqualTo(10);
        }
    }

    /** The ledger names one table or the other; a record says whether its rows should be in one that it does not name. */
    @ParameterizedTest
    @EnumSource(Services.Kind.class)
    void itLooksForRowsInTheTablesThatTheyName(Services.Kind kind) throws IOException {
        try (Run run = new Run(SharedServices.of(kind), "auditroute", folder)) {
            run.createTopic(1);
            Lake lake = run.services().lake();
            String prefix = run.table() + "_";
            Path file = run.pipeline(1, "", ", load: copy");
            String route = "transformers: [{type: route, field: kind, prefix: \"" + prefix + "\"}]\nsink:";
            Path pipeline = run.file("route.yaml", Files.readString(file).replace("sink:", route));
            try {
                run.produceTexts(30, "{\"kind\":\"a\"}");
                drain(run, pipeline);
                run.produceTexts(20, "{\"kind\":\"b\"}");
                drain(run, pipeline);

                Audited clean = audit(pipeline);
                assertThat(clean.status()).as(clean.output()).isZero();
                assertThat(clean.json().get("total").get("rows").asLong()).isEqualTo(50);

                lake.rows("DELETE FROM " + prefix + "a WHERE koffset >= 10 AND koffset < 13");
                lake.rows("INSERT INTO " + prefix + "a SELECT * FROM " + prefix + "b WHERE koffset = 40");
                Audited planted = audit(pipeline);
                assertThat(planted.findings()).containsExactlyInAnyOrder("lost 0/10-13 3", "doubled 0/40-41 1");
                assertThat(planted.status()).as(planted.output()).isEqualTo(1);
            } finally {
                lake.rows("DROP TABLE IF EXISTS " + prefix + "a");
                lake.rows("DROP TABLE IF EXISTS " + prefix + "b");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Services.Kind.class)
    void itSaysThatColumnsAloneCannotBeCompared(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "auditcolumns", folder)) {
            run.createTopic(1);
            run.produce(0, 100, 1);
            Path pipeline = run.columnsPipeline(1, ", infer-columns: true", ", load: copy");
            drain(run, pipeline);

            Audited audited = audit(pipeline);
            assertThat(audited.status()).as(audited.output()).isEqualTo(4);
            assertThat(audited.output()).contains("raw-and-columns");
        }
    }
}
