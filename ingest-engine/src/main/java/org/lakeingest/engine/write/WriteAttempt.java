package org.lakeingest.engine.write;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;

/** One call of the sink's write, until each of its batches has an outcome. Outcomes are carried to the lane's thread. */
final class WriteAttempt implements WriteListener {
    final WriteGroup group;
    final Map<PartitionBatch, IngestException> failed = new HashMap<>();

    private final Executor lane;
    private final OutcomeHandler handler;
    private final AtomicInteger unseenFailures;
    private final Set<WriteBatch> waiting = new HashSet<>();

    /** Told each outcome; on the lane's thread. */
    @FunctionalInterface
    interface OutcomeHandler {
        /** A null reason means durable. */
        void onOutcome(WriteAttempt attempt, WriteBatch batch, @Nullable IngestException reason);
    }

    /**
     * Starts waiting for the outcomes of the group's batches.
     *
     * @param unseenFailures counts those that have not reached the lane's thread yet
     */
    WriteAttempt(WriteGroup group, Executor lane, OutcomeHandler handler, AtomicInteger unseenFailures) {
        this.group = group;
        this.lane = lane;
        this.handler = handler;
        this.unseenFailures = unseenFailures;
        waiting.addAll(group.batches);
    }

    @Override
    public void onDurable(WriteBatch batch) {
        lane.execute(() -> handler.onOutcome(this, batch, null));
    }

    @Override
    public void onFailed(WriteBatch batch, IngestException reason) {
        unseenFailures.incrementAndGet();
        lane.execute(() -> {
            unseenFailures.decrementAndGet();
            handler.onOutcome(this, batch, reason);
        });
    }

    /** False when this batch has had its outcome, or was never part of this attempt. */
    boolean settle(WriteBatch batch) {
        return waiting.remove(batch);
    }

    boolean isSettled() {
        return waiting.isEmpty();
    }

    List<WriteBatch> unsettled() {
        return List.copyOf(waiting);
    }
}
