package org.lakeingest.lake;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps loads of a table and changes of its columns' types apart: many loads at a time, or one change. A change that waits holds
 * new loads back. Thread-safe; nobody blocks.
 */
final class LoadGate {
    private int loads;
    private boolean changing;
    private final Deque<CompletableFuture<Void>> waitingLoads = new ArrayDeque<>();
    private @Nullable CompletableFuture<Void> waitingChange;

    <T> CompletableFuture<T> load(Supplier<CompletableFuture<T>> work) {
        return enter().thenCompose(entered -> started(work)).whenComplete((done, failure) -> loadEnded());
    }

    /** Changes are given one at a time. */
    <T> CompletableFuture<T> change(Supplier<CompletableFuture<T>> work) {
        return close().thenCompose(entered -> started(work)).whenComplete((done, failure) -> open());
    }

    private static <T> CompletableFuture<T> started(Supplier<CompletableFuture<T>> work) {
        try {
            return work.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private synchronized CompletableFuture<Void> enter() {
        if (!changing) {
            loads++;
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> turn = new CompletableFuture<>();
        waitingLoads.add(turn);
        return turn;
    }

    private synchronized CompletableFuture<Void> close() {
        changing = true;
        if (loads == 0) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> turn = new CompletableFuture<>();
        waitingChange = turn;
        return turn;
    }

    private void loadEnded() {
        CompletableFuture<Void> next = null;
        synchronized (this) {
            if (--loads == 0) {
                next = waitingChange;
                waitingChange = null;
            }
        }
        if (next != null) {
            next.complete(null);
        }
    }

    private void open() {
        Deque<CompletableFuture<Void>> released;
        synchronized (this) {
            changing = false;
            released = new ArrayDeque<>(waitingLoads);
            loads += released.size();
            waitingLoads.clear();
        }
        released.forEach(turn -> turn.complete(null));
    }
}
