package org.lakeingest.engine;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Real threads, named after the pipeline, daemons so that a process that failed to stop them can still end. */
final class SystemThreads implements EngineThreads {
    private final String prefix;
    private final ScheduledThreadPoolExecutor scheduler;
    private final ExecutorService cpu;
    private volatile FatalHandler fatal = FatalHandler.halting();

    SystemThreads(String pipelineName) {
        this.prefix = pipelineName + "-";
        this.scheduler = new ScheduledThreadPoolExecutor(1, task -> thread("timer", task));
        scheduler.setRemoveOnCancelPolicy(true);
        scheduler.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        int cores = Runtime.getRuntime().availableProcessors();
        this.cpu = new ThreadPoolExecutor(
                cores, cores, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), numbered("cpu-"));
    }

    private ThreadFactory numbered(String name) {
        AtomicInteger next = new AtomicInteger();
        return task -> thread(name + next.getAndIncrement(), task);
    }

    private Thread thread(String name, Runnable task) {
        Thread thread = new Thread(task, prefix + name);
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((dead, cause) -> fatal.onFatal(dead.getName(), cause));
        return thread;
    }

    @Override
    public void onFatal(FatalHandler handler) {
        fatal = handler;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public double random() {
        return ThreadLocalRandom.current().nextDouble();
    }

    @Override
    public Serial serial(String name) {
        return new SerialThread(new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> thread(name, task)));
    }

    @Override
    public void loop(String name, BooleanSupplier step) {
        thread(name, () -> {
                    while (step.getAsBoolean()) {
                        // the step waits by itself
                    }
                })
                .start();
    }

    @Override
    public Cancellable schedule(Duration delay, Runnable task) {
        ScheduledFuture<?> future =
                scheduler.schedule(() -> runTimed(task), Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** A future would keep what a task throws to itself. */
    @SuppressWarnings("CatchingUnchecked") // whatever it is, nobody else would see it
    private void runTimed(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            fatal.onFatal(Thread.currentThread().getName(), e);
        }
    }

    @Override
    public <T> @Nullable T await(BlockingQueue<T> queue, Duration timeout) {
        try {
            return queue.poll(Math.max(0, timeout.toNanos()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public Executor cpu() {
        return cpu;
    }

    @Override
    public void close() {
        scheduler.shutdownNow();
        cpu.shutdown();
    }

    private static final class SerialThread implements Serial {
        private final ThreadPoolExecutor executor;

        SerialThread(ThreadPoolExecutor executor) {
            this.executor = executor;
        }

        @Override
        public void execute(Runnable task) {
            try {
                executor.execute(task);
            } catch (RejectedExecutionException e) {
                if (!executor.isShutdown()) {
                    throw e;
                }
            }
        }

        @Override
        public void close() {
            executor.shutdown();
        }
    }
}
