package org.lakeingest.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.lakeingest.kafka.PositionCommits.Outcome;

/**
 * The last commit of a worker that leaves. While other members come and go the client may be between two generations, where
 * it refuses to commit; it must then be polled until the rebalance is over, or what was just written would be written again by
 * the next owner. Poll thread only.
 */
final class Departure {
    private static final Duration STEP = Duration.ofMillis(20);

    private final Consumer<byte[], byte[]> consumer;
    private final PositionCommits commits;
    private final Map<OwnedPartition, Long> last = new LinkedHashMap<>();

    Departure(Consumer<byte[], byte[]> consumer, PositionCommits commits) {
        this.consumer = consumer;
        this.commits = commits;
    }

    void commit(Map<OwnedPartition, Long> positions, Duration timeout) {
        last.putAll(positions);
        Duration left = timeout;
        while (commits.commitNow(Map.copyOf(last), timeout) == Outcome.REBALANCING && !left.isNegative()) {
            consumer.pause(consumer.assignment());
            try {
                consumer.poll(STEP);
            } catch (WakeupException e) {
                // Meant for an earlier poll; the next step goes on.
            }
            left = left.minus(STEP);
        }
    }

    /** The rebalance takes partitions away: this is the moment to commit theirs. */
    void revoked(Collection<TopicPartition> partitions) {
        commits.commitNow(take(partitions), STEP.multipliedBy(50));
    }

    /** Another member has them: what was drained of them is not this worker's to commit any more. */
    void lost(Collection<TopicPartition> partitions) {
        take(partitions);
    }

    private Map<OwnedPartition, Long> take(Collection<TopicPartition> partitions) {
        Map<OwnedPartition, Long> taken = new LinkedHashMap<>();
        last.entrySet().removeIf(entry -> {
            boolean gone = partitions.contains(entry.getKey().topicPartition());
            if (gone) {
                taken.put(entry.getKey(), entry.getValue());
            }
            return gone;
        });
        return taken;
    }
}
