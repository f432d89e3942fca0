package org.lakeingest.lake;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * One statement at a time for each table. The lake locks a table for a statement that changes rows, so a second one would wait
 * there, or lose. Thread-safe.
 */
final class TableTurns {
    private final Map<TableName, Permits> turns = new ConcurrentHashMap<>();

    <T> CompletableFuture<T> run(TableName table, Supplier<CompletableFuture<T>> statement) {
        return turns.computeIfAbsent(table, any -> new Permits(1)).run(statement);
    }
}
