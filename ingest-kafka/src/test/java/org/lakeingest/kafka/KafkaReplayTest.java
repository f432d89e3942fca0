package org.lakeingest.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Replay;
import org.lakeingest.api.SourcePartition;

class KafkaReplayTest {
    private static final AtomicInteger PIPELINES = new AtomicInteger();

    private final String pipeline = "replay-" + PIPELINES.incrementAndGet();
    private final String topic = SharedBroker.topic(4);

    private Replay replay(Optional<String> to, boolean keepTimestamps) {
        Replay replay = create(to, keepTimestamps);
        replay.open(false);
        return replay;
    }

    private Replay create(Optional<String> to, boolean keepTimestamps) {
        KafkaSourceConfig config = SharedBroker.config(topic).build();
        TestContext context = new TestContext();
        DeadLetterClients clients = new DeadLetterClients(
                config.bootstrapServers(), config.client(), pipeline + "-replay", config.requestTimeout());
        return new KafkaReplay(clients, context.clock(), pipeline, to, keepTimestamps);
    }

    private Replay replay() {
        return replay(Optional.empty(), false);
    }

    private DeadLetter letter(int partition, long offset, String value) {
        return new DeadLetter(
                new SourcePartition(topic, "cluster/topic", partition),
                offset,
                1234,
                false,
                ("key-" + offset).getBytes(UTF_8),
                value.getBytes(UTF_8),
                List.of(new DeadLetter.Header("h", "1".getBytes(UTF_8)), new DeadLetter.Header("null", null)),
                0,
                "decode",
                "NOT_JSON",
                "it is bad",
                1,
                pipeline,
                "1",
                Instant.EPOCH);
    }

