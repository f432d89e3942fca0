package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.sandbox.Topics;

class KafkaSourceTest {
    private final KafkaSourceFactory factory = new KafkaSourceFactory();

    @Test
    void everyRecordIsReadOnceAndPositionsAreCommitted() {
        String topic = SharedBroker.topic(2);
        SharedBroker.produce(topic, 0, 10_000, 2);
        TestConfig config = SharedBroker.config(topic);
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.keys.size() >= 10_000);
            assertThat(new HashSet<>(member.keys)).hasSize(10_000).isEqualTo(keys(0, 10_000));
            member.source.commit(member.positions);
            pollUntil(List.of(member), () -> committed(config).equals(Map.of(0, 5_000L, 1, 5_000L)));
        }
    }

    @Test
    void theIncarnationIsClusterAndTopicId() {
        String topic = SharedBroker.topic(1);
        try (Member member = new Member(SharedBroker.config(topic).build(), factory)) {
            pollUntil(List.of(member), () -> !member.owned.isEmpty());
            SourcePartition owned = member.owned.iterator().next();
            assertThat(owned.incarnation())
                    .matches("[^/]{22}/[^/]{22}")
                    .endsWith("/" + SharedBroker.TOPICS.describe(topic).id());
        }
    }

    @Test
    void aPartitionStartsPausedAndAtTheCommittedPosition() {
        String topic = SharedBroker.topic(1);
        SharedBroker.produce(topic, 0, 100, 1);
        TestConfig config = SharedBroker.config(topic);
        try (Member first = new Member(config.build(), factory)) {
            pollUntil(List.of(first), () -> first.keys.size() == 100);
            Map<SourcePartition, Long> some = Map.of(first.owned.iterator().next(), 40L);
            first.source.commit(some);
            pollUntil(List.of(first), () -> committed(config).equals(Map.of(0, 40L)));
            first.positions.clear();
        }
        try (Member second = new Member(config.build(), factory)) {
            pollUntil(List.of(second), () -> !second.owned.isEmpty());
            second.source.pause(second.owned);
            for (int i = 0; i < 20; i++) {
                second.poll();
                second.source.pause(second.owned);
            }
            assertThat(second.keys).isEmpty();
            second.source.resume(second.owned);
            pollUntil(List.of(second), () -> second.keys.size() == 60);
            assertThat(second.batches.get(0).range().start()).isEqualTo(40);
            assertThat(second.keys).startsWith("key-40").endsWith("key-99");
        }
    }

    @Test
    void aSeekDecidesWhereReadingStarts() {
        String topic = SharedBroker.topic(1);
        SharedBroker.produce(topic, 0, 50, 1);
        try (Member member = new Member(SharedBroker.config(topic).build(), factory)) {
            pollUntil(List.of(member), () -> !member.owned.isEmpty());
            member.source.seek(Map.of(member.owned.iterator().next(), 33L));
            pollUntil(List.of(member), () -> member.keys.size() == 17);
            assertThat(member.batches.get(0).range().start()).isEqualTo(33);
            member.positions.clear();
            member.source.seek(Map.of(member.owned.iterator().next(), 10L));
            pollUntil(List.of(member), () -> member.keys.size() == 57);
        }
    }

    @Test
    void aPauseLosesNothing() {
        String topic = SharedBroker.topic(2);
        SharedBroker.produce(topic, 0, 20_000, 2);
        TestConfig config = SharedBroker.config(topic);
        config.maxRecords = 500;
        try (Member member = new Member(config.build(), factory)) {
            int[] round = {0};
            pollUntil(List.of(member), () -> {
                if (round[0]++ % 2 == 0) {
                    member.source.pause(member.owned);
                } else {
                    member.source.resume(member.owned);
                }
                return member.keys.size() >= 20_000;
            });
            assertThat(member.keys).hasSize(20_000);
            assertThat(new HashSet<>(member.keys)).hasSize(20_000);
        }
    }

    @Test
    void aWakeupEndsAPollAndBreaksNothingElse() {
        String topic = SharedBroker.topic(1);
        SharedBroker.produce(topic, 0, 10, 1);
        TestConfig config = SharedBroker.config(topic);
        Member member = new Member(config.build(), factory);
        pollUntil(List.of(member), () -> member.keys.size() == 10);
        member.source.wakeup();
        // Would take an hour.
        member.poll(Duration.ofHours(1));
        Thread waker = new Thread(member.source::wakeup);
        waker.start();
        member.poll(Duration.ofHours(1));
        // The client remembers a wake-up; the commit that follows must not be what it ends.
        member.whileRevoked = member.source::wakeup;
        member.source.wakeup();
        member.close();
        assertThat(committed(config)).isEqualTo(Map.of(0, 10L));
    }

    @Test
    void theLagIsWhatIsNotCommitted() {
        String topic = SharedBroker.topic(2);
        SharedBroker.produce(topic, 0, 100, 2);
        TestContext context = new TestContext();
        try (Member member = new Member(SharedBroker.config(topic).build(), factory, context)) {
            pollUntil(List.of(member), () -> lag(context) == 100);
            pollUntil(List.of(member), () -> member.keys.size() == 100);
            member.source.commit(member.positions);
            pollUntil(List.of(member), () -> lag(context) == 0);
        }
        assertThat(lag(context)).isNaN();
    }

    @Test
    void closingCommitsWhatWasDrainedAndDoesSoOnce() {
        String topic = SharedBroker.topic(2);
        SharedBroker.produce(topic, 0, 1_000, 2);
        TestConfig config = SharedBroker.config(topic);
        Member member = new Member(config.build(), factory);
        pollUntil(List.of(member), () -> member.keys.size() == 1_000);
        member.close();
        member.close();
        assertThat(committed(config)).isEqualTo(Map.of(0, 500L, 1, 500L));
        assertThat(member.events)
                .containsExactly(
                        "assigned [" + topic + "[0], " + topic + "[1]]",
                        "revoked [" + topic + "[0], " + topic + "[1]]");
    }

    static void pollUntil(List<Member> members, java.util.concurrent.Callable<Boolean> done) {
        await().atMost(Duration.ofMinutes(2))
                .pollInterval(Duration.ofMillis(1))
                .pollInSameThread()
                .until(() -> {
                    for (Member member : members) {
                        member.poll();
                    }
                    return done.call();
                });
    }

    static Map<Integer, Long> committed(TestConfig config) {
        return SharedBroker.TOPICS.committed(config.groupId, config.topics.get(0));
    }

    static Set<String> keys(long start, long end) {
        Set<String> keys = new HashSet<>();
        LongStream.range(start, end).forEach(sequence -> keys.add("key-" + sequence));
        return keys;
    }

    private static double lag(TestContext context) {
        return context.gauges().values().iterator().next().getAsDouble();
    }

    static List<String> allKeys(List<Member> members) {
        List<String> keys = new ArrayList<>();
        members.forEach(member -> keys.addAll(member.keys));
        return keys;
    }

    static long totalLag(TestConfig config) {
        return SharedBroker.TOPICS.lag(config.groupId, config.topics.get(0)).values().stream()
                .mapToLong(Topics.GroupPosition::lag)
                .sum();
    }
}
