package org.lakeingest.lake.ledger;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;

/** How one step follows another, whatever became of the first. */
final class Steps {
    private Steps() {}

    static <T, R> CompletableFuture<R> then(
            CompletableFuture<T> first, BiFunction<T, @Nullable IngestException, CompletableFuture<R>> next) {
        CompletableFuture<R> result = new CompletableFuture<>();
        var unused = first.whenComplete((value, failure) -> {
            try {
                pass(next.apply(value, failure == null ? null : reason(failure)), result);
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    /** Completes the second as the first is completed. */
    static <T> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
        var unused = from.whenComplete((value, failure) -> {
            if (failure == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(failure);
            }
        });
    }

    /** What a future failed with. */
    static IngestException reason(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause instanceof IngestException known
                ? known
                : new IngestException(Unexpected.LAKE_UNEXPECTED, "the ledger failed with " + cause, cause);
    }

    private enum Unexpected implements ErrorCode {
        LAKE_UNEXPECTED;

        @Override
        public ErrorKind kind() {
            return ErrorKind.INTERNAL;
        }
    }
}
