package org.lakeingest.lake.ledger;

import java.time.Duration;

/**
 * How often to commit. Several writers that commit to one table as fast as they can starve each other, since the lake lets the
 * losers wait longer and longer; so the slower a commit was, the longer until the next transaction. Not thread-safe.
 */
final class Cadence {
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final int SHARE = 10;
    private static final double OLD = 0.7;

    private final LedgerTiming timing;
    private boolean started;
    private long earliestNanos;
    private double latencyNanos;

    Cadence(LedgerTiming timing) {
        this.timing = timing;
    }

    /** How long until the next transaction may begin; zero or less for at once. */
    Duration pause() {
        return started ? Duration.ofNanos(earliestNanos - timing.nanos()) : Duration.ZERO;
    }

    /** A transaction that began then took this long to commit. */
    void committed(long beginNanos, Duration latency) {
        double nanos = latency.toNanos();
        latencyNanos = Math.max(nanos, OLD * latencyNanos + (1 - OLD) * nanos);
        double interval = Math.min((double) MOST.toNanos(), Math.max((double) LEAST.toNanos(), SHARE * latencyNanos));
        double jitter = 0.75 + timing.random() / 2;
        earliestNanos = beginNanos + (long) (interval * jitter);
        started = true;
    }
}
