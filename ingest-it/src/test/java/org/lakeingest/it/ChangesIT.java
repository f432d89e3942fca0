package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;

/** A table follows another database's, through Debezium's messages. */
final class ChangesIT {
    private static final int KEYS = 150;
    private static final int CHANGES = 1_500;

    @TempDir
    Path folder;

    /** A table that changes, and tells of it in a topic. */
    private static final class Database implements AutoCloseable {
        private final KafkaProducer<byte[], byte[]> producer;
        private final String topic;
        private final Random random = new Random(4711);
        private final Map<Long, String> rows = new TreeMap<>();
        private final Map<Long, Set<Integer>> partitions = new TreeMap<>();
        private long lsn = 1_000_000;

        Database(Run run) {
            topic = run.topic();
            producer = new KafkaProducer<>(
                    Map.of(
                            "bootstrap.servers", run.services().bootstrapServers(),
                            "metadata.max.age.ms", "300",
                            "linger.ms", "5"),
                    new ByteArraySerializer(),
                    new ByteArraySerializer());
        }

        void change(int count) {
            for (int i = 0; i < count; i++) {
                long id = random.nextInt(KEYS);
                String old = rows.get(id);
                if (old == null) {
                    put("c", id, null);
                } else if (random.nextInt(5) == 0) {
                    rows.remove(id);
                    send(id, "d", row(id, old), "null");
                    send(id, null);
                } else {
                    put("u", id, old);
                }
            }
            producer.flush();
        }

        private void put(String op, long id, @Nullable String old) {
            String text = "text " + random.nextInt(1_000_000);
            rows.put(id, text);
            send(id, op, old == null ? "null" : row(id, old), row(id, text));
        }

        private static String row(long id, String text) {
            return "{\"id\":" + id + ",\"text\":\"" + text + "\",\"amount\":{\"scale\":2,\"value\":\"AQ==\"}}";
        }

        private void send(long id, String op, String before, String after) {
            send(
                    id,
                    "{\"schema\":{\"type\":\"struct\",\"name\":\"Envelope\"},\"payload\":{\"before\":" + before
                            + ",\"after\":" + after
                            + ",\"source\":{\"version\":\"2.7.0\",\"connector\":\"postgresql\",\"ts_ms\":1,\"table\":\"items\",\"lsn\":"
                            + lsn++ + "},\"op\":\"" + op + "\",\"ts_ms\":2}}");
        }

        private void send(long id, @Nullable String value) {
            byte[] key = ("{\"schema\":{\"type\":\"struct\"},\"payload\":{\"id\":" + id + "}}")
                    .getBytes(StandardCharsets.UTF_8);
            byte[] bytes = value == null ? null : value.getBytes(StandardCharsets.UTF_8);
            var unused = producer.send(new ProducerRecord<>(topic, key, bytes), (metadata, failure) -> {
                if (failure == null) {
                    synchronized (partitions) {
                        partitions.computeIfAbsent(id, any -> new HashSet<>()).add(metadata.partition());
                    }
                }
            });
        }

        long keysThatMoved() {
            synchronized (partitions) {
                return partitions.values().stream()
                        .filter(each -> each.size() > 1)
                        .count();
            }
        }

        @Override
        public void close() {
            producer.close();
        }
    }

    private Path pipeline(Run run) {
        return run.file("pipeline.yaml", """
                name: changes
                workers: 2
                source: {type: kafka, bootstrap-servers: "%s", topics: [%s], group-id: %s}
                decoder: {type: json, infer-columns: true, envelope: debezium}
                sink: {type: lake, dsn: "%s", table: %s, layout: columns, load: merge, key: [id], delete: soft}
                batch: {max-rows: 500, max-age: 300ms}
                admin: {port: %d}
                """.formatted(
                        run.services().bootstrapServers(),
                        run.topic(),
                        run.group(),
                        run.services().lakeDsn(),
                        run.table(),
                        run.adminPort()));
    }

