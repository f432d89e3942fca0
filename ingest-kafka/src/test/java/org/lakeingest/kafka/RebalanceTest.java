package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.kafka.KafkaSourceTest.allKeys;
import static org.lakeingest.kafka.KafkaSourceTest.committed;
import static org.lakeingest.kafka.KafkaSourceTest.keys;
import static org.lakeingest.kafka.KafkaSourceTest.pollUntil;
import static org.lakeingest.kafka.KafkaSourceTest.totalLag;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.kafka.KafkaSourceConfig.GroupProtocol;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Members come and go, partitions are added: nothing is lost, and nothing is read twice that was committed in time. */
class RebalanceTest {
    private static final Logger log = LoggerFactory.getLogger(RebalanceTest.class);

    enum Sharing {
        COOPERATIVE("cooperative-sticky", GroupProtocol.CLASSIC, "cooperative"),
        EAGER("range,roundrobin", GroupProtocol.CLASSIC, "eager"),
        BROKER("cooperative-sticky", GroupProtocol.CONSUMER, "consumer");

        final String strategies;
        final GroupProtocol protocol;
        final String word;

        Sharing(String strategies, GroupProtocol protocol, String word) {
            this.strategies = strategies;
            this.protocol = protocol;
            this.word = word;
        }
    }

    private final KafkaSourceFactory factory = new KafkaSourceFactory();
    private final List<Member> members = new ArrayList<>();
    private final RebalanceLines lines = new RebalanceLines();

    @AfterEach
    void close() {
        members.forEach(Member::close);
        lines.close();
    }

