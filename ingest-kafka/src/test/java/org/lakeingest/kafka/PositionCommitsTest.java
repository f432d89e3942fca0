package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.kafka.PositionCommits.Outcome;

/** Against the broker, with a client that has its partition by hand, so that no rebalance gets in between. */
class PositionCommitsTest {
    private final Ownership owned = new Ownership();
    private final TestConfig config = SharedBroker.config(SharedBroker.topic(1));
    private final Consumer<byte[], byte[]> consumer = new KafkaClients(config.build(), "commits").consumer();
    private final PositionCommits commits = new PositionCommits(consumer, owned, Clock.systemUTC());
    private final OwnedPartition lease = newLease();

    @BeforeEach
    void assign() {
        consumer.assign(List.of(name()));
    }

    @AfterEach
    void close() {
        consumer.close();
    }

    @Test
    void aWakeUpDoesNotEndAnAwaitedCommit() {
        consumer.wakeup();
        assertThat(commits.commitNow(Map.of(lease, 5L), Duration.ofMinutes(1))).isEqualTo(Outcome.COMMITTED);
        assertThat(committed()).isEqualTo(Map.of(0, 5L));
    }

    @Test
    void aLaterPositionReplacesTheOneThatWaits() {
        for (long position = 1; position <= 1_000; position++) {
            commits.commit(Map.of(lease.source(), position));
        }
        await().atMost(Duration.ofMinutes(2)).pollInSameThread().until(() -> poll().equals(Map.of(0, 1_000L)));
    }

    @Test
    void whatWaitsForALeaseThatEndedIsDropped() {
        commits.commit(Map.of(lease.source(), 1L));
        // The first is under way, so this one waits.
        commits.commit(Map.of(lease.source(), 2L));
        commits.forget(List.of(lease));
        owned.remove(List.of(lease));
        OwnedPartition next = newLease();
        commits.commit(Map.of(next.source(), 1L));
        await().atMost(Duration.ofMinutes(2)).pollInSameThread().until(() -> {
            poll();
            return next.isCommitted(1);
        });
        assertThat(committed()).isEqualTo(Map.of(0, 1L));
        assertThat(lease.isCommitted(1)).isFalse();
    }

    @Test
    void whatIsNotOwnedIsNotCommitted() {
        owned.remove(List.of(lease));
        commits.commit(Map.of(lease.source(), 3L));
        commits.commit(Map.of(new SourcePartition(name().topic(), "another", 0), 4L));
        for (int i = 0; i < 10; i++) {
            assertThat(poll()).isEmpty();
        }
    }

    private Map<Integer, Long> poll() {
        commits.sendIfDue();
        consumer.poll(Duration.ofMillis(5));
        return committed();
    }

    private Map<Integer, Long> committed() {
        return KafkaSourceTest.committed(config);
    }

    private OwnedPartition newLease() {
        OwnedPartition partition = new OwnedPartition(name(), new SourcePartition(name().topic(), "incarnation", 0));
        owned.add(partition);
        return partition;
    }

    private TopicPartition name() {
        return new TopicPartition(config.topics.get(0), 0);
    }
}
