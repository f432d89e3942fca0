package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.keyed.ChangeColumns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives tables that are there the columns by which changes are told apart. Thread-safe; never blocks. */
final class ChangeTables {
    private static final Logger LOG = LoggerFactory.getLogger(ChangeTables.class);

    private final LakeClient client;
    private final TableManager tables;
    private final Set<String> names;
    private final boolean mayAdd;
    private final Set<TableName> known = ConcurrentHashMap.newKeySet();

    ChangeTables(LakeClient client, TableManager tables, ChangeColumns names, boolean mayAdd) {
        this.client = client;
        this.tables = tables;
        this.names = Set.of(names.version(), names.position(), names.deleted());
        this.mayAdd = mayAdd;
    }

    /** Answers whether there is such a table; if so, it has the columns, unless they may not be added. */
    CompletableFuture<Boolean> prepare(PackedFile file) {
        Schema schema = file.schema();
        if (schema == null || known.contains(file.table())) {
            return CompletableFuture.completedFuture(true);
        }
        return tables.look(file.table()).thenCompose(found -> {
            if (found.isEmpty()) {
                return CompletableFuture.completedFuture(false);
            }
            List<Schema.Field> missing = mayAdd ? missing(schema, found.get()) : List.of();
            CompletableFuture<Void> added = CompletableFuture.completedFuture(null);
            for (Schema.Field field : missing) {
                added = added.thenCompose(done -> add(file.table(), field));
            }
            return added.thenApply(done -> {
                known.add(file.table());
                return true;
            });
        });
    }

    private List<Schema.Field> missing(Schema schema, TableShape found) {
        Set<String> there = new HashSet<>();
        found.columns().forEach(column -> there.add(SqlIdentifier.fold(column.name())));
        List<Schema.Field> missing = new ArrayList<>();
        for (Schema.Field field : schema.fields()) {
            if (names.contains(field.name()) && !there.contains(SqlIdentifier.fold(field.name()))) {
                missing.add(field);
            }
        }
        return missing;
    }

    private CompletableFuture<Void> add(TableName table, Schema.Field field) {
        String type = LakeTypes.sql(field.type());
        LOG.info("Adding the column {} {} to {}", field.name(), type, table);
        return client.query(
                        "ALTER TABLE " + table.sql() + " ADD COLUMN IF NOT EXISTS "
                                + SqlIdentifier.quote(SqlIdentifier.fold(field.name())) + " " + type + " NULL",
                        CallPurpose.REPEATABLE)
                .thenApply(done -> null);
    }
}