    @ParameterizedTest
    @EnumSource
    void theNextOwnerStartsWhereTheRevocationCommitted(Sharing sharing) {
        String topic = SharedBroker.topic(4);
        TestConfig config = config(topic, sharing);
        SharedBroker.produce(topic, 0, 4_000, 4);
        Member first = join(config);
        pollUntil(members, () -> first.keys.size() == 4_000);

        // Nothing is committed but by the revocations.
        Member second = join(config);
        pollUntil(members, () -> first.owned.size() == 2 && second.owned.size() == 2);
        SharedBroker.produce(topic, 4_000, 400, 4);
        pollUntil(members, () -> first.keys.size() + second.keys.size() >= 4_400);
        assertThat(second.batches)
                .allSatisfy(batch -> assertThat(batch.range().start()).isGreaterThanOrEqualTo(1_000));

        leave(first);
        SharedBroker.produce(topic, 4_400, 400, 4);
        pollUntil(members, () -> first.keys.size() + second.keys.size() >= 4_800);
        leave(second);
        assertThat(allKeys(List.of(first, second))).hasSize(4_800);
        assertThat(new HashSet<>(allKeys(List.of(first, second)))).isEqualTo(keys(0, 4_800));
        assertThat(totalLag(config)).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void newPartitionsAreSharedOutAndReadFromTheirStart(Sharing sharing) {
        String topic = SharedBroker.topic(2);
        TestConfig config = config(topic, sharing);
        for (int i = 0; i < 4; i++) {
            join(config).commitsWhilePolling = true;
        }
        List<Member> four = List.copyOf(members);
        pollUntil(members, () -> ownedByAll(four).size() == 2);
        SharedBroker.produce(topic, 0, 1_000, 2);
        pollUntil(members, () -> allKeys(four).size() >= 1_000);

        long altered = System.nanoTime();
        SharedBroker.TOPICS.alter(topic, 8);
        // Written before anybody owns them.
        SharedBroker.produce(topic, 1_000, 8_000, 8);
        pollUntil(
                members,
                () -> four.stream().allMatch(member -> member.owned.size() == 2)
                        && ownedByAll(four).size() == 8);
        log.info(
                "2 to 8 partitions, {}: {} ms from the alter call to the full assignment",
                sharing,
                Duration.ofNanos(System.nanoTime() - altered).toMillis());
        pollUntil(members, () -> allKeys(four).size() >= 9_000);
        four.forEach(this::leave);
        assertThat(allKeys(four)).hasSize(9_000);
        assertThat(new HashSet<>(allKeys(four))).isEqualTo(keys(0, 9_000));
        assertThat(totalLag(config)).isZero();
    }

    /** With the refresh interval of the original's guide; printed, not judged. */
    @ParameterizedTest
    @EnumSource(names = {"COOPERATIVE", "EAGER"})
    @Tag("full")
    void newPartitionsAreFoundWithARefreshOfFiveSeconds(Sharing sharing) {
        String topic = SharedBroker.topic(2);
        TestConfig config = config(topic, sharing);
        config.metadataRefresh = Duration.ofSeconds(5);
        for (int i = 0; i < 4; i++) {
            join(config);
        }
        List<Member> four = List.copyOf(members);
        pollUntil(members, () -> ownedByAll(four).size() == 2);
        for (int partitions : List.of(4, 6, 8)) {
            long altered = System.nanoTime();
            SharedBroker.TOPICS.alter(topic, partitions);
            pollUntil(members, () -> ownedByAll(four).size() == partitions);
            log.info(
                    "to {} partitions, {}, refresh 5 s: {} ms",
                    partitions,
                    sharing,
                    Duration.ofNanos(System.nanoTime() - altered).toMillis());
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyWorkerLogsEveryAssignmentEvenAnEmptyOne(Sharing sharing) {
        String topic = SharedBroker.topic(1);
        TestConfig config = config(topic, sharing);
        Member owner = join(config);
        pollUntil(members, () -> owner.owned.size() == 1);
        assertThat(lines.ofWorker(0))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("kafka_rebalance worker=0 protocol=" + sharing.word
                                + " cause=assigned Partitions assigned: [" + topic + "[0]]"));
        int before = lines.ofWorker(0).size();
        join(config);
        pollUntil(members, () -> lines.ofWorker(1).stream().anyMatch(line -> line.contains("assigned: []")));
        if (sharing.protocol == GroupProtocol.CLASSIC) {
            pollUntil(members, () -> lines.ofWorker(0).size() > before);
        }
        leave(owner);
        assertThat(lines.ofWorker(0))
                .last()
                .isEqualTo("kafka_rebalance worker=0 protocol=" + sharing.word + " cause=close Partitions revoked: ["
                        + topic + "[0]]");
    }

    /** All leave at once, while the departures of the others make the group rebalance. */
    @ParameterizedTest
    @EnumSource
    void whoLeavesInTheMiddleOfARebalanceCommitsItsLastPositions(Sharing sharing) {
        String topic = SharedBroker.topic(8);
        TestConfig config = config(topic, sharing);
        SharedBroker.produce(topic, 0, 8_000, 8);
        for (int i = 0; i < 4; i++) {
            join(config);
        }
        List<Member> four = List.copyOf(members);
        pollUntil(
                members,
                () -> four.stream().allMatch(member -> member.owned.size() == 2)
                        && ownedByAll(four).size() == 8
                        && allKeys(four).size() >= 8_000);
        for (Member member : four) {
            leave(member);
            for (int i = 0; i < 20; i++) {
                members.forEach(rest -> rest.poll(Duration.ZERO));
            }
        }
        assertThat(committed(config))
                .hasSize(8)
                .allSatisfy((partition, position) -> assertThat(position).isEqualTo(1_000L));
    }

    /** The client refuses to commit between two generations: one member has joined again, another one has yet to. */
    @ParameterizedTest
    @EnumSource(names = "COOPERATIVE")
    void whoLeavesBetweenTwoGenerationsWaitsUntilItMayCommit(Sharing sharing) throws InterruptedException {
        String topic = SharedBroker.topic(4);
        TestConfig config = config(topic, sharing);
        Member leaving = join(config);
        Member late = join(config);
        pollUntil(members, () -> leaving.owned.size() == 2 && late.owned.size() == 2);
        SharedBroker.produce(topic, 0, 4_000, 4);
        pollUntil(members, () -> allKeys(members).size() >= 4_000);
        members.remove(late);
        Member third = join(config);
        for (int i = 0; i < 75; i++) {
            members.forEach(Member::poll);
        }
        members.removeAll(List.of(leaving, third));
        AtomicBoolean left = new AtomicBoolean();
        Thread others = new Thread(() -> {
            while (!left.get()) {
                late.poll();
                third.poll();
            }
        });
        Set<Integer> numbers = new HashSet<>();
        leaving.owned.forEach(partition -> numbers.add(partition.number()));
        others.start();
        leaving.close();
        left.set(true);
        others.join();
        members.addAll(List.of(late, third));
        assertThat(committed(config))
                .containsKeys(numbers.toArray(Integer[]::new))
                .allSatisfy((partition, position) -> assertThat(position).isEqualTo(1_000L));
    }

    @ParameterizedTest
    @EnumSource(names = {"COOPERATIVE", "EAGER"})
    void whoWasAwayForTooLongCommitsNothing(Sharing sharing) {
        String topic = SharedBroker.topic(2);
        TestConfig config = config(topic, sharing);
        config.maxPollInterval = Duration.ofMillis(1_500);
        config.grace = Duration.ofMillis(100);
        config.requestTimeout = Duration.ofSeconds(1);
        SharedBroker.produce(topic, 0, 200, 2);
        Member away = join(config);
        pollUntil(members, () -> away.keys.size() >= 200);
        members.remove(away);
        config.maxPollInterval = Duration.ofMinutes(5);
        Member heir = join(config);
        pollUntil(members, () -> heir.owned.size() == 2 && heir.keys.size() == 200);
        heir.source.commit(heir.positions);
        pollUntil(members, () -> committed(config).equals(Map.of(0, 100L, 1, 100L)));

        // What it knows is old; were it committed, the heir's progress would be undone.
        away.positions.replaceAll((partition, position) -> 7L);
        Map<org.lakeingest.api.SourcePartition, Long> old = Map.copyOf(away.positions);
        away.source.commit(old);
        members.add(away);
        pollUntil(members, () -> away.events.stream().anyMatch(event -> event.startsWith("lost")));
        away.source.commit(old);
        members.remove(away);
        away.close();
        assertThat(away.events).noneMatch(event -> event.startsWith("revoked"));
        assertThat(committed(config)).isEqualTo(Map.of(0, 100L, 1, 100L));
    }

    private Member join(TestConfig config) {
        Member member = new Member(config.build(), factory);
        members.add(member);
        return member;
    }

    private void leave(Member member) {
        members.remove(member);
        member.close();
    }

    private static Set<String> ownedByAll(List<Member> members) {
        Set<String> owned = new HashSet<>();
        members.forEach(member -> owned.addAll(member.ownedNames()));
        return owned;
    }

    private static TestConfig config(String topic, Sharing sharing) {
        TestConfig config = SharedBroker.config(topic);
        config.strategies = List.of(sharing.strategies.split(",", -1));
        config.protocol = sharing.protocol;
        return config;
    }
}
