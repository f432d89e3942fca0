package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.entry;
import static org.lakeingest.kafka.KafkaSourceTest.committed;
import static org.lakeingest.kafka.KafkaSourceTest.pollUntil;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.kafka.KafkaSourceConfig.IsolationLevel;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;

/** Logs with holes, topics that come back as others, brokers that go and return. */
class TopologyTest {
    private final KafkaSourceFactory factory = new KafkaSourceFactory();

    @Test
    void anAbortedTransactionIsAGapThatThePositionMovesOver() {
        String topic = SharedBroker.topic(1);
        try (Writer writer = Writer.transactional(topic)) {
            writer.begin();
            writer.write(0, "a", "kept");
            writer.flush();
            writer.commit();
            writer.begin();
            writer.write(0, "b", "dropped");
            writer.flush();
            writer.abort();
        }
        TestConfig config = SharedBroker.config(topic);
        try (Member member = new Member(config.build(), factory)) {
            // Record, marker, record, marker.
            pollUntil(List.of(member), () -> member.positions.containsValue(4L));
            assertThat(member.keys).containsExactly("a");
            assertThat(member.batches.get(0).range().start()).isZero();
        }
        assertThat(committed(config)).containsExactly(entry(0, 4L));

        config.groupId += "-dirty";
        config.isolation = IsolationLevel.READ_UNCOMMITTED;
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.positions.containsValue(4L));
            assertThat(member.keys).containsExactly("a", "b");
        }
    }

    @Test
    void anOpenTransactionHoldsTheReaderBack() {
        String topic = SharedBroker.topic(1);
        TestConfig config = SharedBroker.config(topic);
        try (Writer writer = Writer.transactional(topic);
                Member member = new Member(config.build(), factory)) {
            writer.begin();
            writer.write(0, "open", "open");
            writer.flush();
            pollUntil(List.of(member), () -> !member.owned.isEmpty());
            for (int i = 0; i < 20; i++) {
                member.poll();
            }
            assertThat(member.keys).isEmpty();
            writer.commit();
            pollUntil(List.of(member), () -> member.positions.containsValue(2L));
            assertThat(member.keys).containsExactly("open");
        }
    }

    @Test
    void whatCompactionRemovedIsPartOfARange() {
        String topic = SharedBroker.topic(1) + "-compacted";
        SharedBroker.TOPICS.create(
                topic,
                1,
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.ms", "100",
                        "min.cleanable.dirty.ratio", "0.01",
                        "min.compaction.lag.ms", "0",
                        "delete.retention.ms", "100"));
        TestConfig config = SharedBroker.config(topic);
        long end = 0;
        int rounds = 0;
        // Each round reads the log from its start, until the cleaner has been there.
        while (true) {
            try (Writer writer = new Writer(topic, Map.of())) {
                writer.write(0, "same", "value-" + end);
                writer.write(0, "tomb", null);
                writer.flush();
            }
            end += 2;
            config.groupId = "round-" + rounds++;
            long last = end;
            try (Member member = new Member(config.build(), factory)) {
                pollUntil(List.of(member), () -> member.positions.containsValue(last));
                RecordBatch first = member.batches.get(0);
                assertThat(first.range().start()).isZero();
                assertThat(member.batches.stream()
                                .mapToLong(TopologyTest::length)
                                .sum())
                        .isEqualTo(last);
                if (member.keys.size() < last && first.size() > 0 && first.offset(0) > 0) {
                    return;
                }
            }
        }
    }

    private static long length(RecordBatch batch) {
        OffsetRange range = batch.range();
        return range.end() - range.start();
    }

    @Test
    void aTopicCreatedAnewIsReadFromItsStartUnderAnotherIncarnation() {
        String topic = SharedBroker.topic(1);
        TestConfig config = SharedBroker.config(topic);
        // Slow to look, so that the deletion itself passes unseen and only the id tells.
        config.metadataRefresh = Duration.ofMinutes(5);
        config.topicCheck = Duration.ofMillis(200);
        SharedBroker.produce(topic, 0, 1_000, 1);
        try (RebalanceLines lines = new RebalanceLines();
                Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() == 1_000);
            SourcePartition old = member.owned.iterator().next();
            SharedBroker.TOPICS.delete(topic);
            SharedBroker.TOPICS.create(topic, 1);
            SharedBroker.produce(topic, 5_000, 2_000, 1);
            String incarnation = SharedBroker.TOPICS.describe(topic).id();
            pollUntil(
                    List.of(member),
                    () -> member.owned.stream()
                                    .anyMatch(owned -> owned.incarnation().endsWith(incarnation))
                            && member.positions.containsValue(2_000L));
            // A restart now must not go on where the group was in the old topic.
            pollUntil(List.of(member), () -> committed(config).equals(Map.of(0, 0L)));
            member.source.commit(Map.of(old, 1_000L));
            for (int i = 0; i < 20; i++) {
                member.poll();
            }
            assertThat(committed(config)).containsExactly(entry(0, 0L));
            assertThat(member.owned).doesNotContain(old);
            List<String> fresh = member.batches.stream()
                    .filter(batch -> batch.partition().incarnation().endsWith(incarnation))
                    .map(batch -> batch.range().start() + "+" + batch.size())
                    .toList();
            assertThat(fresh).first().asString().startsWith("0+");
            assertThat(member.keys).contains("key-5000", "key-6999");
            assertThat(member.events).anyMatch(event -> event.startsWith("lost"));
            assertThat(lines.ofWorker(0))
                    .anyMatch(line -> line.contains("cause=topic re-created Partitions revoked: [" + topic + "[0]]"))
                    .anyMatch(line -> line.contains("cause=topic re-created Partitions assigned: [" + topic + "[0]]"));
        }
        assertThat(committed(config)).containsExactly(entry(0, 2_000L));
    }

    /** As after a crash between the two topics: the position is there, in range, and of the wrong log. */
    @Test
    void aPositionCommittedForAnEarlierTopicIsNotReadOnFrom() throws Exception {
        String topic = SharedBroker.topic(1);
        TestConfig config = SharedBroker.config(topic);
        SharedBroker.produce(topic, 0, 100, 1);
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() == 100);
        }
        TopicPartition partition = new TopicPartition(topic, 0);
        OffsetAndMetadata stale = Groups.committed(config.groupId, partition);
        SharedBroker.TOPICS.delete(topic);
        SharedBroker.TOPICS.create(topic, 1);
        SharedBroker.produce(topic, 5_000, 150, 1);
        assertThat(stale).isNotNull();
        Groups.commit(config.groupId, Map.of(partition, stale));
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() >= 150);
            assertThat(member.batches.get(0).range().start()).isZero();
            assertThat(member.keys).startsWith("key-5000").endsWith("key-5149").hasSize(150);
        }
    }

    /** Nobody looks at ids here: it shows by the log being shorter than what was read of it. */
    @Test
    void aTopicCreatedAnewAndShorterIsNoticedAtOnce() {
        String topic = SharedBroker.topic(1);
        TestConfig config = SharedBroker.config(topic);
        config.metadataRefresh = Duration.ofMinutes(5);
        config.topicCheck = Duration.ofMinutes(5);
        SharedBroker.produce(topic, 0, 1_000, 1);
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() == 1_000);
            SharedBroker.TOPICS.delete(topic);
            SharedBroker.TOPICS.create(topic, 1);
            SharedBroker.produce(topic, 5_000, 10, 1);
            pollUntil(List.of(member), () -> member.keys.size() >= 1_010);
            assertThat(member.keys).hasSize(1_010).doesNotHaveDuplicates();
            assertThat(member.owned)
                    .singleElement()
                    .satisfies(owned -> assertThat(owned.incarnation())
                            .endsWith(SharedBroker.TOPICS.describe(topic).id()));
        }
    }

    @Test
    void aLogThatLostItsEndIsReadOnFromThere() {
        String topic = SharedBroker.topic(1);
        SharedBroker.produce(topic, 0, 100, 1);
        KafkaSourceConfig config = SharedBroker.config(topic).build();
        List<Consumer<byte[], byte[]>> made = new ArrayList<>();
        KafkaClients clients = new KafkaClients(config, "truncated") {
            @Override
            Consumer<byte[], byte[]> consumer() {
                made.add(super.consumer());
                return made.get(0);
            }
        };
        Source source =
                new KafkaSource(config, clients, Clock.systemUTC(), 0, new WorkerLag(lag -> {}), n -> {}, () -> {});
        try (Member member = new Member(source)) {
            pollUntil(List.of(member), () -> member.keys.size() == 100);
            // As the client does when the broker tells it that the log ends there.
            made.get(0).seek(new TopicPartition(topic, 0), 60);
            pollUntil(List.of(member), () -> member.keys.size() == 140);
            assertThat(member.events)
                    .filteredOn(event -> event.startsWith("lost"))
                    .hasSize(1);
            assertThat(member.batches.get(member.batches.size() - 1).range().end())
                    .isEqualTo(100);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "the log ends before the position, 160, -1, 100",
        "the log has not seen the leader of that time, 50, 70, 50",
        "the log was cut and has grown again under another leader, 90, 0, 40"
    })
    void aPositionThatTheSinkKeepsAndTheLogDoesNotLeadUpToEndsTheReading(
            String why, long position, int leaderEpoch, long goesOnAt) {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Topics topics = new Topics(broker.bootstrapServers())) {
            topics.create("orders", 1);
            produce(broker, 0, 40, 1);
            broker.stopNode(0);
            broker.startNode(0);
            produce(broker, 40, 60, 1);
            TestConfig config = new TestConfig(broker.bootstrapServers(), "orders", "group");
            try (Member member = new Member(config.build(), factory)) {
                pollUntil(List.of(member), () -> !member.owned.isEmpty());
                Map<SourcePartition, Claim> claims =
                        Map.of(member.owned.iterator().next(), new Claim(OptionalLong.of(position), leaderEpoch, 1));

                Throwable failure = catchThrowable(() -> {
                    member.source.goOnFrom(claims);
                    pollUntil(List.of(member), () -> !member.keys.isEmpty());
                });
                assertThat(failure)
                        .as(why)
                        .isInstanceOf(IngestException.class)
                        .hasMessageContaining("up to offset " + position)
                        .hasMessageContaining("goes on at " + goesOnAt);
                assertThat(((IngestException) failure).code()).isEqualTo(KafkaErrorCode.LOG_TRUNCATED);
            }
        }
    }

    @Test
    void aPositionThatTheSinkKeepsIsReadOnFromWhateverTheGroupHasCommitted() {
        String topic = SharedBroker.topic(1);
        SharedBroker.produce(topic, 0, 100, 1);
        TestConfig config = SharedBroker.config(topic);
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() == 100);
        }
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> !member.owned.isEmpty());
            SourcePartition partition = member.owned.iterator().next();
            member.source.goOnFrom(Map.of(partition, new Claim(OptionalLong.of(70), 0, 1)));
            pollUntil(List.of(member), () -> member.keys.size() == 30);
            assertThat(member.batches.get(0).range().start()).isEqualTo(70);
        }
    }

    /** After a crash everything may be in the table and the group behind; nothing new comes that would move it. */
    @Test
    void thePositionThatTheSinkKeepsIsCommittedThoughNothingIsRead() {
        String topic = SharedBroker.topic(1);
        SharedBroker.produce(topic, 0, 100, 1);
        TestConfig config = SharedBroker.config(topic);
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> !member.owned.isEmpty());
            SourcePartition partition = member.owned.iterator().next();
            member.source.goOnFrom(Map.of(partition, new Claim(OptionalLong.of(100), 0, 1)));
            member.source.commit(Map.of(partition, 100L));
            pollUntil(List.of(member), () -> committed(config).containsValue(100L));
        }
        assertThat(committed(config)).containsExactly(entry(0, 100L));
    }

    @Test
    void recordsRemovedBeforeTheyWereReadAreCounted() throws Exception {
        String topic = SharedBroker.topic(1);
        TestConfig config = SharedBroker.config(topic);
        SharedBroker.produce(topic, 0, 100, 1);
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() == 100);
        }
        SharedBroker.produce(topic, 100, 100, 1);
        Groups.deleteBefore(new TopicPartition(topic, 0), 140);
        TestContext context = new TestContext();
        try (Member member = new Member(config.build(), factory, context)) {
            pollUntil(List.of(member), () -> member.positions.containsValue(200L));
            assertThat(member.batches.get(0).range().start()).isEqualTo(100);
            assertThat(member.keys).hasSize(60).startsWith("key-140");
        }
        assertThat(context.counts()).containsEntry("source.records.removed", 40L);
    }

    @Test
    void theLeaderEpochIsCommittedWithThePosition() {
        String topic = SharedBroker.topic(1);
        SharedBroker.produce(topic, 0, 10, 1);
        TestConfig config = SharedBroker.config(topic);
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() == 10);
            assertThat(member.batches)
                    .allSatisfy(batch -> assertThat(batch.leaderEpoch()).isZero());
        }
        assertThat(Groups.committed(config.groupId, new TopicPartition(topic, 0)))
                .isNotNull()
                .satisfies(position -> assertThat(position.leaderEpoch()).hasValue(0));
    }

    @Test
    void aBrokerThatComesBackIsReadOn() {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Topics topics = new Topics(broker.bootstrapServers())) {
            topics.create("orders", 2);
            TestConfig config = new TestConfig(broker.bootstrapServers(), "orders", "group");
            config.requestTimeout = Duration.ofMinutes(1);
            try (Member member = new Member(config.build(), factory)) {
                produce(broker, 0, 1_000, 2);
                pollUntil(List.of(member), () -> member.keys.size() == 1_000);
                member.source.commit(member.positions);
                broker.stopNode(0);
                for (int i = 0; i < 10; i++) {
                    member.poll();
                }
                broker.startNode(0);
                produce(broker, 1_000, 1_000, 2);
                pollUntil(List.of(member), () -> member.keys.size() >= 2_000);
                assertThat(member.keys).hasSize(2_000).doesNotHaveDuplicates();
                member.source.commit(member.positions);
                pollUntil(
                        List.of(member),
                        () -> topics.committed("group", "orders").equals(Map.of(0, 1_000L, 1, 1_000L)));
            }
        }
    }

    private static void produce(EmbeddedBroker broker, long start, long count, int partitions) {
        assertThat(new LoadGenerator(
                                LoadGenerator.Options.of(broker.bootstrapServers(), "orders", start, count, partitions))
                        .run()
                        .complete())
                .isTrue();
    }
}
