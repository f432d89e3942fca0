package org.lakeingest.lake.ledger;

import java.time.Duration;

/**
 * How often to commit. A transaction costs the same whatever is in it, so little waits for more, and the longer the slower the
 * last commits were; what is worth a transaction goes at once.
 *
 * <p>Several writers that commit to one table as fast as they can starve each other, since the lake lets the losers wait longer
 * and longer. So little gives way as senders on a shared line do: a commit that took longer than it can take has perhaps met
 * another, which doubles the wait, and each that has not makes it a tenth shorter. Writers that share a table end where one commit in eight
 * meets another. A commit that takes many times what it can take has met several; then even much waits. Not thread-safe.
 */
final class Cadence {
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofSeconds(5);
    private static final int SHARE = 10;
    private static final double OLD = 0.7;
    private static final Duration NOT_MET = Duration.ofMillis(50);
    private static final int MET_TIMES = 3;
    private static final double GIVES_WAY = 2;
    private static final double COMES_BACK = 0.9;

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
    private double shareNanos = LEAST.toNanos();

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
        boolean met = nanos > Math.max((double) NOT_MET.toNanos(), MET_TIMES * bestNanos);
        shareNanos = limited(shareNanos * (met ? GIVES_WAY : COMES_BACK));
        double interval = Math.max(shareNanos, limited(SHARE * latencyNanos));
        double jitter = 0.75 + timing.random() / 2;
        earliestNanos = beginNanos + (long) (interval * jitter);
        started = true;
    }

    private static double limited(double nanos) {
        return Math.min((double) MOST.toNanos(), Math.max((double) LEAST.toNanos(), nanos));
    }
}
