package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.lake.encode.TableLayout;

/**
 * Creates tables that are absent, checks those that are there, and remembers the outcome by table and schema; a failure is not
 * remembered. Thread-safe; never blocks.
 */
final class TableManager {
    private static final int TABLE_EXISTS = 2302;

    /** The six columns of the raw table: name, type to create it with, type that DESC shows. */
    private static final List<RawColumn> RAW = List.of(
            new RawColumn("uuid", "STRING", "VARCHAR"),
            new RawColumn("koffset", "BIGINT", "BIGINT"),
            new RawColumn("kpartition", "INT", "INT"),
            new RawColumn("raw_data", "JSON", "VARIANT"),
            new RawColumn("record_metadata", "JSON", "VARIANT"),
            new RawColumn("add_time", "TIMESTAMP", "TIMESTAMP"));

    private record RawColumn(String name, String sql, String base) {}

    private record Key(TableName table, @Nullable Schema schema) {}

    private final LakeClient client;
    private final TableCatalog catalog;
    private final boolean create;
    private final FileFormat format;
    private final Set<TableName> seen = ConcurrentHashMap.newKeySet();
    private final Map<Key, CompletableFuture<TablePlan>> plans = new ConcurrentHashMap<>();

    /**
     * Makes a manager; talks to nobody yet.
     *
     * @param create whether absent tables are created
     * @param format of the files, since not every type travels in every format
     */
    TableManager(LakeClient client, boolean create, FileFormat format) {
        this.client = client;
        this.catalog = new TableCatalog(client);
        this.create = create;
        this.format = format;
    }

    /** How the rows of a file get into its table, which then is there and fits. */
    CompletableFuture<TablePlan> plan(PackedFile file) {
        Schema schema = file.schema();
        return schema == null ? raw(file.table()) : columns(file.table(), schema);
    }

    /** The raw table, created or checked. */
    CompletableFuture<TablePlan> raw(TableName table) {
        return remembered(new Key(table, null));
    }

    /** A table with a column for each field, created or checked. */
    CompletableFuture<TablePlan> columns(TableName table, Schema schema) {
        return remembered(new Key(table, schema));
    }

    /** Columns and their types as DESC shows them; empty when the table is absent. */
    CompletableFuture<Optional<Map<String, String>>> describe(TableName table) {
        return catalog.describe(table);
    }

    /** Whether the lake answers and lets us in. */
    CompletableFuture<?> reach() {
        return client.query("SELECT 1", CallPurpose.REPEATABLE);
    }

    /** The next file looks at the table again. */
    void forget(TableName table) {
        plans.keySet().removeIf(key -> key.table.equals(table));
    }

    /**
     * What tells a table from an earlier one of its name; the lake's file records belong to it. Empty when the table is absent or
     * the user may not see it.
     */
    CompletableFuture<Optional<String>> id(TableName table) {
        String sql = "SELECT table_id FROM system.tables WHERE database = " + SqlIdentifier.literal(table.database())
                + " AND name = " + SqlIdentifier.literal(table.table());
        return client.query(sql, CallPurpose.REPEATABLE)
                .handle((answer, failure) ->
                        failure != null || answer.rows().isEmpty() ? Optional.empty() : Optional.of(answer.text(0, 0)));
    }

    private CompletableFuture<TablePlan> remembered(Key key) {
        CompletableFuture<TablePlan> known = plans.get(key);
        if (known != null && !known.isCompletedExceptionally()) {
            return known;
        }
        CompletableFuture<TablePlan> made = make(key);
        plans.put(key, made);
        return made;
    }