    private static Map<Long, String> rows(Run run) {
        Map<Long, String> rows = new TreeMap<>();
        if (run.services().lake().has(run.table())) {
            for (List<String> row :
                    run.services().lake().rows("SELECT id, text FROM " + run.table() + " WHERE NOT _deleted")) {
                assertThat(rows.put(Long.valueOf(row.get(0)), row.get(1)))
                        .as("a second row of " + row.get(0))
                        .isNull();
            }
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource(Services.Kind.class)
    void tableFollowsItsSourceWhileKeysMoveToOtherPartitionsAndTheProcessDies(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "changes", folder);
                Database database = new Database(run)) {
            run.createTopic(2);
            try (IngestProcess ingest = run.ingest(pipeline(run))) {
                database.change(CHANGES);
                try (Topics topics = run.services().topics()) {
                    topics.alter(run.topic(), 6);
                }
                database.change(CHANGES);
                await().atMost(1, MINUTES).until(() -> !rows(run).isEmpty());
                ingest.kill();
            }
            database.change(CHANGES);
            try (IngestProcess ingest = run.ingest(pipeline(run))) {
                database.change(CHANGES);
                await().atMost(2, MINUTES)
                        .untilAsserted(() -> assertThat(rows(run)).isEqualTo(database.rows));
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            }
            assertThat(rows(run)).isEqualTo(database.rows);
            assertThat(database.keysThatMoved()).isPositive();
        }
    }

    /** The second group of rows meets the columns that the first one has made, and so does the next start. */
    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "EMBEDDED | evolve: widen, delete: soft",
                "EXTERNAL | evolve: none",
                "EXTERNAL | version-column: ver",
                "EXTERNAL | evolve: widen, delete: soft"
            })
    void documentsWithoutAnEnvelopeAreMergedGroupAfterGroup(Services.Kind kind, String settings) {
        try (Run run = new Run(SharedServices.of(kind), "plain", folder)) {
            run.createTopic(1);
            Path pipeline = run.columnsPipeline(
                    1, ", infer-columns: true", ", create-table: true, load: merge, key: [id], " + settings);
            run.produceText("{\"id\":4,\"text\":\"x\",\"n\":4,\"ver\":1}");
            run.produceText("{\"id\":4,\"text\":\"y\",\"ver\":2}");
            try (IngestProcess ingest = run.ingest(pipeline)) {
                run.produceText("{\"id\":1,\"text\":\"a\",\"n\":1,\"ver\":1}");
                run.produceText("{\"id\":2,\"text\":\"b\",\"n\":1,\"ver\":1}");
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                run.produceText("{\"id\":1,\"text\":\"c\",\"ver\":2}");
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            }
            try (IngestProcess ingest = run.ingest(pipeline)) {
                run.produceText("{\"id\":2,\"_op\":\"d\",\"ver\":3}");
                run.produceText("{\"id\":3,\"text\":\"e\",\"n\":null,\"ver\":3}");
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            }
            String there = settings.contains("soft") ? " WHERE NOT _deleted" : "";
            assertThat(run.services()
                            .lake()
                            .rows("SELECT id, text, n, ver FROM " + run.table() + there + " ORDER BY id"))
                    .containsExactly(
                            List.of("1", "c", "1", "2"), List.of("3", "e", "NULL", "3"), List.of("4", "y", "4", "2"));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Services.Kind.class,
            names = {"EXTERNAL", "CONTAINERS"})
    void aTableThatWasMadeByHandIsGivenWhatTheMergeNeeds(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "byhand", folder);
                Database database = new Database(run)) {
            run.createTopic(1);
            run.services().lake().rows("CREATE TABLE " + run.table() + " (id BIGINT, text VARCHAR, amount VARIANT)");
            try (IngestProcess ingest = run.ingest(pipeline(run))) {
                database.change(20);
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                database.change(20);
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            }
            assertThat(rows(run)).isEqualTo(database.rows);
        }
    }
}
