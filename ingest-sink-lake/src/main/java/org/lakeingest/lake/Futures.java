package org.lakeingest.lake;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What {@link CompletableFuture} lacks. */
final class Futures {
    private Futures() {}

    /** Goes on with another future, whatever the outcome of the first. */
    static <T, R> CompletableFuture<R> then(
            CompletableFuture<T> first, BiFunction<T, @Nullable Throwable, CompletableFuture<R>> next) {
        CompletableFuture<R> result = new CompletableFuture<>();
        var unused = first.whenComplete((value, failure) -> {
            try {
                var unusedToo = next.apply(value, failure).whenComplete((done, reason) -> {
                    if (reason == null) {
                        result.complete(done);
                    } else {
                        result.completeExceptionally(reason);
                    }
                });
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}
