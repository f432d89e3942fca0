package org.lakeingest.engine;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the engine's work runs and how it measures time. A process uses {@link SystemThreads}; a test may run everything on
 * its own thread, one step at a time and in virtual time. Thread-safe.
 */
public interface EngineThreads extends AutoCloseable {
    /** Runs what it is given one after the other, in order, never two at once. */
    interface Serial extends Executor, AutoCloseable {
        /** Runs what was given so far, then frees the thread. What is given later is dropped. Does not wait. */
        @Override
        void close();
    }

    /** Something that was asked for and may be called off. */
    @FunctionalInterface
    interface Cancellable {
        void cancel();
    }

    /** Elapsed time; only differences mean anything. Never goes back, unlike a clock that is set. */
    long nanoTime();

    /** From 0 to 1, for jitter. */
    double random();

    Serial serial(String name);

    /** Calls the step again and again, on one thread, until it answers false. */
    void loop(String name, BooleanSupplier step);

    /** Runs a short task later, on a shared thread; it must post and not work. */
    Cancellable schedule(Duration delay, Runnable task);

    /** The head of the queue, waited for up to the timeout; null when there is none. */
    <T> @Nullable T await(BlockingQueue<T> queue, Duration timeout);

    /** The bounded pool for encoding and compressing. */
    Executor cpu();

    /** Who is told when one of these threads dies. */
    void onFatal(FatalHandler handler);

    @Override
    void close();
}
