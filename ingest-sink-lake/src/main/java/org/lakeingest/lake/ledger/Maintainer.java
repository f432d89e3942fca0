package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the tables compact, since writers that commit by transactions leave one small segment behind each. Of all processes of a
 * pipeline the one that holds a lease in the ledger does it. What fails is left for the next round. Thread-safe.
 */
public final class Maintainer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Maintainer.class);
    private static final long HOUR_NANOS = Duration.ofHours(1).toNanos();
    private static final Duration SHORTEST_LEASE = Duration.ofMinutes(1);

    private final LedgerLake lake;
    private final GroupCommitter committer;
    private final LedgerTiming timing;
    private final String run;
    private final Duration interval;
    private volatile boolean closed;
    private volatile long purgedNanos;

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
        this.purgedNanos = timing.nanos();
    }

    /** Starts the rounds; the first is half an interval away at least, so that short runs pay nothing. */
    public void start() {
        if (!interval.isZero()) {
            schedule();
        }
    }

    private void schedule() {
        double share = 0.5 + timing.random();
        timing.after(Duration.ofNanos((long) (interval.toNanos() * share)), this::round);
    }

    private void round() {
        if (closed) {
            return;
        }
        Duration lease = interval.multipliedBy(2);
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
        Deque<String> tables = new ArrayDeque<>(committer.tables());
        return compact(tables).thenCompose(done -> {
            if (timing.nanos() - purgedNanos < HOUR_NANOS) {
                return CompletableFuture.completedFuture(null);
            }
            purgedNanos = timing.nanos();
            return lake.purge();
        });
    }

    private CompletableFuture<Void> compact(Deque<String> tables) {
        String table = tables.poll();
        if (table == null || closed) {
            return CompletableFuture.completedFuture(null);
        }
        long start = timing.nanos();
        return lake.compact(table).thenCompose(done -> {
            LOG.debug("{} is compact after {}", table, Duration.ofNanos(timing.nanos() - start));
            return compact(tables);
        });
    }

    @Override
    public void close() {
        closed = true;
    }
}
