package org.lakeingest.lake.ledger;

import java.time.Duration;

/**
 * How often to commit. A transaction costs the same whatever is in it, so little waits for more, and the longer the slower the
 * last commits were; what is worth a transaction goes at once.
 *
 * <p>Several writers that commit to one table as fast as they can starve each other, since the lake lets the losers wait longer
 * and longer. A commit that takes many times what it can take has met others; then even much waits. Not thread-safe.
 */
final class Cadence {
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final int SHARE = 10;
    private static final double OLD = 0.7;

    /** A busy machine is as slow as this with nobody in the way. */
    private static final Duration NOT_CROWDED = Duration.ofMillis(250);

    private static final int CROWDED_TIMES = 4;

    /** How fast a best time is forgotten. */
    private static final double DRIFT = 1.05;

    private final LedgerTiming timing;
    private boolean started;
    private long earliestNanos;
    private double latencyNanos;
    private double bestNanos = Double.MAX_VALUE;

    Cadence(LedgerTiming timing) {
        this.timing = timing;
    }

    /**
     * How long until the next transaction may begin; zero or less for at once.
     *
     * @param worthwhile whether what is ready pays for a transaction
     */
    Duration pause(boolean worthwhile) {
        return !started || (worthwhile && !isCrowded())
                ? Duration.ZERO
                : Duration.ofNanos(earliestNanos - timing.nanos());
    }

    private boolean isCrowded() {
        return latencyNanos > Math.max((double) NOT_CROWDED.toNanos(), CROWDED_TIMES * bestNanos);
    }

    /** A transaction that began then took this long to commit. */
    void committed(long beginNanos, Duration latency) {
        double nanos = latency.toNanos();
        latencyNanos = Math.max(nanos, OLD * latencyNanos + (1 - OLD) * nanos);
        bestNanos = Math.min(nanos, DRIFT * bestNanos);
        double interval = Math.min((double) MOST.toNanos(), Math.max((double) LEAST.toNanos(), SHARE * latencyNanos));
        double jitter = 0.75 + timing.random() / 2;
        earliestNanos = beginNanos + (long) (interval * jitter);
        started = true;
    }
}
