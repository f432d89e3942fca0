package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Time and chance, so that tests own both. Thread-safe. */
public interface LedgerTiming {
    /** Elapsed time, from any origin. */
    long nanos();

    /** Runs the task once, when the delay is over. */
    void after(Duration delay, Runnable task);

    /** Between 0 and 1, 1 excluded. */
    double random();

    static LedgerTiming system() {
        return new LedgerTiming() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void after(Duration delay, Runnable task) {
                CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS)
                        .execute(task);
            }

            @Override
            public double random() {
                return ThreadLocalRandom.current().nextDouble();
            }
        };
    }
}
