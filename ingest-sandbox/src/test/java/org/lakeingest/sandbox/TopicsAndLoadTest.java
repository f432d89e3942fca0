package org.lakeingest.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class TopicsAndLoadTest {
    private static EmbeddedBroker broker;
    private static Topics topics;

    @BeforeAll
    static void start() {
        broker = EmbeddedBroker.start();
        topics = new Topics(broker.bootstrapServers());
    }

    @AfterAll
    static void stop() {
        topics.close();
        broker.close();
    }

    @Test
    void aTopicIsCreatedGrownAndDeleted() {
        topics.create("grown", 2);
        assertThat(topics.describe("grown").partitions()).hasSize(2);
        topics.alter("grown", 8);
        assertThat(topics.describe("grown").partitions())
                .extracting(Topics.Partition::number)
                .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
        String first = topics.describe("grown").id();
        topics.delete("grown");
        topics.create("grown", 1);
        assertThat(topics.describe("grown").id()).isNotEqualTo(first);
    }

    @Test
    void whatCannotBeDoneIsSaidInOneLine() {
        topics.create("taken", 3);
        refused(() -> topics.create("taken", 3), "Topic 'taken' exists at ");
        refused(() -> topics.alter("taken", 2), "Topic 'taken' has 3 partitions already; a topic can only grow");
        refused(() -> topics.alter("absent", 2), "Topic 'absent' does not exist at ");
        refused(() -> topics.delete("absent"), "Topic 'absent' does not exist at ");
        refused(() -> topics.describe("absent"), "Topic 'absent' does not exist at ");
        refused(() -> topics.endOffsets("absent"), "Topic 'absent' does not exist at ");
        refused(() -> topics.create("not a name", 1), "Cannot create topic 'not a name' at ");
        refused(() -> new LoadGenerator(load("taken", 0, 10, 4)).run(), "Topic 'taken' has 3 partitions, not 4");
        refused(() -> new LoadGenerator(load("absent", 0, 10, 4)).run(), "Topic 'absent' does not exist at ");
        refused(() -> new Topics("nonsense"), "'nonsense' are no usable bootstrap servers");
    }

    @Test
    void aBrokerThatDoesNotAnswerIsNamed() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Topics unreachable = new Topics("127.0.0.1:" + deaf.getLocalPort(), Map.of(), Duration.ofSeconds(1))) {
            refused(
                    () -> unreachable.describe("any"),
                    "Cannot describe topic 'any': no Kafka broker answers at 127.0.0.1:" + deaf.getLocalPort());
        }
    }

    @Test
    void recordsAreTheGuidesByteForByte() {
        topics.create("guide", 3);
        LoadGenerator.Result result = new LoadGenerator(load("guide", 98, 5, 3)).run();
        assertThat(result.line()).matches("produced=5 remaining=0 failed=0 elapsed=\\d+\\.\\d{3}s rate=\\d+ msg/s");

        Map<Long, ConsumerRecord<byte[], byte[]>> found = read("guide", 3, 5);
        assertThat(found.keySet()).containsExactlyInAnyOrder(98L, 99L, 100L, 101L, 102L);
        found.forEach((sequence, record) -> {
            assertThat(record.partition()).isEqualTo((int) (sequence % 3));
            assertThat(new String(record.key(), StandardCharsets.UTF_8)).isEqualTo("key-" + sequence);
            assertThat(new String(record.value(), StandardCharsets.UTF_8))
                    .isEqualTo(String.format(
                            "{\"sequence\":%d,\"partition\":%d,\"name\":\"load-%08d\","
                                    + "\"payload\":\"abcdefghijklmnopqrstuvwxyz0123456789\"}",
                            sequence, sequence % 3, sequence));
        });
    }

    @Test
    void aNameLongerThanEightDigitsIsNotCut() {
        assertThat(new String(GuideRecords.value(1_234_567_890L, 0), StandardCharsets.UTF_8))
                .contains("\"sequence\":1234567890,")
                .contains("\"name\":\"load-1234567890\"");
    }

    @Test
    void committedPositionsGiveTheLag() {
        topics.create("lagging", 2);
        new LoadGenerator(load("lagging", 0, 100, 2)).run();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of("group.id", "slow"))) {
            consumer.assign(List.of(new TopicPartition("lagging", 0)));
            consumer.commitSync(Map.of(new TopicPartition("lagging", 0), new OffsetAndMetadata(20)));
        }
        assertThat(topics.committed("slow", "lagging")).isEqualTo(Map.of(0, 20L));
        assertThat(topics.lag("slow", "lagging"))
                .isEqualTo(Map.of(
                        0, new Topics.GroupPosition(0, Optional.of(20L), 50, 30),
                        1, new Topics.GroupPosition(1, Optional.empty(), 50, 50)));
    }

    @Test
    void aRateIsKeptAndProgressIsTold() {
        topics.create("paced", 1);
        List<Long> reports = new ArrayList<>();
        LoadGenerator.Result result = new LoadGenerator(load("paced", 0, 600, 1).withRate(1_000))
                .run((sent, acknowledged, failed, elapsed) -> reports.add(sent));
        assertThat(result.complete()).isTrue();
        assertThat(result.elapsed()).isGreaterThanOrEqualTo(Duration.ofMillis(599));
        assertThat(reports).hasSizeGreaterThanOrEqualTo(2).isSorted().endsWith(600L);
    }

    @Test
    void aStoppedRunCountsWhatItDidNotSend() {
        topics.create("stopped", 1);
        LoadGenerator generator = new LoadGenerator(load("stopped", 0, 1_000_000_000, 1));
        AtomicLong reports = new AtomicLong();
        LoadGenerator.Result result = generator.run((sent, acknowledged, failed, elapsed) -> {
            reports.incrementAndGet();
            generator.stop();
        });
        assertThat(result.remaining())
                .isEqualTo(1_000_000_000 - result.produced())
                .isPositive();
        assertThat(topics.endOffsets("stopped")).isEqualTo(Map.of(0, result.produced()));
    }

    private static LoadGenerator.Options load(String topic, long start, long count, int partitions) {
        return LoadGenerator.Options.of(broker.bootstrapServers(), topic, start, count, partitions);
    }

    private static void refused(Runnable call, String start) {
        assertThatThrownBy(call::run)
                .isInstanceOf(SandboxException.class)
                .hasMessageStartingWith(start)
                .message()
                .doesNotContain("\n");
    }

    private static Map<Long, ConsumerRecord<byte[], byte[]>> read(String topic, int partitions, int count) {
        Map<Long, ConsumerRecord<byte[], byte[]>> found = new HashMap<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(Map.of())) {
            List<TopicPartition> all = new ArrayList<>();
            for (int i = 0; i < partitions; i++) {
                all.add(new TopicPartition(topic, i));
            }
            consumer.assign(all);
            while (found.size() < count) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(10))) {
                    String key = new String(record.key(), StandardCharsets.UTF_8);
                    found.put(Long.parseLong(key.substring("key-".length())), record);
                }
            }
        }
        return found;
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(more);
        settings.put("bootstrap.servers", broker.bootstrapServers());
        settings.put("auto.offset.reset", "earliest");
        settings.put("enable.auto.commit", false);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
