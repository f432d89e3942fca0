package org.lakeingest.engine.write;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.progress.Blockages;
import org.lakeingest.engine.progress.EngineServices;
import org.lakeingest.engine.rows.ValueBytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands the groups that a lane closed to the sink, in the order of each partition, at most some of them open at once, and
 * tries again what failed for a while. Confined to the lane's thread; outcomes reach it there.
 *
 * <p>The order: a group goes out only if no earlier group of one of its partitions waits, so a failed one is always tried
 * again before its successors. Earlier groups may still be open, that is how uploads overlap loads; the sink fails them
 * unapplied when the earlier one fails.
 *
 * <p>What waits for a person must not stop the rest: it does not count as work that the sink has to do, and a group behind it
 * is divided, so that only the partitions concerned stay behind.
 */
public final class WriteDispatcher {
    private static final Logger log = LoggerFactory.getLogger(WriteDispatcher.class);

    private final int lane;
    private final SinkWriter writer;
    private final LetterSender letters;
    private final RetryPolicy policy;
    private final int maxOpen;
    private final EngineServices services;
    private final Executor laneThread;
    private final FailureSorter sorter;
    private final List<WriteGroup> groups = new ArrayList<>();
    private final AtomicInteger unseenFailures = new AtomicInteger();
    private Set<SourcePartition> held = Set.of();
    private Set<SourcePartition> blocked = Set.of();
    private int open;
    private boolean failing;
    private boolean blockageReported;

    /**
     * Creates a dispatcher with nothing to do.
     *
     * @param laneThread runs on the lane's thread before the lane's other work
     */
    public WriteDispatcher(
            int lane,
            SinkWriter writer,
            LetterSender letters,
            RetryPolicy policy,
            int maxOpen,
            EngineServices services,
            Executor laneThread) {
        this.lane = lane;
        this.writer = writer;
        this.letters = letters;
        this.policy = policy;
        this.maxOpen = maxOpen;
        this.services = services;
        this.laneThread = laneThread;
        this.sorter = new FailureSorter(services);
    }

    /** Whether another group may be closed; else what is decoded next should join the open batches. */
    public boolean hasRoom() {
        return open < maxOpen && waiting() <= maxOpen;
    }

    /** Without what has no turn soon: of partitions that wait for a person, and parts of a batch that is being divided. */
    private int waiting() {
        int waiting = 0;
        for (WriteGroup group : groups) {
            waiting += group.open || group.blocked || group.aside || group.exclusive ? 0 : 1;
        }
        return waiting;
    }

    /** The partitions whose writes wait for a person: nothing of them should be decoded. The same set until it changes. */
    public Set<SourcePartition> blocked() {
        return blocked;
    }

