package org.lakeingest.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Records;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;

/** A few bad records among many good ones cost nothing but themselves, and are put back once each. */
final class DeadLettersIT {
    private static final int PARTITIONS = 3;
    private static final String NOT_JSON = "not json";
    /** The decoder cannot know what table it is for, so it is the lake that finds no name. */
    private static final String REFUSED = "{\"sequence\":-1,\"name\":null}";

    private static final String TOO_LARGE = "{\"sequence\":-2,\"text\":\"" + "x".repeat(900_000) + "\",\"sequence2\":";

    @TempDir
    Path folder;

    /** Where letters are kept. */
    enum Queue {
        TOPIC("kafka", "at-least-once"),
        TABLE("lake", "at-least-once"),
        TABLE_WITH_THE_ROWS("lake", "exactly-once");

        final String type;
        final String delivery;

        Queue(String type, String delivery) {
            this.type = type;
            this.delivery = delivery;
        }
    }

    private static Path pipeline(Run run, Queue queue, String table) {
        try {
            String file = Files.readString(run.columnsPipeline(
                    2, ", columns: {sequence: bigint, name: string, kind: string}, unknown-fields: ignore", ""));
            String letters = """
                    transformers: [{type: route, field: kind, default-table: %s}]
                    delivery: %s
                    on-error: dead-letter
                    max-dead-letters: 100
                    dead-letters: {type: %s%s}
                    """.formatted(
                            run.table(), queue.delivery, queue.type, queue == Queue.TOPIC ? "" : ", table: " + table);
            return run.file("letters.yaml", file + letters);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String lettersTable(Run run) {
        return run.table() + "_letters";
    }

    private String cli(int status, String... arguments) {
        try (IngestProcess command = IngestProcess.start(folder, Map.of(), arguments)) {
            int ended = command.exitCode(Duration.ofMinutes(3));
            assertThat(ended).as(command.output()).isEqualTo(status);
            return command.output();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Queue.class,
            names = {"TOPIC", "TABLE_WITH_THE_ROWS"})
    void threeBadRecordsAmongManyAreThreeLetters(Queue queue) {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "letters", folder)) {
            bad(run, queue, 20_000);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Services.Kind.class, names = "EXTERNAL")
    void lettersAreWrittenWithTheRowsOfALakeElsewhere(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "letters", folder)) {
            bad(run, Queue.TABLE_WITH_THE_ROWS, 20_000);
            run.services().lake().rows("DROP TABLE " + lettersTable(run));
        }
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(Queue.class)
    void threeBadRecordsAmongAMillionCostLittle(Queue queue) {
        try (Run clean = new Run(SharedServices.of(Services.Kind.EMBEDDED), "clean", folder)) {
            create(clean, PARTITIONS);
            clean.produce(0, 1_000_000, PARTITIONS);
            Duration without = load(clean, pipeline(clean, queue, lettersTable(clean)), 1_000_000);
            try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "letters", folder)) {
                Duration with = bad(run, queue, 1_000_000);
                System.out.printf(
                        "%s: a million records in %d ms, with three bad ones among them in %d ms%n",
                        queue, without.toMillis(), with.toMillis());
            }
        }
    }

    private static void create(Run run, int partitions) {
        run.createTopic(partitions);
        run.services()
                .lake()
                .rows("CREATE TABLE " + run.table()
                        + " (`sequence` BIGINT NULL, name STRING NOT NULL, kind STRING NULL)");
    }

    private Duration bad(Run run, Queue queue, int good) {
        create(run, PARTITIONS);
        run.produce(0, good / 2, PARTITIONS);
        run.produceText(NOT_JSON);
        run.produceText(REFUSED);
        run.produceText(TOO_LARGE);
        run.produce(good / 2, good - good / 2, PARTITIONS);
        Path pipeline = pipeline(run, queue, lettersTable(run));
        Duration took = load(run, pipeline, good);
        String list = cli(0, "dlq", "list", "-f", pipeline.toString());
        assertThat(list.lines().filter(line -> line.contains(run.topic() + "/0/")))
                .hasSize(3);
        assertThat(list)
                .contains("decode")
                .contains(" load ")
                .contains("JSON_MALFORMED")
                .contains("LAKE_DATA_REFUSED");
        assertThat(cli(0, "dlq", "list", "-f", pipeline.toString(), "--count", "--code", "JSON_MALFORMED"))
                .contains("2 letters");
        String refused = list.lines()
                .filter(line -> line.contains(" load "))
                .map(line -> line.replaceAll(".*(" + run.topic() + "/\\d+/\\d+).*", "$1"))
                .findFirst()
                .orElseThrow();
        assertThat(cli(0, "dlq", "show", "-f", pipeline.toString(), refused))
                .contains(REFUSED)
                .contains("load, attempt");
        putBack(run, pipeline);
        return took;
    }

    /** Until everything is read, and the process has ended well. */
    private static Duration load(Run run, Path pipeline, long rows) {
        try (IngestProcess ingest = run.ingest(pipeline)) {
            ingest.awaitRunning();
            long start = System.nanoTime();
            await().atMost(5, MINUTES).until(() -> !ingest.alive() || run.rows() >= rows);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            await().atMost(1, MINUTES).until(() -> !ingest.alive() || run.lag() == 0);
            ingest.terminate();
            assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            assertThat(run.rows()).as(ingest.output()).isEqualTo(rows);
            assertThat(run.services().lake().number("SELECT count(DISTINCT `sequence`) FROM " + run.table()))
                    .isEqualTo(rows);
            return took;
        }
    }

    private void putBack(Run run, Path pipeline) {
        String corrected = run.topic() + "_corrected";
        try (Topics topics = run.services().topics()) {
            topics.create(corrected, 1);
            String[] replay = {"dlq", "replay", "-f", pipeline.toString(), "--to", corrected};
            assertThat(cli(0, "dlq", "replay", "-f", pipeline.toString(), "--dry-run"))
                    .contains("3 records would be put back");
            assertThat(cli(0, replay)).contains("3 records put back into " + corrected);
            assertThat(cli(0, replay)).contains("0 records put back").contains("3 records put back before");
            List<ConsumerRecord<byte[], byte[]>> back = await().atMost(1, MINUTES)
                    .until(() -> Records.of(run.services(), corrected), all -> all.size() >= 3);
            assertThat(back)
                    .extracting(record -> new String(record.value(), UTF_8))
                    .containsExactlyInAnyOrder(NOT_JSON, REFUSED, TOO_LARGE);
            for (ConsumerRecord<byte[], byte[]> record : back) {
                Header origin = record.headers().lastHeader("ingest.replay.of");
                assertThat(new String(origin.value(), UTF_8)).startsWith(run.topic() + "/0/");
            }
            assertThat(cli(0, "dlq", "list", "-f", pipeline.toString(), "--pending"))
                    .contains("no such letters");
            topics.delete(corrected);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Queue.class, names = "TOPIC")
    void lettersOfATopicNameEverythingInTheirHeaders(Queue queue) {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "headers", folder)) {
            create(run, 1);
            run.produceText(NOT_JSON);
            run.produce(0, 10, 1);
            Path pipeline = pipeline(run, queue, "");
            load(run, pipeline, 10);
            String name = pipelineName(pipeline);
            List<ConsumerRecord<byte[], byte[]>> letters = Records.of(run.services(), name + ".dead-letters");
            assertThat(letters).hasSize(1);
            assertThat(new String(letters.get(0).value(), UTF_8)).isEqualTo(NOT_JSON);
            assertThat(header(letters.get(0), "topic")).isEqualTo(run.topic());
            assertThat(header(letters.get(0), "partition")).isEqualTo("0");
            assertThat(header(letters.get(0), "offset")).isEqualTo("0");
            assertThat(header(letters.get(0), "stage")).isEqualTo("decode");
            assertThat(header(letters.get(0), "code")).isEqualTo("JSON_MALFORMED");
            assertThat(header(letters.get(0), "attempt")).isEqualTo("1");
            assertThat(header(letters.get(0), "pipeline")).isEqualTo(name);
            assertThat(header(letters.get(0), "message")).isNotEmpty();
            assertThat(header(letters.get(0), "version")).isNotEmpty();
            assertThat(Long.parseLong(header(letters.get(0), "timestamp"))).isPositive();
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return new String(letter.headers().lastHeader("ingest.dlq." + name).value(), UTF_8);
    }

    private static String pipelineName(Path pipeline) {
        try {
            return Files.readAllLines(pipeline).get(0).substring("name: ".length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Killed as soon as it has sent something, over and over, until one is left to finish. */
    @Test
    void aReplayThatIsKilledGoesOnWhereItWas() {
        int bad = 15_000;
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "killed", folder)) {
            create(run, 1);
            run.produceTexts(bad, NOT_JSON);
            run.produce(0, 10, 1);
            Path pipeline = pipeline(run, Queue.TOPIC, "");
            load(run, pipeline, 10);
            String corrected = run.topic() + "_corrected";
            try (Topics topics = run.services().topics()) {
                topics.create(corrected, 2);
                List<Long> reached = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    reached.add(killed(run, pipeline, corrected));
                }
                String last = cli(0, "dlq", "replay", "-f", pipeline.toString(), "--to", corrected);
                assertThat(last).contains("put back into " + corrected);
                List<ConsumerRecord<byte[], byte[]>> back = await().atMost(1, MINUTES)
                        .until(() -> Records.of(run.services(), corrected), all -> all.size() >= bad);
                assertThat(back)
                        .extracting(record -> new String(
                                record.headers().lastHeader("ingest.replay.of").value(), UTF_8))
                        .doesNotHaveDuplicates()
                        .hasSize(bad);
                assertThat(reached.get(0)).as("sent when the first was killed").isLessThan(bad);
                topics.delete(corrected);
            }
        }
    }

    private long killed(Run run, Path pipeline, String corrected) {
        long before = Records.offsets(run.services(), corrected);
        try (IngestProcess replay =
                IngestProcess.start(folder, Map.of(), "dlq", "replay", "-f", pipeline.toString(), "--to", corrected)) {
            await().atMost(1, MINUTES)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !replay.alive() || Records.offsets(run.services(), corrected) > before);
            replay.kill();
        }
        return Records.offsets(run.services(), corrected);
    }
}
