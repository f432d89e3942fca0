package org.lakeingest.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.SourcePartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * From the client's rebalance callbacks to an {@link AssignmentListener}. Poll thread only.
 *
 * <p>The client wraps or swallows what a callback throws, depending on where it was called from, and goes on; so an exception
 * is kept here and thrown after the poll.
 */
final class RebalanceBridge implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(RebalanceBridge.class);

    private final Consumer<byte[], byte[]> consumer;
    private final AssignmentListener listener;
    private final TopicCatalog catalog;
    private final Ownership owned;
    private final PositionCommits commits;
    private final WakeupGate gate;
    private final RebalanceLog rebalances;
    private final Duration grace;
    private final Duration commitTimeout;

    private @Nullable RuntimeException kept;
    private @Nullable Departure departure;

    RebalanceBridge(SourceParts parts, AssignmentListener listener, KafkaSourceConfig config) {
        this.consumer = parts.consumer();
        this.catalog = parts.catalog();
        this.owned = parts.owned();
        this.commits = parts.commits();
        this.gate = parts.gate();
        this.rebalances = parts.rebalances();
        this.listener = listener;
        this.grace = config.revokeGrace();
        this.commitTimeout = config.requestTimeout();
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
        keeping(() -> assigned(partitions));
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
        keeping(() -> revoked(partitions));
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
        keeping(() -> {
            if (departure != null) {
                departure.lost(partitions);
            } else {
                lost(owned.select(partitions), partitions, "lost");
            }
        });
    }

    /** Throws what a callback threw since the last call. */
    void rethrow() {
        RuntimeException thrown = kept;
        kept = null;
        if (thrown != null) {
            throw thrown;
        }
    }

    boolean hasKept() {
        return kept != null;
    }

    private void keeping(Runnable callback) {
        gate.beginCallback();
        try {
            callback.run();
        } catch (RuntimeException e) {
            if (kept == null) {
                kept = e;
            } else {
                kept.addSuppressed(e);
            }
        } finally {
            gate.endCallback(departure == null);
        }
    }

    private void assigned(Collection<TopicPartition> partitions) {
        if (departure != null) {
            // What arrives while this worker leaves goes to the next owner untouched.
            consumer.pause(partitions);
            return;
        }
        if (!partitions.isEmpty()) {
            Set<String> topics = new HashSet<>();
            partitions.forEach(partition -> topics.add(partition.topic()));
            catalog.refresh(topics);
        }
        List<OwnedPartition> added = begin(partitions);
        consumer.pause(partitions);
        rebalances.assigned(partitions, "assigned", owned);
        if (!added.isEmpty()) {
            startOver(commits.foreign(added, commitTimeout));
            // The listener resumes them once the poll is over, so it should be over soon.
            gate.wakeup();
            listener.onAssigned(Ownership.sources(added));
        }
    }

    private void revoked(Collection<TopicPartition> partitions) {
        if (departure != null) {
            departure.revoked(partitions);
            return;
        }
        rebalances.revoked(partitions, "revoked");
        List<OwnedPartition> leases = owned.select(partitions);
        if (leases.isEmpty()) {
            return;
        }
        try {
            Map<SourcePartition, Long> drained = listener.onRevoked(Ownership.sources(leases), grace);
            commits.commitNow(commits.takeFinal(leases, drained), commitTimeout);
        } finally {
            end(leases);
        }
    }

    /** Nothing is committed: whoever owns the partition now may have got further. */
    private void lost(List<OwnedPartition> leases, Collection<TopicPartition> partitions, String cause) {
        rebalances.revoked(partitions, cause);
        end(leases);
        if (!leases.isEmpty()) {
            listener.onLost(Ownership.sources(leases));
        }
    }

    private List<OwnedPartition> begin(Collection<TopicPartition> partitions) {
        List<OwnedPartition> leases = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            OwnedPartition lease = new OwnedPartition(partition, catalog.source(partition));
            owned.add(lease);
            leases.add(lease);
        }
        return leases;
    }

    private void end(Collection<OwnedPartition> leases) {
        commits.forget(leases);
        owned.remove(leases);
    }

    /**
     * These partitions belong to a topic of another id than the one they were read from: the old leases are lost, and new
     * ones start at the log's beginning, since what the group has committed speaks of the old log.
     */
    void recreated(List<OwnedPartition> leases) {
        List<TopicPartition> partitions =
                leases.stream().map(OwnedPartition::topicPartition).toList();
        lost(leases, partitions, "topic re-created");
        startOver(again(partitions, "topic re-created"));
    }

    /** From the log's beginning, and so that a restart before the next commit does the same. */
    private void startOver(List<OwnedPartition> leases) {
        if (leases.isEmpty()) {
            return;
        }
        Map<SourcePartition, Long> beginnings = new HashMap<>();
        List<TopicPartition> partitions = new ArrayList<>();
        for (OwnedPartition lease : leases) {
            partitions.add(lease.topicPartition());
            beginnings.put(lease.source(), 0L);
        }
        log.warn(
                "[{}] {} is read from its start: what the group committed is of an earlier topic",
                KafkaErrorCode.TOPIC_CHANGED,
                RebalanceLog.text(partitions));
        consumer.seekToBeginning(partitions);
        commits.commit(beginnings);
    }

    /** The log became shorter than what was read of it: the old lease is lost, a new one goes on where the log does. */
    void truncated(OwnedPartition lease, long position) {
        List<TopicPartition> partitions = List.of(lease.topicPartition());
        log.warn(
                "[{}] {}: the position {} is beyond the end of the log, which was cut or moved there by an administrator; reading"
                        + " goes on at {}, and what is written again from there is in the table twice",
                KafkaErrorCode.TOPIC_CHANGED,
                RebalanceLog.text(partitions),
                lease.next(),
                position);
        lost(List.of(lease), partitions, "log truncated");
        consumer.seek(lease.topicPartition(), position);
        again(partitions, "log truncated").forEach(begun -> begun.moveTo(position));
    }

    private List<OwnedPartition> again(List<TopicPartition> partitions, String cause) {
        List<OwnedPartition> leases = begin(partitions);
        consumer.pause(partitions);
        rebalances.assigned(partitions, cause, owned);
        listener.onAssigned(Ownership.sources(leases));
        return leases;
    }

    /** Drains all as if revoked and commits what was drained; the group is still to be left. */
    void depart() {
        List<OwnedPartition> leases = List.copyOf(owned.all());
        rebalances.revoked(List.copyOf(owned.names()), "close");
        departure = new Departure(consumer, commits);
        if (leases.isEmpty()) {
            return;
        }
        try {
            Map<SourcePartition, Long> drained = listener.onRevoked(Ownership.sources(leases), grace);
            departure.commit(commits.takeFinal(leases, drained), commitTimeout);
        } finally {
            end(leases);
        }
    }
}