    /** Whether a write of this partition waits for a retry or is being divided: nothing more of it should be closed. */
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
        reportBlocked();
    }

    /**
     * Opens what may go. While a failure is on its way to this thread nothing goes out, for it might be a successor of what
     * failed, which the sink no longer holds against it.
     */
    private void pump() {
        setAside();
        for (int i = 0; i < groups.size() && open < maxOpen && unseenFailures.get() == 0; i++) {
            WriteGroup group = groups.get(i);
            if (!group.open && !group.backingOff && !mustWait(i) && !isGone(group)) {
                if (letters.isNeeded(group)) {
                    sendLetters(group);
                } else {
                    open(group);
                }
            }
        }
        groups.removeIf(group -> group.batches.isEmpty());
        reportHeld();
    }

    /** Divides what stands behind a blocked group into what must wait with it and what need not. */
    private void setAside() {
        Map<SourcePartition, IngestException> waiting = new HashMap<>();
        for (int i = 0; i < groups.size(); i++) {
            WriteGroup group = groups.get(i);
            group.aside = false;
            IngestException reason = group.reason;
            if (group.blocked && reason != null) {
                group.batches.forEach(batch -> waiting.put(batch.partition(), reason));
            } else if (!group.open && !waiting.isEmpty()) {
                List<PartitionBatch> behind = new ArrayList<>();
                group.batches.forEach(batch -> {
                    if (waiting.containsKey(batch.partition())) {
                        behind.add(batch);
                    }
                });
                group.aside = !behind.isEmpty() && behind.size() == group.batches.size();
                if (!behind.isEmpty() && !group.aside && !group.uncertain) {
                    group.batches.removeAll(behind);
                    // Its turn in this loop comes next.
                    groups.add(i + 1, group.part(behind));
                }
            }
        }
        if (!waiting.keySet().equals(blocked)) {
            blocked = Set.copyOf(waiting.keySet());
            services.progress().onBlocked(lane, Map.copyOf(waiting));
        }
    }

    private boolean mustWait(int index) {
        WriteGroup group = groups.get(index);
        for (int i = 0; i < index; i++) {
            WriteGroup earlier = groups.get(i);
            boolean written = earlier.open && !earlier.sendingLetters && !earlier.failedPartly;
            boolean mayOverlap = written && !earlier.exclusive && !group.exclusive;
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

    private void sendLetters(WriteGroup group) {
        group.open = true;
        group.sendingLetters = true;
        open++;
        letters.send(group, reason -> onLettersSent(group, reason));
    }

    private void onLettersSent(WriteGroup group, @Nullable IngestException reason) {
        group.open = false;
        group.sendingLetters = false;
        open--;
        group.reason = reason;
        group.blocked = reason != null && reason.code().kind() == ErrorKind.BLOCKED;
        if (reason == null) {
            group.batches.replaceAll(PartitionBatch::withoutLetters);
            group.failures = 0;
            noteRecovery();
        } else {
            services.counters().error(reason.code());
            if (reason.code().kind().isRetried()) {
                retryLater(group, reason);
            } else {
                sorter.fail(group, LetterSender.refused(reason));
            }
        }
        forget();
    }

    private void open(WriteGroup group) {
        group.open = true;
        open++;
        services.counters().openWrites.increment();
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
            services.counters().bytesDurable.add(valueBytes(batch));
            services.counters().batchesDurable.increment();
            services.progress().onDurable(batch.parts());
        } else {
            services.counters().error(reason.code());
            services.counters().failedWrites(reason.code().kind()).increment();
            attempt.failed.put(batch, reason);
            attempt.group.failedPartly = true;
        }
        if (attempt.isSettled()) {
            finish(attempt);
        }
    }

    private static long valueBytes(PartitionBatch batch) {
        long bytes = 0;
        for (RowBatch rows : batch.rows()) {
            bytes += ValueBytes.of(rows);
        }
        return bytes;
    }

    private void finish(WriteAttempt attempt) {
        WriteGroup group = attempt.group;
        group.open = false;
        group.failedPartly = false;
        open--;
        services.counters().openWrites.decrement();
        group.batches.removeIf(batch -> !attempt.failed.containsKey(batch));
        if (attempt.failed.isEmpty()) {
            group.blocked = false;
            services.counters().writeNanos.add(services.threads().nanoTime() - group.closedNanos);
            noteRecovery();
        } else {
            sortOut(group, attempt);
        }
        forget();
    }

    private void sortOut(WriteGroup group, WriteAttempt attempt) {
        FailureSorter.Sorted sorted = sorter.sort(group, attempt.failed);
        int next = groups.indexOf(group) + 1;
        groups.addAll(next, sorted.parts());
        group.batches = new ArrayList<>();
        List<WriteGroup> later = new ArrayList<>();
        for (FailureSorter.Again again : sorted.again()) {
            WriteGroup part = later.isEmpty() ? group : group.part(again.batches());
            part.batches = new ArrayList<>(again.batches());
            part.blocked = again.kind() == ErrorKind.BLOCKED;
            part.uncertain = again.kind() == ErrorKind.INDETERMINATE;
            part.reason = again.reason();
            later.add(part);
        }
        if (later.isEmpty()) {
            group.blocked = false;
            return;
        }
        groups.addAll(next, later.subList(1, later.size()));
        later.forEach(part -> retryLater(part, part.reason));
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
        if (failing || reason == null || group.blocked) {
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

    private void reportBlocked() {
        if (blocked.isEmpty() && !blockageReported) {
            return;
        }
        blockageReported = !blocked.isEmpty();
        Blockages.Report report = new Blockages.Report();
        for (WriteGroup group : groups) {
            IngestException reason = group.reason;
            if (group.blocked && reason != null) {
                report.add(group.batches.size(), reason);
            }
        }
        services.counters().blockages.report(this, report, services.threads().nanoTime());
    }

    private void reportHeld() {
        Set<SourcePartition> now = new HashSet<>();
        for (WriteGroup group : groups) {
            if (group.failures > 0 || group.exclusive) {
                group.batches.forEach(batch -> now.add(batch.partition()));
            }
        }
        if (!now.equals(held)) {
            held = Set.copyOf(now);
            services.progress().onHeld(lane, held);
        }
    }
}
