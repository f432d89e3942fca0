package org.lakeingest.lake;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Plans, prepares and loads single files for a writer, so many at a time: what waits for its turn costs nothing, and learns first
 * when there is no point in trying. Thread-safe.
 */
final class FileLoader {
    private final LoadStrategy strategy;
    private final Function<PackedFile, CompletableFuture<?>> planner;
    private final Consumer<TableName> forget;
    private final Permits preparing;
    private final Permits loading;

    /**
     * Makes a loader.
     *
     * @param planner looks at the table of a file; called for many files at once, so that it can look at many tables at once
     * @param forget told of a table that is not as it was thought to be
     * @param atATime files that are prepared, and that are loaded
     */
    FileLoader(
            LoadStrategy strategy,
            Function<PackedFile, CompletableFuture<?>> planner,
            Consumer<TableName> forget,
            int atATime) {
        this.strategy = strategy;
        this.forget = forget;
        this.planner = planner;
        this.preparing = new Permits(atATime);
        this.loading = new Permits(atATime);
    }

    CompletableFuture<?> plan(PackedFile file) {
        return planner.apply(file);
    }

    CompletableFuture<List<ReadyFile>> prepare(PackedFile file, GroupAttempt attempt, Runnable check) {
        return preparing.run(() -> {
            check.run();
            return strategy.prepare(List.of(file), attempt);
        });
    }

    CompletableFuture<Void> load(List<ReadyFile> ready, GroupAttempt attempt, Runnable check) {
        return loading.run(() -> {
            check.run();
            return strategy.load(ready, attempt);
        });
    }

    /** The next file looks at the table again. */
    void forget(TableName table) {
        forget.accept(table);
    }

    void discard(List<ReadyFile> ready) {
        strategy.discard(ready);
    }
}
