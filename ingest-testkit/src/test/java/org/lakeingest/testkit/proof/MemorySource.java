package org.lakeingest.testkit.proof;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.Membership;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.SourceContract.Published;
import org.lakeingest.testkit.SourceContract.Trait;

/** Reads a {@link MemoryLog} as a member of its group; with one flaw, or none. */
final class MemorySource implements Source {
    private static final int MOST = 4;

    private final MemoryLog log;
    private final @Nullable Enum<?> flaw;
    private final Map<Integer, Long> positions = new TreeMap<>();
    private final Set<Integer> paused = new HashSet<>();
    private final Map<Integer, Long> firstCommit = new HashMap<>();
    private final Semaphore woken = new Semaphore(0);
    private @Nullable AssignmentListener listener;
    private boolean losing;
    private boolean closed;

    MemorySource(MemoryLog log, @Nullable Enum<?> flaw) {
        this.log = log;
        this.flaw = flaw;
    }

    void lose() {
        losing = true;
    }

    @Override
    public void start(AssignmentListener newListener) {
        listener = newListener;
        log.join(this);
        if (flaw == Trait.CALLS_BACK_ONLY_INSIDE_POLL) {
            assign();
        }
    }

    @Override
    public List<RecordBatch> poll(Duration timeout) {
        if (losing) {
            loseAll();
        } else {
            revoke(surplus());
            assign();
        }
        List<RecordBatch> batches = new ArrayList<>();
        positions.keySet().forEach(partition -> read(partition, batches));
        if (batches.isEmpty() && !losing) {
            await(timeout);
        }
        return batches;
    }

    private void await(Duration timeout) {
        try {
            // Nothing can be published while the only thread waits, so waiting shortly is as good, unless it is for
            // ever.
            long millis = Math.min(timeout.toMillis(), timeout.toMinutes() > 0 ? Long.MAX_VALUE : 1);
            boolean early = woken.tryAcquire(millis, TimeUnit.MILLISECONDS);
            if (early && flaw == Trait.WAKES_UP) {
                woken.tryAcquire(millis, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.interrupted();
        }
    }

    private void read(int partition, List<RecordBatch> batches) {
        List<@Nullable Published> records = log.records(partition);
        long start = requireNonNull(positions.get(partition));
        if (paused.contains(partition) || start >= records.size()) {
            if (paused.contains(partition) && flaw == Trait.PAUSE_LOSES_NOTHING && start > 0) {
                positions.put(partition, (long) records.size());
            }
            return;
        }
        int end = (int) Math.min(records.size(), start + MOST);
        int shown = end;
        while (flaw == Trait.MOVES_ON_OVER_GAPS && shown > start && records.get(shown - 1) == null) {
            shown--;
        }
        RecordBatches batch = RecordBatches.at(name(partition), start);
        for (int i = (int) start; i < shown; i++) {
            add(batch, records.get(i), i);
        }
        boolean hurried = flaw == Trait.READS_EVERY_RECORD_IN_CONTIGUOUS_RANGES && end - start == MOST;
        positions.put(partition, hurried ? end + 1L : end);
        batches.add(batch.build());
    }

    private void add(RecordBatches batch, @Nullable Published record, int offset) {
        if (record == null) {
            batch.gap(1);
            return;
        }
        batch.record(record.key(), record.value()).timestamp(1_000L + offset);
        List<String> headers = flaw == Trait.CARRIES_THE_WHOLE_RECORD ? List.of() : record.headers();
        for (int i = 0; i < headers.size(); i += 2) {
            batch.header(headers.get(i), headers.get(i + 1));
        }
    }

    private void assign() {
        Set<SourcePartition> gained = new HashSet<>();
        for (int partition : log.share(this)) {
            if (!positions.containsKey(partition) && log.take(partition, this)) {
                positions.put(partition, firstPosition(partition));
                paused.add(partition);
                gained.add(name(partition));
            }
        }
        if (!gained.isEmpty()) {
            requireNonNull(listener).onAssigned(gained);
        }
        if (flaw == Trait.HANDS_PARTITIONS_OVER_PAUSED) {
            paused.clear();
        }
    }

    private long firstPosition(int partition) {
        return flaw == Trait.GOES_ON_WHERE_IT_COMMITTED
                ? 0
                : log.committed(partition).orElse(0);
    }

    private Set<Integer> surplus() {
        Set<Integer> surplus = new HashSet<>(positions.keySet());
        surplus.removeAll(log.share(this));
        return surplus;
    }

    private void revoke(Set<Integer> partitions) {
        if (partitions.isEmpty()) {
            return;
        }
        Map<SourcePartition, Long> answer =
                requireNonNull(listener).onRevoked(names(partitions), Duration.ofSeconds(1));
        Trait needed = closed ? Trait.COMMITS_WHAT_CLOSING_ANSWERS : Trait.COMMITS_WHAT_A_REVOCATION_ANSWERS;
        if (flaw != needed) {
            answer.forEach((partition, position) -> log.commit(partition.number(), position));
        }
        if (flaw == Trait.READS_AGAIN_WHAT_IT_DID_NOT_COMMIT) {
            partitions.forEach(partition -> log.commit(partition, requireNonNull(positions.get(partition))));
        }
        partitions.forEach(this::forget);
    }

    private void loseAll() {
        losing = false;
        Set<Integer> all = Set.copyOf(positions.keySet());
        requireNonNull(listener).onLost(names(all));
        if (flaw == Trait.COMMITS_NOTHING_AFTER_LOSS) {
            all.forEach(partition -> log.commit(partition, requireNonNull(positions.get(partition))));
        }
        all.forEach(this::forget);
    }

    private void forget(int partition) {
        positions.remove(partition);
        paused.remove(partition);
        log.give(partition);
    }

    @Override
    public void seek(Map<SourcePartition, Long> newPositions) {
        if (flaw != Trait.SEEKS) {
            newPositions.forEach((partition, position) -> positions.put(partition.number(), position));
        }
    }

    @Override
    public void pause(Set<SourcePartition> partitions) {
        partitions.forEach(partition -> paused.add(partition.number()));
    }

    @Override
    public void resume(Set<SourcePartition> partitions) {
        partitions.forEach(partition -> paused.remove(partition.number()));
    }

    @Override
    public void commit(Map<SourcePartition, Long> newPositions) {
        newPositions.forEach((partition, position) -> {
            int number = partition.number();
            if (positions.containsKey(number)) {
                Long first = firstCommit.putIfAbsent(number, position);
                log.commit(number, flaw == Trait.LETS_A_LATER_COMMIT_WIN && first != null ? first : position);
            }
        });
    }

    @Override
    @SuppressWarnings("NullAway") // one of the flaws is to answer null
    public Membership membership() {
        return flaw == Trait.KNOWS_ITS_MEMBERSHIP ? null : new Membership() {};
    }

    @Override
    public void wakeup() {
        woken.release();
    }

    @Override
    public void close() {
        if (closed && flaw == Trait.CLOSES_TWICE) {
            throw new IllegalStateException("closed already");
        }
        if (!closed) {
            closed = true;
            revoke(Set.copyOf(positions.keySet()));
            log.leave(this);
        }
    }

    private static Set<SourcePartition> names(Set<Integer> partitions) {
        Set<SourcePartition> names = new HashSet<>();
        partitions.forEach(partition -> names.add(name(partition)));
        return names;
    }

    private static SourcePartition name(int partition) {
        return new SourcePartition("memory", RecordBatches.INCARNATION, partition);
    }
}
