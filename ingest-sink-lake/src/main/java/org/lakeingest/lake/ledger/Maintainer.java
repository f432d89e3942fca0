package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tables compact, since writers that commit by transactions leave one small segment behind each, and a commit takes
 * the longer the more there are. Of all processes of a pipeline the one that holds a lease in the ledger does it: every table once in each
 * interval, and a table that has become many segments within a minute or so, as others write to it, too. What fails is left
 * for the next round. Thread-safe.
 */
public final class Maintainer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Maintainer.class);
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
    private static final Duration SHORTEST_LEASE = Duration.ofMinutes(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** The lake compacts as many as 1,000 at a time. */
    private static final long MANY_SEGMENTS = 500;

    private static final int MOST_PASSES = 20;

    private final LedgerLake lake;
    private final GroupCommitter committer;
    private final LedgerTiming timing;
    private final String run;
    private final Duration interval;
    private final Duration pause;
    private volatile boolean closed;
    private volatile long purgedNanos;
    private volatile long compactedNanos;

    /**
     * Makes a maintainer that does nothing yet.
     *
     * @param interval between rounds; zero for none at all
     */
    public Maintainer(LedgerLake lake, GroupCommitter committer, LedgerTiming timing, String run, Duration interval) {
        this.lake = lake;
        this.committer = committer;
        this.timing = timing;
        this.run = run;
        this.interval = interval;
        this.pause = interval.compareTo(LONGEST_PAUSE) < 0 ? interval : LONGEST_PAUSE;
        this.purgedNanos = timing.nanos();
        this.compactedNanos = timing.nanos();
    }

    /** Starts the rounds; the first is half a minute or half an interval away at least, so that short runs pay nothing. */
    public void start() {
        if (!interval.isZero()) {
            schedule();
        }
    }

    private void schedule() {
        double share = 0.5 + timing.random();
        timing.after(Duration.ofNanos((long) (pause.toNanos() * share)), this::round);
    }

    private void round() {
        if (closed) {
            return;
        }
        Duration lease = pause.multipliedBy(2);
        var unused = lake.lease(run, lease.compareTo(SHORTEST_LEASE) < 0 ? SHORTEST_LEASE : lease)
                .thenCompose(ours -> ours ? work() : CompletableFuture.completedFuture(null))
                .whenComplete((done, failure) -> {
                    if (failure != null && !closed) {
                        LOG.info(
                                "House-keeping failed and is tried again: {}",
                                Steps.reason(failure).getMessage());
                    }
                    schedule();
                });
    }

    private CompletableFuture<Void> work() {
        boolean all = timing.nanos() - compactedNanos >= interval.toNanos();
        if (all) {
            compactedNanos = timing.nanos();
        }
        return next(new ArrayDeque<>(committer.tables()), all).thenCompose(done -> {
            if (timing.nanos() - purgedNanos < HOUR_NANOS) {
                return CompletableFuture.completedFuture(null);
            }
            purgedNanos = timing.nanos();
            return lake.purge();
        });
    }

    private CompletableFuture<Void> next(Deque<String> tables, boolean all) {
        String table = tables.poll();
        if (table == null || closed) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> compacted = all ? compact(table, 1) : compactIfMany(table, 0);
        return compacted.thenCompose(done -> next(tables, all));
    }

    /** Others append meanwhile, so there is an end to it, too. */
    private CompletableFuture<Void> compactIfMany(String table, int passes) {
        if (passes >= MOST_PASSES || closed) {
            return CompletableFuture.completedFuture(null);
        }
        return lake.segments(table)
                .thenCompose(segments -> segments > MANY_SEGMENTS
                        ? compact(table, passes + 1)
                        : CompletableFuture.completedFuture(null));
    }

    private CompletableFuture<Void> compact(String table, int passes) {
        long start = timing.nanos();
        return lake.compact(table).thenCompose(done -> {
            LOG.debug("{} is compacted after {}", table, Duration.ofNanos(timing.nanos() - start));
            return compactIfMany(table, passes);
        });
    }

    @Override
    public void close() {
        closed = true;
    }
}
