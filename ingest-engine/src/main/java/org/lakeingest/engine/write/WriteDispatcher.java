package org.lakeingest.engine.write;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.progress.EngineServices;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the groups that a lane closed to the sink, in the order of each partition, at most some of them open at once, and
 * tries again what failed for a while. Confined to the lane's thread; outcomes reach it there.
 *
 * <p>The order: a group goes out only if no earlier group of one of its partitions waits, so a failed one is always tried
 * again before its successors. Earlier groups may still be open, that is how uploads overlap loads; the sink fails them
 * unapplied when the earlier one fails.
 */
public final class WriteDispatcher {
    private static final Logger log = LoggerFactory.getLogger(WriteDispatcher.class);

    private final int lane;
    private final SinkWriter writer;
    private final RetryPolicy policy;
    private final int maxOpen;
    private final EngineServices services;
    private final Executor laneThread;
    private final FailureSorter sorter;
    private final List<WriteGroup> groups = new ArrayList<>();
    private final AtomicInteger unseenFailures = new AtomicInteger();
    private Set<SourcePartition> held = Set.of();
    private int open;
    private boolean failing;

    /**
     * Creates a dispatcher with nothing to do.
     *
     * @param laneThread runs on the lane's thread before the lane's other work
     */
    public WriteDispatcher(
            int lane,
            SinkWriter writer,
            RetryPolicy policy,
            int maxOpen,
            EngineServices services,
            Executor laneThread) {
        this.lane = lane;
        this.writer = writer;
        this.policy = policy;
        this.maxOpen = maxOpen;
        this.services = services;
        this.laneThread = laneThread;
        this.sorter = new FailureSorter(services);
    }

    /** Whether another group may be closed; else what is decoded next should join the open batches. */
    public boolean hasRoom() {
        return open < maxOpen && groups.size() - open <= maxOpen;
    }

    /** Whether a write of this partition waits for a retry, so that nothing more of it should be closed. */
    public boolean isHeld(SourcePartition partition) {
        return held.contains(partition);
    }

    /** Takes over a group that closed. */
    public void submit(List<PartitionBatch> group) {
        services.counters().groupsClosed.increment();
        groups.add(new WriteGroup(group, false, services.threads().nanoTime()));
        pump();
    }

    /** Gives up what waits and may no longer be written, after leases ended. */
    public void forget() {
        groups.removeIf(group -> !group.open && isGone(group));
        pump();
    }

    /**
     * Opens what may go. While a failure is on its way to this thread nothing goes out, for it might be a successor of what
     * failed, which the sink no longer holds against it.
     */
    private void pump() {
        for (int i = 0; i < groups.size() && open < maxOpen && unseenFailures.get() == 0; i++) {
            WriteGroup group = groups.get(i);
            if (!group.open && !group.backingOff && !isBlocked(i) && !isGone(group)) {
                open(group);
            }
        }
        groups.removeIf(group -> group.batches.isEmpty());
        reportHeld();
    }

    private boolean isBlocked(int index) {
        WriteGroup group = groups.get(index);
        for (int i = 0; i < index; i++) {
            WriteGroup earlier = groups.get(i);
            boolean mayOverlap = earlier.open && !earlier.failedPartly && !earlier.exclusive && !group.exclusive;
            if (!mayOverlap && earlier.sharesPartitionWith(group)) {
                return true;
            }
        }
        return false;
    }

    /** Gives up what may no longer be written; answers whether that was all. */
    private boolean isGone(WriteGroup group) {
        group.batches.removeIf(batch -> {
            boolean drop = !batch.isWritable();
            if (drop) {
                services.progress().onDropped(batch.parts(), batch.range().start());
            }
            return drop;
        });
        return group.batches.isEmpty();
    }

    private void open(WriteGroup group) {
        group.open = true;
        open++;
        WriteAttempt attempt = new WriteAttempt(group, laneThread, this::onOutcome, unseenFailures);
        try {
            writer.write(List.copyOf(group.batches), attempt);
        } catch (RuntimeException e) {
            IngestException reason = e instanceof IngestException known
                    ? known
                    : new IngestException(
                            EngineErrorCode.COMPONENT_BUG, "the sink's writer threw " + e + " when handed a group", e);
            attempt.unsettled().forEach(batch -> attempt.onFailed(batch, reason));
        }
    }

    private void onOutcome(WriteAttempt attempt, WriteBatch outcome, @Nullable IngestException reason) {
        if (!attempt.settle(outcome)) {
            services.counters().error(EngineErrorCode.SINK_PROTOCOL);
            log.warn(
                    "[{}] the sink told the outcome of {} more than once", EngineErrorCode.SINK_PROTOCOL, outcome.id());
            return;
        }
        PartitionBatch batch = (PartitionBatch) outcome;
        if (reason == null) {
            services.counters().rowsDurable.add(batch.rowCount());
            services.counters().bytesDurable.add(recordBytes(batch));
            services.counters().batchesDurable.increment();
            services.progress().onDurable(batch.parts());
        } else {
            services.counters().error(reason.code());
            attempt.failed.put(batch, reason);
            attempt.group.failedPartly = true;
        }
        if (attempt.isSettled()) {
            finish(attempt);
        }
    }

    private static long recordBytes(PartitionBatch batch) {
        long bytes = 0;
        for (RowBatch rows : batch.rows()) {
            bytes += rows.origin().sizeInBytes();
        }
        return bytes;
    }

    private void finish(WriteAttempt attempt) {
        WriteGroup group = attempt.group;
        group.open = false;
        group.failedPartly = false;
        open--;
        group.batches.removeIf(batch -> !attempt.failed.containsKey(batch));
        if (attempt.failed.isEmpty()) {
            services.counters().writeNanos.add(services.threads().nanoTime() - group.closedNanos);
            noteRecovery();
        } else {
            FailureSorter.Sorted sorted = sorter.sort(group, attempt.failed);
            group.batches = sorted.again();
            groups.addAll(groups.indexOf(group) + 1, sorted.halves());
            if (!sorted.again().isEmpty()) {
                retryLater(group, sorted.reason());
            }
        }
        forget();
    }

    private void retryLater(WriteGroup group, @Nullable IngestException reason) {
        long now = services.threads().nanoTime();
        if (group.failures++ == 0) {
            group.firstFailureNanos = now;
        }
        if (policy.givesUp(Duration.ofNanos(now - group.firstFailureNanos))) {
            sorter.giveUp(group, reason);
            return;
        }
        Duration delay = policy.delay(group.failures, services.threads().random());
        services.counters().retries.increment();
        noteFailure(group, reason);
        group.backingOff = true;
        services.threads()
                .schedule(
                        delay,
                        () -> laneThread.execute(() -> {
                            group.backingOff = false;
                            pump();
                        }));
    }

    private void noteFailure(WriteGroup group, @Nullable IngestException reason) {
        if (failing || reason == null) {
            return;
        }
        failing = true;
        log.warn(
                "[{}] writing {} failed and will be tried again, partitions stay assigned: {}",
                reason.code().name(),
                group.batches.get(0),
                reason.getMessage());
    }

    private void noteRecovery() {
        if (failing && groups.stream().noneMatch(group -> group.failures > 0 && group.backingOff)) {
            failing = false;
            log.info("writing goes on after a failure");
        }
    }

    private void reportHeld() {
        Set<SourcePartition> now = new HashSet<>();
        for (WriteGroup group : groups) {
            if (group.failures > 0) {
                group.batches.forEach(batch -> now.add(batch.partition()));
            }
        }
        if (!now.equals(held)) {
            held = Set.copyOf(now);
            services.progress().onHeld(lane, held);
        }
    }
}
