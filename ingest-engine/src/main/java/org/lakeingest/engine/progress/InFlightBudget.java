package org.lakeingest.engine.progress;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what all workers of a pipeline retain between poll and durable. Above the high mark it is exhausted, and stays so
 * until it falls below the low mark. It refuses nothing: who polls reads {@link #isExhausted} and pauses partitions, so the
 * overshoot is what one poll returns. Thread-safe.
 */
public final class InFlightBudget {
    private final long high;
    private final long low;
    private final AtomicLong total = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean exhausted;

    public InFlightBudget(long high, long low) {
        if (high < 1 || low < 0 || low > high) {
            throw new IllegalArgumentException("marks must be 0 <= low <= high: " + low + ", " + high);
        }
        this.high = high;
        this.low = low;
    }

    /** Run when the budget is no longer exhausted, on the thread that released the bytes; must only post. */
    public void onRelief(Runnable listener) {
        listeners.add(listener);
    }

    public void acquire(long bytes) {
        if (total.addAndGet(bytes) > high) {
            exhausted = true;
        }
    }

    public void release(long bytes) {
        if (total.addAndGet(-bytes) <= low && exhausted) {
            exhausted = false;
            listeners.forEach(Runnable::run);
        }
    }

    /** Reads the total again, because an acquirer may raise the flag after the last release has looked at it. */
    public boolean isExhausted() {
        if (exhausted && total.get() <= low) {
            exhausted = false;
        }
        return exhausted;
    }

    public long total() {
        return total.get();
    }

    public long highMark() {
        return high;
    }
}
