package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * Looks at tables. One at a time it asks for that table; what is wanted while it is asking is then asked for together, in one look at
 * the lake's list of columns, so that a thousand tables cost a few statements. Thread-safe; never blocks.
 */
final class TableCatalog {
    private static final int MOST_AT_ONCE = 500;
    private static final int UNKNOWN_DATABASE = 1003;
    private static final int UNKNOWN_TABLE = 1025;

    private final LakeClient client;
    /** Guarded by this. */
    private final Map<TableName, CompletableFuture<Optional<Map<String, String>>>> wanted = new LinkedHashMap<>();

    private boolean asking;

    TableCatalog(LakeClient client) {
        this.client = client;
    }

    /** Columns and their types as DESC shows them; empty when the table is absent. */
    CompletableFuture<Optional<Map<String, String>>> describe(TableName table) {
        CompletableFuture<Optional<Map<String, String>>> answer;
        synchronized (this) {
            answer = wanted.computeIfAbsent(table, any -> new CompletableFuture<>());
        }
        next();
        return answer;
    }

    private void next() {
        Map<TableName, CompletableFuture<Optional<Map<String, String>>>> now = new LinkedHashMap<>();
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
        CompletableFuture<Map<TableName, Map<String, String>>> answers =
                now.size() == 1 ? one(now.keySet().iterator().next()) : all(List.copyOf(now.keySet()));
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

    private CompletableFuture<Map<TableName, Map<String, String>>> one(TableName table) {
        return client.query("DESC " + table.sql(), CallPurpose.REPEATABLE).handle((answer, failure) -> {
            if (failure == null) {
                Map<String, String> columns = new LinkedHashMap<>();
                int name = answer.column("Field");
                int type = answer.column("Type");
                for (int row = 0; row < answer.rows().size(); row++) {
                    columns.put(answer.text(row, name), answer.text(row, type));
                }
                return Map.of(table, columns);
            }
            LakeException reason = LakeException.of(failure);
            if (reason.serverCode() == UNKNOWN_TABLE) {
                return Map.of();
            }
            if (reason.serverCode() == UNKNOWN_DATABASE) {
                throw new LakeException(
                        LakeErrorCode.LAKE_OBJECT_MISSING,
                        UNKNOWN_DATABASE,
                        "the database " + table.database() + ", or the one the dsn names, does not exist",
                        reason);
            }
            throw reason;
        });
    }

    private CompletableFuture<Map<TableName, Map<String, String>>> all(List<TableName> tables) {
        Map<String, List<TableName>> byDatabase = tables.stream().collect(Collectors.groupingBy(TableName::database));
        List<String> conditions = new ArrayList<>();
        byDatabase.forEach((database, of) -> conditions.add("(`database` = " + SqlIdentifier.literal(database)
                + " AND `table` IN ("
                + of.stream().map(table -> SqlIdentifier.literal(table.table())).collect(Collectors.joining(", "))
                + "))"));
        String sql = "SELECT `database`, `table`, name, data_type FROM system.columns WHERE "
                + String.join(" OR ", conditions);
        return client.query(sql, CallPurpose.REPEATABLE).thenApply(answer -> {
            Map<TableName, Map<String, String>> found = new LinkedHashMap<>();
            for (int row = 0; row < answer.rows().size(); row++) {
                TableName table = new TableName(answer.text(row, 0), answer.text(row, 1));
                found.computeIfAbsent(table, any -> new LinkedHashMap<>())
                        .put(answer.text(row, 2), answer.text(row, 3));
            }
            return found;
        });
    }
}
