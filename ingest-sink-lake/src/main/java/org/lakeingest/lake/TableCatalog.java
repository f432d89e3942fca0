package org.lakeingest.lake;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Looks at tables. One at a time it asks for that table; what is wanted while it is asking is then asked for together, in one look at
 * the lake's list of columns, so that a thousand tables cost a few statements. Thread-safe; never blocks.
 */
final class TableCatalog {
    private static final int MOST_AT_ONCE = 500;

    private final TableReader reader;
    /** Guarded by this. */
    private final Map<TableName, CompletableFuture<Optional<TableShape>>> wanted = new LinkedHashMap<>();

    private boolean asking;

    TableCatalog(TableReader reader) {
        this.reader = reader;
    }

    /** The table's columns; empty when it is absent. */
    CompletableFuture<Optional<TableShape>> read(TableName table) {
        CompletableFuture<Optional<TableShape>> answer;
        synchronized (this) {
            answer = wanted.computeIfAbsent(table, any -> new CompletableFuture<>());
        }
        next();
        return answer;
    }

    private void next() {
        Map<TableName, CompletableFuture<Optional<TableShape>>> now = new LinkedHashMap<>();
        synchronized (this) {
            if (asking || wanted.isEmpty()) {
                return;
            }
            asking = true;
            var all = wanted.entrySet().iterator();
            while (all.hasNext() && now.size() < MOST_AT_ONCE) {
                var one = all.next();
                now.put(one.getKey(), one.getValue());
                all.remove();
            }
        }
        CompletableFuture<Map<TableName, TableShape>> answers =
                now.size() == 1 ? one(now.keySet().iterator().next()) : reader.readAll(List.copyOf(now.keySet()));
        var unused = answers.whenComplete((found, failure) -> {
            synchronized (this) {
                asking = false;
            }
            next();
            now.forEach((table, wish) -> {
                if (failure != null) {
                    wish.completeExceptionally(failure);
                } else {
                    wish.complete(Optional.ofNullable(found.get(table)));
                }
            });
        });
    }

    private CompletableFuture<Map<TableName, TableShape>> one(TableName table) {
        return reader.read(table).thenApply(found -> found.isPresent() ? Map.of(table, found.get()) : Map.of());
    }
}
