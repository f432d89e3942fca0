package org.lakeingest.kafka;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.SourcePartition;

/**
 * One period of owning one partition. Its identity is the lease: an answer that arrives for another object of the same
 * partition belongs to an earlier period and is dropped. Poll thread only.
 */
final class OwnedPartition {
    private static final long UNKNOWN = -1;

    /** Behind the incarnation where a sink keeps the position. */
    private static final String KEPT = " kept";

    private final TopicPartition topicPartition;
    private final SourcePartition source;
    /** Leader epochs by the first position read under them; one entry unless the leader changes. */
    private final TreeMap<Long, Integer> epochs = new TreeMap<>();

    private long next = UNKNOWN;
    private long committed = UNKNOWN;
    private @Nullable OffsetAndMetadata found;
    private boolean kept;
    private boolean markedKept;
    private boolean resumeWanted;

    OwnedPartition(TopicPartition topicPartition, SourcePartition source) {
        this.topicPartition = topicPartition;
        this.source = source;
    }

    TopicPartition topicPartition() {
        return topicPartition;
    }

    SourcePartition source() {
        return source;
    }

    /** Whether it is known where the next batch starts; until then the partition stays paused. */
    boolean isStartKnown() {
        return next != UNKNOWN;
    }

    /** Where the next batch starts. */
    long next() {
        return next;
    }

    /** Reading goes on here; on the first call this is what the group has committed, or the log's start. */
    void moveTo(long position) {
        if (committed == UNKNOWN) {
            committed = position;
        }
        next = position;
        epochs.clear();
    }

    /** Reading goes on where the sink says; the group may have committed less, and is then told. */
    void goOnAt(long position) {
        if (committed == UNKNOWN && found != null) {
            committed = found.offset();
        }
        next = position;
        epochs.clear();
    }

    /** Remembers a batch. */
    void read(long start, long end, int leaderEpoch) {
        next = end;
        if (leaderEpoch >= 0 && (epochs.isEmpty() || epochs.lastEntry().getValue() != leaderEpoch)) {
            epochs.put(start, leaderEpoch);
        }
    }

    /**
     * What the broker is told: with the epoch of the record before the position, so that it can tell a truncated log, and
     * with the incarnation, so that a later owner can tell a position in another topic of the same name.
     */
    OffsetAndMetadata toCommit(long position) {
        Map.Entry<Long, Integer> epoch = epochs.lowerEntry(position);
        return new OffsetAndMetadata(
                position,
                epoch == null ? Optional.empty() : Optional.of(epoch.getValue()),
                source.incarnation() + (markedKept ? KEPT : ""));
    }

    /** The broker has confirmed the position. */
    void committed(long position) {
        committed = position;
        Long kept = epochs.lowerKey(position);
        if (kept != null) {
            epochs.headMap(kept, false).clear();
        }
    }

    /** Whether what the group has committed speaks of an earlier topic of this name; unknown counts as no. */
    boolean isForeign(OffsetAndMetadata found) {
        String cluster = source.cluster();
        return !cluster.isEmpty() && found.metadata().startsWith(cluster + "/") && !isOurs(found);
    }

    /** Whether this tool has committed it, for this very topic. */
    boolean isOurs(OffsetAndMetadata found) {
        return found.metadata().equals(source.incarnation()) || wasKept(found);
    }

    /** Whether a sink had kept what was committed. */
    boolean wasKept(OffsetAndMetadata found) {
        return found.metadata().equals(source.incarnation() + KEPT);
    }

    /** What the group had committed when the period began; null when nothing, or when it could not be read. */
    @Nullable
    OffsetAndMetadata found() {
        return found;
    }

    void found(@Nullable OffsetAndMetadata committedBefore) {
        found = committedBefore;
    }

    /** The sink keeps the position of this partition, so nobody may read on elsewhere. */
    boolean isKept() {
        return kept;
    }

    void keep() {
        kept = true;
        markedKept = true;
    }

    /** The sink will keep the position, and has none yet. */
    void markKept() {
        markedKept = true;
    }

    boolean isCommitted(long position) {
        return committed == position;
    }

    /** Records read and not yet committed. */
    long uncommitted() {
        return committed == UNKNOWN ? 0 : Math.max(0, next - committed);
    }

    boolean isResumeWanted() {
        return resumeWanted;
    }

    void wantResume(boolean wanted) {
        resumeWanted = wanted;
    }
}
