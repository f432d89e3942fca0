package org.lakeingest.kafka;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the broker durable positions, and only those of partitions owned now. Poll thread only.
 *
 * <p>At most one asynchronous commit is under way, so commits cannot overtake each other; what is asked for meanwhile waits,
 * a later position in place of an earlier one. Every answer carries the leases it was sent under: for a lease that has ended
 * it changes nothing.
 */
final class PositionCommits {
    private static final Logger log = LoggerFactory.getLogger(PositionCommits.class);
    private static final long RETRY_MILLIS = 100;

    /** How a synchronous commit ended. */
    enum Outcome {
        COMMITTED,
        /** The client is between two generations: poll, then commit again. */
        REBALANCING,
        NOT_COMMITTED
    }

    private final Consumer<byte[], byte[]> consumer;
    private final Ownership owned;
    private final Clock clock;
    private final Map<OwnedPartition, Long> waiting = new LinkedHashMap<>();

    private boolean underWay;
    private long notBeforeMillis;
    private @Nullable IngestException refused;

    PositionCommits(Consumer<byte[], byte[]> consumer, Ownership owned, Clock clock) {
        this.consumer = consumer;
        this.owned = owned;
        this.clock = clock;
    }

    /** Takes positions to be committed; those of partitions not owned, or of an earlier incarnation, are dropped. */
    void commit(Map<SourcePartition, Long> positions) {
        positions.forEach((source, position) -> {
            OwnedPartition partition = owned.get(source);
            if (partition != null && !partition.isCommitted(position)) {
                waiting.put(partition, position);
            }
        });
        notBeforeMillis = 0;
        sendIfDue();
    }

    /** Sends what waits, unless a commit is under way or was just refused. */
    void sendIfDue() {
        if (underWay || waiting.isEmpty() || clock.millis() < notBeforeMillis) {
            return;
        }
        Map<OwnedPartition, Long> sent = new HashMap<>(waiting);
        waiting.clear();
        underWay = true;
        try {
            consumer.commitAsync(toCommit(sent), (offsets, failure) -> onAnswer(sent, failure));
        } catch (RuntimeException e) {
            onAnswer(sent, e);
        }
    }

    private void onAnswer(Map<OwnedPartition, Long> sent, @Nullable Exception failure) {
        underWay = false;
        if (failure == null) {
            confirm(sent);
        } else if (failure instanceof RetriableException || failure instanceof RebalanceInProgressException) {
            notBeforeMillis = clock.millis() + RETRY_MILLIS;
            sent.forEach((partition, position) -> {
                if (owned.holds(partition)) {
                    waiting.putIfAbsent(partition, position);
                }
            });
        } else if (failure instanceof AuthorizationException || failure instanceof AuthenticationException) {
            refused = KafkaErrors.classify("Committing positions", failure);
        } else {
            // The group has moved on without this member; the client reports the loss with the next poll.
            log.warn(
                    "[{}] positions of {} were not committed: {}",
                    KafkaErrorCode.POSITIONS_NOT_COMMITTED,
                    text(sent),
                    failure.toString());
        }
    }

    /** Throws what the broker refused for good since the last call. */
    void rethrow() {
        IngestException thrown = refused;
        refused = null;
        if (thrown != null) {
            throw thrown;
        }
    }

    /** The last positions of partitions about to be given up: what was drained, or else what still waits. */
    Map<OwnedPartition, Long> takeFinal(Collection<OwnedPartition> partitions, Map<SourcePartition, Long> drained) {
        Map<OwnedPartition, Long> last = new LinkedHashMap<>();
        for (OwnedPartition partition : partitions) {
            Long waited = waiting.remove(partition);
            Long position = drained.getOrDefault(partition.source(), waited);
            if (position != null && (underWay || !partition.isCommitted(position))) {
                last.put(partition, position);
            }
        }
        return last;
    }

    /** Commits and waits for the answer; a wake-up meant for a poll does not end the wait. */
    Outcome commitNow(Map<OwnedPartition, Long> positions, Duration timeout) {
        if (positions.isEmpty()) {
            return Outcome.COMMITTED;
        }
        Map<TopicPartition, OffsetAndMetadata> offsets = toCommit(positions);
        while (true) {
            try {
                consumer.commitSync(offsets, timeout);
                confirm(positions);
                return Outcome.COMMITTED;
            } catch (WakeupException e) {
                log.debug("Woken up while committing; committing again");
            } catch (RebalanceInProgressException e) {
                return Outcome.REBALANCING;
            } catch (CommitFailedException | FencedInstanceIdException | RetriableException e) {
                log.warn(
                        "[{}] positions of {} were not committed and are read again by the next owner: {}",
                        KafkaErrorCode.POSITIONS_NOT_COMMITTED,
                        text(positions),
                        e.toString());
                return Outcome.NOT_COMMITTED;
            }
        }
    }

    /** Those of the leases whose committed position was committed for an earlier topic of that name. */
    List<OwnedPartition> foreign(List<OwnedPartition> leases, Duration timeout) {
        Set<TopicPartition> names = new HashSet<>();
        leases.forEach(lease -> names.add(lease.topicPartition()));
        while (true) {
            try {
                Map<TopicPartition, @Nullable OffsetAndMetadata> found = consumer.committed(names, timeout);
                leases.forEach(lease -> lease.found(found.get(lease.topicPartition())));
                return leases.stream()
                        .filter(lease -> isForeign(lease, found.get(lease.topicPartition())))
                        .toList();
            } catch (WakeupException e) {
                log.debug("Woken up while reading positions; reading again");
            } catch (RetriableException e) {
                log.warn(
                        "[{}] what was committed of {} could not be checked: {}",
                        KafkaErrors.codeOf(e),
                        RebalanceLog.text(names),
                        e.toString());
                return List.of();
            }
        }
    }

    private static boolean isForeign(OwnedPartition lease, @Nullable OffsetAndMetadata found) {
        return found != null && lease.isForeign(found);
    }

    /** The leases have ended: nothing of them is committed from here on. */
    void forget(Collection<OwnedPartition> partitions) {
        partitions.forEach(waiting::remove);
    }

    private void confirm(Map<OwnedPartition, Long> positions) {
        positions.forEach((partition, position) -> {
            if (owned.holds(partition)) {
                partition.committed(position);
            }
        });
    }

    private static Map<TopicPartition, OffsetAndMetadata> toCommit(Map<OwnedPartition, Long> positions) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        positions.forEach(
                (partition, position) -> offsets.put(partition.topicPartition(), partition.toCommit(position)));
        return offsets;
    }

    private static String text(Map<OwnedPartition, Long> positions) {
        return RebalanceLog.text(
                positions.keySet().stream().map(OwnedPartition::topicPartition).toList());
    }
}