    private CompletableFuture<TablePlan> make(Key key) {
        String definition;
        try {
            definition = key.schema == null ? rawDefinition() : definition(key.schema);
        } catch (LakeException e) {
            return CompletableFuture.failedFuture(e);
        }
        return describe(key.table)
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedFuture(found)
                        : create(key.table, definition).thenCompose(done -> describe(key.table)))
                .thenApply(found -> {
                    TablePlan plan = verified(key, found.orElseThrow(() -> absent(key.table)));
                    seen.add(key.table);
                    return plan;
                });
    }

    private static LakeException absent(TableName table) {
        return new LakeException(LakeErrorCode.LAKE_OBJECT_MISSING, "the table " + table + " does not exist");
    }

    private CompletableFuture<Void> create(TableName table, String definition) {
        // A table that was there and is gone was dropped by somebody, who may have meant it.
        if (!create || seen.contains(table)) {
            return CompletableFuture.failedFuture(absent(table));
        }
        String sql = "CREATE TABLE IF NOT EXISTS " + table.sql() + " (" + definition + ")";
        return client.query(sql, CallPurpose.REPEATABLE).handle((done, failure) -> {
            // Somebody else created it between our look and our statement: as good as done by us, once it is checked.
            if (failure != null && LakeException.of(failure).serverCode() != TABLE_EXISTS) {
                throw LakeException.of(failure);
            }
            return null;
        });
    }

    private static String rawDefinition() {
        List<String> columns = new ArrayList<>();
        for (RawColumn column : RAW) {
            columns.add(column.name + " " + column.sql);
        }
        return String.join(", ", columns);
    }

    private String definition(Schema schema) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (Schema.Field field : schema.fields()) {
            String name = SqlIdentifier.fold(field.name());
            String type = LakeTypes.sql(field.type()) + (field.nullable() ? " NULL" : " NOT NULL");
            if (columns.put(name, SqlIdentifier.quote(name) + " " + type) != null) {
                throw new LakeException(
                        LakeErrorCode.LAKE_SCHEMA_UNFIT,
                        "two fields become the column " + name + ", which ignores case");
            }
            if (format == FileFormat.NDJSON && hasBinary(field.type())) {
                throw new LakeException(
                        LakeErrorCode.LAKE_SCHEMA_UNFIT,
                        "the lake cannot load BINARY, the type of " + field.name()
                                + ", from NDJSON; use file-format parquet");
            }
        }
        if (columns.isEmpty()) {
            throw new LakeException(LakeErrorCode.LAKE_SCHEMA_UNFIT, "the schema has no fields");
        }
        return String.join(", ", columns.values());
    }

    private static boolean hasBinary(ColumnType type) {
        boolean binary = type.kind() == ColumnType.Kind.BINARY;
        for (Schema.Field child : type.children()) {
            binary |= hasBinary(child.type());
        }
        return binary;
    }

    private static TablePlan verified(Key key, Map<String, String> found) {
        List<String> problems = new ArrayList<>();
        List<String> columns =
                key.schema == null ? verifyRaw(found, problems) : verifyColumns(key.schema, found, problems);
        if (!problems.isEmpty()) {
            throw new LakeException(
                    LakeErrorCode.LAKE_TABLE_UNFIT,
                    "the table " + key.table + " does not fit: " + String.join("; ", problems));
        }
        TableLayout layout = key.schema == null ? new TableLayout.Raw() : new TableLayout.Columns(key.schema);
        return new TablePlan(key.table, layout, columns);
    }

    private static List<String> verifyRaw(Map<String, String> found, List<String> problems) {
        List<String> columns = new ArrayList<>();
        for (RawColumn column : RAW) {
            String type = found.get(column.name);
            if (type == null) {
                problems.add(column.name + " is missing, " + column.base + " expected");
            } else if (!LakeTypes.base(type).equals(column.base)) {
                problems.add(column.name + " is " + type + ", not " + column.base);
            }
            columns.add(column.name);
        }
        return columns;
    }

    private static List<String> verifyColumns(Schema schema, Map<String, String> found, List<String> problems) {
        Map<String, String> exactNames = new LinkedHashMap<>();
        found.keySet().forEach(name -> exactNames.put(SqlIdentifier.fold(name), name));
        List<String> columns = new ArrayList<>();
        for (Schema.Field field : schema.fields()) {
            String name = exactNames.get(SqlIdentifier.fold(field.name()));
            String type = name == null ? null : found.get(name);
            if (name == null || type == null) {
                problems.add(field.name() + " is missing, " + LakeTypes.sql(field.type()) + " expected");
                continue;
            }
            if (!LakeTypes.accepts(LakeTypes.base(type), field.type().kind())) {
                problems.add(name + " is " + type + ", which takes no " + LakeTypes.sql(field.type()));
            }
            columns.add(name);
        }
        return columns;
    }
}
