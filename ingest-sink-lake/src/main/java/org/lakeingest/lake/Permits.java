package org.lakeingest.lake;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Bounds how many tasks are open at a time, first come first served, without blocking anybody. A task must not wait for another
 * one's permit. Thread-safe.
 */
final class Permits {
    private final ArrayDeque<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private int free;

    Permits(int count) {
        this.free = count;
    }

    /** Starts the task when a permit is free, and gives it back when the task's future is complete. */
    <T> CompletableFuture<T> run(Supplier<CompletableFuture<T>> task) {
        return acquire().thenCompose(permit -> {
            CompletableFuture<T> running;
            try {
                running = task.get();
            } catch (RuntimeException e) {
                running = CompletableFuture.failedFuture(e);
            }
            return running.whenComplete((done, failure) -> release());
        });
    }

    private synchronized CompletableFuture<Void> acquire() {
        CompletableFuture<Void> permit = new CompletableFuture<>();
        if (free > 0) {
            free--;
            permit.complete(null);
        } else {
            waiting.add(permit);
        }
        return permit;
    }

    private void release() {
        CompletableFuture<Void> next;
        synchronized (this) {
            next = waiting.poll();
            if (next == null) {
                free++;
            }
        }
        if (next != null) {
            next.complete(null);
        }
    }
}
