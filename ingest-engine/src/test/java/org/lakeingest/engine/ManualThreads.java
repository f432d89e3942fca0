package org.lakeingest.engine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Threads that run when the test says so, in the time that it lets pass. Confined to the test's thread. */
public final class ManualThreads implements EngineThreads {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Timer> timers = new ArrayList<>();
    private long nanos = 1_000_000;
    private int closed;

    private record Timer(long due, Runnable task) {}

    /** Runs what was given to the serial threads and what comes of it. */
    public void run() {
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
    }

    /** Time passes inside of what runs. */
    public void take(Duration time) {
        nanos += time.toNanos();
    }

    /** Time passes, timers that are due fire, and everything runs. */
    public void pass(Duration time) {
        nanos += time.toNanos();
        List<Timer> due =
                timers.stream().filter(timer -> timer.due - nanos <= 0).toList();
        timers.removeAll(due);
        due.forEach(timer -> timer.task.run());
        run();
    }

    /** How many timers wait. */
    public int timers() {
        return timers.size();
    }

    /** How often serial threads were closed. */
    public int closed() {
        return closed;
    }

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public double random() {
        return 0;
    }

    @Override
    public Serial serial(String name) {
        return new Serial() {
            @Override
            public void execute(Runnable task) {
                tasks.add(task);
            }

            @Override
            public void close() {
                closed++;
            }
        };
    }

    @Override
    public void loop(String name, BooleanSupplier step) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        Timer timer = new Timer(nanos + delay.toNanos(), task);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    @Override
    public <T> @Nullable T await(BlockingQueue<T> queue, Duration timeout) {
        return queue.poll();
    }

    @Override
    public Executor cpu() {
        return Runnable::run;
    }

    @Override
    public void onFatal(FatalHandler handler) {}

    @Override
    public void close() {}
}
