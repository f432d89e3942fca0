package org.lakeingest.engine.lane;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.progress.ProgressListener;
import org.lakeingest.engine.rows.ColumnarRowBatch;
import org.lakeingest.engine.write.PartitionBatch;

/**
 * Collects what a lane decoded, per partition, until it is due: by rows, bytes, age, idleness or on request. What is open
 * closes together, as one group. Ranges without rows are collected too, so that positions move. Confined to the lane's thread.
 */
final class Batcher {
    private final String pipeline;
    private final BatchOptions options;
    private final ProgressListener progress;
    private final Map<Lease, OpenBatch> open = new LinkedHashMap<>();
    /** Of partitions that wait for a person: they neither fill a group nor make one due. */
    private final Map<Lease, OpenBatch> aside = new LinkedHashMap<>();

    private long rows;
    private long bytes;
    private long firstNanos;
    private long lastNanos;
    private boolean requested;

    Batcher(String pipeline, BatchOptions options, ProgressListener progress) {
        this.pipeline = pipeline;
        this.options = options;
        this.progress = progress;
    }

    /**
     * Adds one part.
     *
     * @param covered what of the part's range the rows stand for; follows what was added last of this lease
     * @param letters of records in it that become dead letters, ascending
     */
    void add(
            InFlightRange part,
            OffsetRange covered,
            List<ColumnarRowBatch> decoded,
            List<RejectedRecord> letters,
            long nowNanos) {
        if (open.isEmpty()) {
            firstNanos = nowNanos;
        }
        lastNanos = nowNanos;
        OpenBatch batch = open.computeIfAbsent(part.lease(), lease -> new OpenBatch(covered.start(), nowNanos));
        batch.end = covered.end();
        batch.parts.add(part);
        if (!letters.isEmpty()) {
            batch.letters.addAll(letters);
            rows += letters.size();
        }
        for (ColumnarRowBatch added : decoded) {
            batch.rows.add(added);
            rows += added.rowCount();
            bytes += added.sizeInBytes();
        }
    }

    /** Puts aside what is open of these partitions, and takes up again what was put aside of others. */
    void setAside(Set<SourcePartition> blocked, long nowNanos) {
        if (open.isEmpty()) {
            firstNanos = nowNanos;
        }
        move(aside, open, partition -> !blocked.contains(partition));
        move(open, aside, blocked::contains);
        count();
    }

    private static void move(Map<Lease, OpenBatch> from, Map<Lease, OpenBatch> to, Predicate<SourcePartition> which) {
        from.entrySet().removeIf(entry -> {
            boolean moves = which.test(entry.getKey().partition());
            if (moves) {
                to.put(entry.getKey(), entry.getValue());
            }
            return moves;
        });
    }

    /** Since the first record of what is open. */
    long ageNanos(long nowNanos) {
        return nowNanos - firstNanos;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Closes what is open now as soon as possible. */
    void request() {
        requested = !open.isEmpty();
    }

    boolean isFull() {
        return rows >= options.maxRows() || bytes >= options.maxBytes().bytes();
    }

    boolean isDue(long nowNanos) {
        return !open.isEmpty() && (requested || isFull() || nanosUntilDue(nowNanos) <= 0);
    }

    /** By the clock alone. */
    long nanosUntilDue(long nowNanos) {
        long byAge = options.maxAge().toNanos() - (nowNanos - firstNanos);
        long byIdleness = options.maxIdle().toNanos() - (nowNanos - lastNanos);
        return Math.min(byAge, byIdleness);
    }

    /** Whether {@link #close} would answer anything. */
    boolean hasOther(Predicate<SourcePartition> held) {
        for (Lease lease : open.keySet()) {
            if (!held.test(lease.partition())) {
                return true;
            }
        }
        return false;
    }

    /** Closes all partitions but the held ones, which stay open. A partition of which nothing is left needs no batch. */
    List<PartitionBatch> close(Predicate<SourcePartition> held, BatchListener listener) {
        List<PartitionBatch> group = new ArrayList<>(open.size());
        Iterator<Map.Entry<Lease, OpenBatch>> all = open.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<Lease, OpenBatch> entry = all.next();
            Lease lease = entry.getKey();
            OpenBatch batch = entry.getValue();
            if (held.test(lease.partition())) {
                continue;
            }
            all.remove();
            if (!lease.isWritable()) {
                progress.onDropped(batch.parts, batch.start);
            } else if (batch.start == batch.end) {
                progress.onDurable(batch.parts);
            } else {
                OffsetRange range = new OffsetRange(batch.start, batch.end);
                PartitionBatch closed =
                        PartitionBatch.of(pipeline, lease, range, batch.parts, batch.rows, batch.letters);
                group.add(closed);
                listener.onClosed(closed, batch.firstNanos);
            }
        }
        count();
        return group;
    }

    /** Told of each batch that closes. */
    @FunctionalInterface
    interface BatchListener {
        void onClosed(PartitionBatch batch, long firstNanos);
    }

    /** Gives up the open batches of leases that have ended, or all of them. */
    void forget(boolean everything) {
        forget(open, everything);
        forget(aside, everything);
        count();
    }

    private void forget(Map<Lease, OpenBatch> batches, boolean everything) {
        batches.entrySet().removeIf(entry -> {
            Lease lease = entry.getKey();
            OpenBatch batch = entry.getValue();
            boolean gone = everything || !lease.isWritable() || batch.end > lease.limit();
            if (gone) {
                progress.onDropped(batch.parts, batch.start);
            }
            return gone;
        });
    }

    private void count() {
        rows = 0;
        bytes = 0;
        for (OpenBatch batch : open.values()) {
            rows += batch.letters.size();
            for (ColumnarRowBatch part : batch.rows) {
                rows += part.rowCount();
                bytes += part.sizeInBytes();
            }
        }
        requested &= !open.isEmpty();
    }

    private static final class OpenBatch {
        final long start;
        final long firstNanos;
        final List<InFlightRange> parts = new ArrayList<>();
        final List<ColumnarRowBatch> rows = new ArrayList<>();
        final List<RejectedRecord> letters = new ArrayList<>(0);
        long end;

        OpenBatch(long start, long firstNanos) {
            this.start = start;
            this.firstNanos = firstNanos;
            this.end = start;
        }
    }
}
