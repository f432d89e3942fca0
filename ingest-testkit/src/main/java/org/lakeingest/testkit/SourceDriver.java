package org.lakeingest.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;

/** The smallest engine that can drive a source; notes whatever breaks the contract. Used by one thread. */
final class SourceDriver implements AssignmentListener, AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(50);

    private final Source source;
    private final Duration patience;
    private final Set<SourcePartition> assigned = new HashSet<>();
    private final Set<SourcePartition> halted = new HashSet<>();
    private final Set<SourcePartition> revoked = new HashSet<>();
    private final Set<SourcePartition> lost = new HashSet<>();
    private final Map<SourcePartition, Long> positions = new HashMap<>();
    private final Map<SourcePartition, Long> finalPositions = new HashMap<>();
    private final List<RecordBatch> batches = new ArrayList<>();
    private final Set<String> violations = new TreeSet<>();
    private boolean mayCallBack;
    private boolean resumesByItself = true;
    private boolean durable = true;

    SourceDriver(Source source, Duration patience) {
        this.source = source;
        this.patience = patience;
    }

    /** From now on revocations are answered as if nothing had become durable. */
    void nothingIsDurable() {
        durable = false;
    }

    /** From now on partitions stay as paused as the source hands them over. */
    void leavePaused() {
        resumesByItself = false;
    }

    SourceDriver start() {
        source.start(this);
        return this;
    }

    /** One poll, then what the engine would do: resume what was assigned. */
    List<RecordBatch> poll() {
        mayCallBack = true;
        List<RecordBatch> polled = source.poll(POLL);
        mayCallBack = false;
        Set<SourcePartition> seen = new HashSet<>();
        for (RecordBatch batch : polled) {
            if (!seen.add(batch.partition())) {
                violations.add("two batches of one partition in one poll");
            }
            check(batch);
            batches.add(batch);
        }
        if (resumesByItself && !halted.isEmpty()) {
            source.resume(Set.copyOf(halted));
            halted.clear();
        }
        return polled;
    }

    private void check(RecordBatch batch) {
        SourcePartition partition = batch.partition();
        if (!assigned.contains(partition)) {
            violations.add("a batch of a partition that is not assigned");
        }
        if (halted.contains(partition)) {
            violations.add("a batch of a paused partition");
        }
        OffsetRange range = batch.range();
        Long expected = positions.put(partition, range.end());
        if (expected != null && range.start() != expected) {
            violations.add("a range that does not start where the one before ended");
        }
        long before = range.start() - 1;
        for (int i = 0; i < batch.size(); i++) {
            if (batch.offset(i) <= before) {
                violations.add("offsets that do not ascend");
            }
            before = batch.offset(i);
            if (!range.contains(before)) {
                violations.add("an offset outside the batch's range");
            }
        }
    }

    void pollUntil(String what, BooleanSupplier done, SourceDriver... others) {
        long deadline = System.nanoTime() + patience.toNanos();
        while (!done.getAsBoolean()) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + patience + ": " + what + "; " + this);
            }
            poll();
            for (SourceDriver other : others) {
                other.poll();
            }
        }
    }

    /** Polls a few times more, for what should not happen. */
    void pollOn(int times) {
        for (int i = 0; i < times; i++) {
            poll();
        }
    }

    void pause(SourcePartition partition) {
        source.pause(Set.of(partition));
        halted.add(partition);
        resumesByItself = false;
    }

    void resume(SourcePartition partition) {
        halted.remove(partition);
        source.resume(Set.of(partition));
    }

    void seek(SourcePartition partition, long position) {
        source.seek(Map.of(partition, position));
        positions.put(partition, position);
    }

    @Override
    public void onAssigned(Set<SourcePartition> partitions) {
        noteCall("onAssigned");
        assigned.addAll(partitions);
        halted.addAll(partitions);
        partitions.forEach(positions::remove);
    }

    @Override
    public Map<SourcePartition, Long> onRevoked(Set<SourcePartition> partitions, Duration grace) {
        noteCall("onRevoked");
        if (!assigned.containsAll(partitions)) {
            violations.add("a revocation of what was not assigned");
        }
        Map<SourcePartition, Long> answer = new HashMap<>();
        for (SourcePartition partition : partitions) {
            Long position = positions.get(partition);
            if (durable && position != null) {
                answer.put(partition, position);
            }
        }
        finalPositions.putAll(answer);
        revoked.addAll(partitions);
        assigned.removeAll(partitions);
        halted.removeAll(partitions);
        return answer;
    }

    @Override
    public void onLost(Set<SourcePartition> partitions) {
        noteCall("onLost");
        lost.addAll(partitions);
        assigned.removeAll(partitions);
        halted.removeAll(partitions);
    }

    private void noteCall(String method) {
        if (!mayCallBack) {
            violations.add(method + " outside poll and close");
        }
    }

    Source source() {
        return source;
    }

    Set<SourcePartition> assigned() {
        return assigned;
    }

    Set<SourcePartition> lost() {
        return lost;
    }

    Set<SourcePartition> revoked() {
        return revoked;
    }

    Map<SourcePartition, Long> positions() {
        return positions;
    }

    Map<SourcePartition, Long> finalPositions() {
        return finalPositions;
    }

    Set<String> violations() {
        return violations;
    }

    SourcePartition partition(int number) {
        return assigned.stream()
                .filter(partition -> partition.number() == number)
                .findAny()
                .orElseThrow(() -> new AssertionError("partition " + number + " is not assigned; " + this));
    }

    boolean owns(int partitions) {
        return assigned.size() == partitions;
    }

    /** The values read of this partition, in order. */
    List<@Nullable String> values(int number) {
        List<@Nullable String> values = new ArrayList<>();
        for (RecordBatch batch : batches) {
            for (int i = 0; batch.partition().number() == number && i < batch.size(); i++) {
                values.add(SourceContract.text(batch.values(), i));
            }
        }
        return values;
    }

    List<RecordBatch> batches(int number) {
        return batches.stream()
                .filter(batch -> batch.partition().number() == number)
                .collect(Collectors.toList());
    }

    @Override
    public void close() {
        mayCallBack = true;
        source.close();
        mayCallBack = false;
    }

    @Override
    public String toString() {
        return "assigned " + assigned + ", positions " + positions + ", violations " + violations;
    }
}
