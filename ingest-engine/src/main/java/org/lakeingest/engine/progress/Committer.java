package org.lakeingest.engine.progress;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.lakeingest.api.SourcePartition;

/**
 * Decides when positions are committed at the source. Each commit names every position of the leases in force that is known,
 * since a commit replaces an unfinished earlier one; none is made while nothing moved. Confined to the poll thread.
 */
public final class Committer {
    private final InFlightTracker tracker;
    private final Consumer<Map<SourcePartition, Long>> commit;
    private final long intervalNanos;
    private final Map<SourcePartition, Long> committed = new HashMap<>();
    private long nextNanos;

    public Committer(
            InFlightTracker tracker, Consumer<Map<SourcePartition, Long>> commit, long intervalNanos, long nowNanos) {
        this.tracker = tracker;
        this.commit = commit;
        this.intervalNanos = intervalNanos;
        this.nextNanos = nowNanos + intervalNanos;
    }

    /** Commits when the interval has passed and something moved. */
    public void commitIfDue(long nowNanos) {
        if (nowNanos - nextNanos >= 0) {
            nextNanos = nowNanos + intervalNanos;
            commitNow();
        }
    }

    /** Commits when something moved. */
    public void commitNow() {
        Map<SourcePartition, Long> positions = new HashMap<>();
        boolean moved = false;
        for (Lease lease : tracker.leases()) {
            OptionalLong position = tracker.committable(lease);
            if (position.isPresent()) {
                Long before = positions.put(lease.partition(), position.getAsLong());
                assert before == null;
                moved |= !Long.valueOf(position.getAsLong()).equals(committed.get(lease.partition()));
            }
        }
        if (moved) {
            commit.accept(Map.copyOf(positions));
            committed.putAll(positions);
        }
    }

    /** The partition is no longer ours, so nothing is known about what is committed there. */
    public void forget(SourcePartition partition) {
        committed.remove(partition);
    }

    /** The last position handed to the source under the present lease; -1 when there was none. */
    public long committed(SourcePartition partition) {
        return committed.getOrDefault(partition, -1L);
    }
}
