package org.lakeingest.engine.write;

import java.time.Duration;
import java.util.Optional;

/**
 * When to try again: the delay doubles with each attempt up to a limit, and a random part of it, at most half, is left out so
 * that those who failed together do not come back together. Pure.
 */
public record RetryPolicy(Duration initialDelay, Duration maxDelay, Optional<Duration> giveUpAfter) {
    /**
     * The wait before a retry.
     *
     * @param failures so far, 1 or more
     * @param random from 0 to 1
     */
    public Duration delay(int failures, double random) {
        long initial = initialDelay.toNanos();
        int doublings = Math.min(Math.max(0, failures - 1), Long.numberOfLeadingZeros(initial) - 1);
        long whole = Math.min(maxDelay.toNanos(), initial << doublings);
        return Duration.ofNanos(whole - (long) (whole * random / 2));
    }

    /** Whether to stop trying, this long after the first failure. */
    public boolean givesUp(Duration elapsed) {
        return giveUpAfter.isPresent() && elapsed.compareTo(giveUpAfter.get()) >= 0;
    }
}