    /** A transaction is visible a little later than it is committed. */
    private static List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
        return await().atMost(Duration.ofMinutes(1)).until(() -> read(topic), all -> all.size() >= count);
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                SharedBroker.servers(),
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest",
                "enable.auto.commit",
                false);
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            new TopicScan(consumer, topic, Duration.ofMinutes(1)).read(Optional.empty(), records::add);
        }
        return records;
    }

    @Test
    void putsARecordBackAsItWas() {
        try (Replay replay = replay()) {
            replay.send(letter(2, 17, "value"));
            assertThat(replay.flush()).isEqualTo(1);
        }
        ConsumerRecord<byte[], byte[]> record = read(topic, 1).get(0);
        assertThat(record.partition()).isEqualTo(2);
        assertThat(record.key()).isEqualTo("key-17".getBytes(UTF_8));
        assertThat(record.value()).isEqualTo("value".getBytes(UTF_8));
        assertThat(record.timestamp()).isNotEqualTo(1234);
        assertThat(record.headers()).extracting(Header::key).containsExactly("h", "null", KafkaReplay.HEADER);
        assertThat(new String(record.headers().lastHeader(KafkaReplay.HEADER).value(), UTF_8))
                .isEqualTo(topic + "/2/17");
    }

    @Test
    void putsRecordsIntoAnotherTopicWithTheirTime() {
        String other = SharedBroker.topic(1);
        try (Replay replay = replay(Optional.of(other), true)) {
            replay.send(letter(3, 17, "value"));
            replay.flush();
        }
        assertThat(read(topic)).isEmpty();
        assertThat(read(other, 1).get(0).timestamp()).isEqualTo(1234);
    }

    @Test
    void whatWentIntoOneTopicIsStillDueInAnother() {
        String other = SharedBroker.topic(1);
        try (Replay replay = replay(Optional.of(other), false)) {
            replay.send(letter(3, 17, "value"));
            replay.flush();
        }
        try (Replay home = replay()) {
            assertThat(home.isDone(letter(3, 17, "value"))).isFalse();
            assertThat(home.isDoneAnywhere(letter(3, 17, "value"))).isTrue();
            home.send(letter(3, 17, "value"));
            home.flush();
        }
        try (Replay again = replay(Optional.of(other), false);
                Replay named = create(Optional.of(topic), false)) {
            named.look();
            assertThat(again.isDone(letter(3, 17, "value"))).isTrue();
            assertThat(named.isDone(letter(3, 17, "value"))).isTrue();
        }
        assertThat(read(topic, 1)).hasSize(1);
        assertThat(read(other, 1)).hasSize(1);
    }

    @Test
    void knowsWhatAnEarlierOneHasSent() {
        try (Replay replay = replay()) {
            for (int i = 0; i < 1_200; i++) {
                replay.send(letter(i % 3, i, "value"));
            }
            assertThat(replay.flush()).isEqualTo(1_200);
        }
        try (Replay replay = replay()) {
            for (int i = 0; i < 1_200; i++) {
                assertThat(replay.isDone(letter(i % 3, i, "value"))).isTrue();
            }
            assertThat(replay.isDone(letter(0, 1_200, "value"))).isFalse();
            assertThat(replay.isDone(letter(1, 0, "value"))).isFalse();
        }
        assertThat(read(topic, 1_200)).hasSize(1_200);
    }

    /** As one does that is killed: its transaction stays open. */
    @Test
    void sendsWhatAnotherLeftOpenOnce() {
        Replay killed = replay();
        for (int i = 0; i < 750; i++) {
            killed.send(letter(0, i, "value"));
        }
        try (Replay replay = replay()) {
            int again = 0;
            for (int i = 0; i < 1_000; i++) {
                DeadLetter letter = letter(0, i, "value");
                if (!replay.isDone(letter)) {
                    replay.send(letter);
                    again++;
                }
            }
            assertThat(replay.flush()).isEqualTo(again);
            assertThat(again).isEqualTo(500);
        }
        assertThatThrownBy(killed::flush)
                .isInstanceOfSatisfying(
                        IngestException.class,
                        fenced -> assertThat(fenced.code()).isEqualTo(KafkaErrorCode.REPLAY_TAKEN_OVER));
        killed.close();
        assertThat(read(topic, 1_000))
                .extracting(record -> new String(record.key(), UTF_8))
                .doesNotHaveDuplicates()
                .hasSize(1_000);
    }

    @Test
    void looksWithoutTakingOver() {
        try (Replay running = replay()) {
            running.send(letter(0, 0, "value"));
            running.flush();
            try (Replay other = create(Optional.empty(), false)) {
                other.look();
            }
            running.send(letter(0, 1, "value"));
            assertThat(running.flush()).isEqualTo(2);
        }
        try (Replay again = create(Optional.empty(), false)) {
            again.open(true);
            assertThat(again.isDone(letter(0, 1, "value"))).isFalse();
            again.send(letter(0, 1, "value"));
            assertThat(again.isDone(letter(0, 1, "value"))).isTrue();
            again.flush();
        }
        try (Replay other = create(Optional.empty(), false)) {
            other.look();
            assertThat(other.isDone(letter(0, 1, "value"))).isTrue();
        }
        assertThat(read(topic, 3)).hasSize(3);
    }

    @Test
    void looksWhereNothingWasPutBack() {
        try (Replay replay = create(Optional.empty(), false)) {
            replay.look();
            assertThat(replay.isDone(letter(0, 0, "value"))).isFalse();
        }
    }

    @Test
    void givesUpWhatWasNotFlushed() {
        try (Replay replay = replay()) {
            replay.send(letter(0, 0, "value"));
        }
        assertThat(read(topic)).isEmpty();
        try (Replay replay = replay()) {
            assertThat(replay.isDone(letter(0, 0, "value"))).isFalse();
        }
    }

    @Test
    void saysThatATopicIsMissing() {
        try (Replay replay = replay(Optional.of("no-such-topic"), false)) {
            assertThatThrownBy(() -> replay.send(letter(0, 0, "value")))
                    .isInstanceOfSatisfying(
                            IngestException.class,
                            missing -> assertThat(missing.code()).isEqualTo(KafkaErrorCode.TOPIC_MISSING))
                    .hasMessageContaining("no-such-topic");
        }
    }

    @Test
    void saysThatARecordDoesNotFit() {
        String small = "small-" + pipeline;
        SharedBroker.TOPICS.create(small, 1, Map.of("max.message.bytes", "1000"));
        try (Replay replay = replay(Optional.of(small), false)) {
            assertThatThrownBy(() -> {
                        replay.send(letter(0, 0, "x".repeat(5_000)));
                        replay.flush();
                    })
                    .isInstanceOfSatisfying(
                            IngestException.class,
                            large -> assertThat(large.code()).isEqualTo(KafkaErrorCode.DEAD_LETTER_TOO_LARGE))
                    .hasMessageContaining(topic + "/0/0");
        }
    }

    @Test
    void refusesALetterWithoutItsValue() {
        try (Replay replay = replay()) {
            assertThatThrownBy(() -> replay.send(letter(0, 0, "value").withoutValue()))
                    .isInstanceOf(IngestException.class)
                    .hasMessageContaining("without its value");
        }
    }
}
