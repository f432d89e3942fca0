package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Time that stands still until a test moves it, and chance that a test decides. One thread. */
final class ManualTimers implements LedgerTiming {
    private record Timer(long dueNanos, Runnable task) {}

    long nanos = 1;
    double random = 0.5;

    /** Every delay that was ever asked for. */
    final List<Duration> delays = new ArrayList<>();

    private final Deque<Timer> waiting = new ArrayDeque<>();

    void advance(Duration time) {
        nanos += time.toNanos();
    }

    /** Runs the task that was asked for first, when its time has come. */
    void fire() {
        Timer timer = waiting.remove();
        nanos = Math.max(nanos, timer.dueNanos);
        timer.task.run();
    }

    int waiting() {
        return waiting.size();
    }

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        delays.add(delay);
        waiting.add(new Timer(nanos + delay.toNanos(), task));
    }

    @Override
    public double random() {
        return random;
    }
}
