package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the lake what its tables look like. DESC says nearly all: that inner types may be null is in system.columns alone, and the
 * names of a tuple's fields as they were written are in SHOW CREATE TABLE alone. Thread-safe; never blocks.
 */
final class TableReader {
    private static final int UNKNOWN_DATABASE = 1003;

    private static final Logger LOG = LoggerFactory.getLogger(TableReader.class);

    private final LakeClient client;

    TableReader(LakeClient client) {
        this.client = client;
    }

    /** The table's columns; empty when it is absent. */
    CompletableFuture<Optional<TableShape>> read(TableName table) {
        return readColumns(table)
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(found)
                        : withFormat(table, found.get()).thenApply(Optional::of));
    }

    private CompletableFuture<TableShape> withFormat(TableName table, TableShape shape) {
        return shape.hasWideDecimal()
                ? isNative(table).thenApply(yes -> new TableShape(shape.columns(), yes))
                : CompletableFuture.completedFuture(shape);
    }

    /** Whether a table is in the lake's native format; no, when that cannot be told. */
    CompletableFuture<Boolean> isNative(TableName table) {
        String sql = "SELECT table_option FROM system.tables WHERE `database` = "
                + SqlIdentifier.literal(table.database()) + " AND name = " + SqlIdentifier.literal(table.table());
        return client.query(sql, CallPurpose.REPEATABLE).handle((answer, failure) -> {
            if (failure != null) {
                LOG.warn(
                        "[{}] cannot see in which format {} is stored; if it is native, the lake mangles its decimals of more"
                                + " than 38 digits: {}",
                        LakeException.of(failure).code(),
                        table,
                        failure.getMessage());
                return false;
            }
            return !answer.rows().isEmpty() && answer.text(0, 0).contains("STORAGE_FORMAT='native'");
        });
    }

    private CompletableFuture<Optional<TableShape>> readColumns(TableName table) {
        return Futures.then(client.query("DESC " + table.sql(), CallPurpose.REPEATABLE), (answer, failure) -> {
            if (failure != null) {
                return absent(table, LakeException.of(failure));
            }
            List<TableShape.Column> columns = described(answer);
            boolean nested = false;
            for (TableShape.Column column : columns) {
                nested |= !column.type().children().isEmpty();
            }
            return nested
                    ? nested(table, columns).thenApply(Optional::of)
                    : CompletableFuture.completedFuture(Optional.of(new TableShape(columns)));
        });
    }

    /** Many tables in one statement; those that are absent are not in the answer. */
    CompletableFuture<Map<TableName, TableShape>> readAll(List<TableName> tables) {
        Map<String, List<String>> byDatabase = new LinkedHashMap<>();
        for (TableName table : tables) {
            byDatabase
                    .computeIfAbsent(table.database(), any -> new ArrayList<>())
                    .add(SqlIdentifier.literal(table.table()));
        }
        List<String> conditions = new ArrayList<>();
        byDatabase.forEach((database, names) -> conditions.add("(`database` = " + SqlIdentifier.literal(database)
                + " AND `table` IN (" + String.join(", ", names) + "))"));
        String sql = "SELECT `database`, `table`, name, type, is_nullable, default_expression"
                + " FROM system.columns WHERE " + String.join(" OR ", conditions);
        return client.query(sql, CallPurpose.REPEATABLE).thenCompose(answer -> {
            Map<TableName, List<TableShape.Column>> columns = new LinkedHashMap<>();
            for (int row = 0; row < answer.rows().size(); row++) {
                String expression = answer.text(row, 5);
                columns.computeIfAbsent(
                                new TableName(answer.text(row, 0), answer.text(row, 1)), any -> new ArrayList<>())
                        .add(new TableShape.Column(
                                answer.text(row, 2),
                                LakeTypeReader.read(answer.text(row, 3)),
                                answer.text(row, 4).equals("YES"),
                                expression.equals("NULL") ? "" : expression));
            }
            return named(columns);
        });
    }

    private CompletableFuture<Map<TableName, TableShape>> named(Map<TableName, List<TableShape.Column>> tables) {
        Map<TableName, TableShape> shapes = new ConcurrentHashMap<>();
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (Map.Entry<TableName, List<TableShape.Column>> table : tables.entrySet()) {
            List<TableShape.Column> columns = table.getValue();
            boolean tuples = columns.stream().anyMatch(column -> column.type().hasTuple());
            if (tuples) {
                all = all.thenCompose(done -> named(table.getKey(), columns))
                        .thenAccept(shape -> shapes.put(table.getKey(), shape));
            } else {
                shapes.put(table.getKey(), new TableShape(columns));
            }
        }
        return all.thenCompose(done -> {
            CompletableFuture<Void> formats = CompletableFuture.completedFuture(null);
            for (TableName table : tables.keySet()) {
                TableShape shape = shapes.get(table);
                if (shape != null && shape.hasWideDecimal()) {
                    formats = formats.thenCompose(next -> withFormat(table, shape))
                            .thenAccept(known -> shapes.put(table, known));
                }
            }
            return formats.thenApply(next -> shapes);
        });
    }

    private static CompletableFuture<Optional<TableShape>> absent(TableName table, LakeException reason) {
        if (reason.isUnknownTable()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        if (reason.serverCode() == UNKNOWN_DATABASE) {
            return CompletableFuture.failedFuture(new LakeException(
                    LakeErrorCode.LAKE_OBJECT_MISSING,
                    UNKNOWN_DATABASE,
                    "the database " + table.database() + ", or the one the dsn names, does not exist",
                    reason));
        }
        return CompletableFuture.failedFuture(reason);
    }

    private static List<TableShape.Column> described(QueryResult answer) {
        int name = answer.column("Field");
        int type = answer.column("Type");
        int nullable = answer.column("Null");
        int value = answer.column("Default");
        List<TableShape.Column> columns = new ArrayList<>();
        for (int row = 0; row < answer.rows().size(); row++) {
            String defaultText = answer.text(row, value);
            columns.add(new TableShape.Column(
                    answer.text(row, name),
                    nestedOrFlat(answer.text(row, type)),
                    answer.text(row, nullable).equals("YES"),
                    defaultText.equals("NULL") ? "" : defaultText));
        }
        return columns;
    }

    /** DESC does not say enough of a nested type, and what it says of a tuple cannot be read: names are in the way. */
    private static LakeType nestedOrFlat(String type) {
        return switch (LakeTypeReader.base(type)) {
            case "ARRAY", "MAP", "TUPLE" ->
                new LakeType(
                        LakeTypeReader.base(type), 0, 0, List.of(new LakeType.Inner("", LakeType.of("VARCHAR"), true)));
            default -> LakeTypeReader.read(type);
        };
    }

    private CompletableFuture<TableShape> nested(TableName table, List<TableShape.Column> columns) {
        String sql = "SELECT name, type FROM system.columns WHERE `database` = "
                + SqlIdentifier.literal(table.database()) + " AND `table` = " + SqlIdentifier.literal(table.table());
        return client.query(sql, CallPurpose.REPEATABLE).thenCompose(answer -> {
            Map<String, LakeType> types = new HashMap<>();
            for (int row = 0; row < answer.rows().size(); row++) {
                types.put(answer.text(row, 0), LakeTypeReader.read(answer.text(row, 1)));
            }
            boolean tuples = false;
            List<TableShape.Column> known = new ArrayList<>();
            for (TableShape.Column column : columns) {
                LakeType type = types.getOrDefault(column.name(), column.type());
                tuples |= type.hasTuple();
                known.add(new TableShape.Column(column.name(), type, column.nullable(), column.defaultText()));
            }
            return tuples ? named(table, known) : CompletableFuture.completedFuture(new TableShape(known));
        });
    }

    private CompletableFuture<TableShape> named(TableName table, List<TableShape.Column> columns) {
        return client.query("SHOW CREATE TABLE " + table.sql(), CallPurpose.REPEATABLE)
                .thenApply(answer -> {
                    String statement = answer.text(0, answer.column("Create Table"));
                    List<TableShape.Column> named = new ArrayList<>();
                    int at = 0;
                    for (TableShape.Column column : columns) {
                        int type = definition(statement, column.name(), at);
                        at = Math.max(at, type);
                        LakeType whole = column.type().hasTuple() && type >= 0
                                ? LakeTypeReader.named(column.type(), statement.substring(type))
                                : column.type();
                        named.add(new TableShape.Column(column.name(), whole, column.nullable(), column.defaultText()));
                    }
                    return new TableShape(named);
                });
    }

    /** Where the type of a column begins in a CREATE TABLE statement; -1 when the column is not found. */
    private static int definition(String statement, String name, int from) {
        String quoted = "\n  \"" + name.replace("\"", "\"\"") + "\" ";
        String plain = "\n  " + name + " ";
        for (String start : List.of(quoted, plain)) {
            int at = statement.indexOf(start, from);
            if (at >= 0) {
                return at + start.length();
            }
        }
        return -1;
    }

    /** Whether the lake answers and lets us in. */
    CompletableFuture<?> reach() {
        return client.query("SELECT 1", CallPurpose.REPEATABLE);
    }

    /**
     * What tells a table from an earlier one of its name; the lake's file records belong to it. Empty when the table is absent or
     * the user may not see it.
     */
    CompletableFuture<Optional<String>> id(TableName table) {
        String sql = "SELECT table_id FROM system.tables WHERE `database` = " + SqlIdentifier.literal(table.database())
                + " AND name = " + SqlIdentifier.literal(table.table());
        return client.query(sql, CallPurpose.REPEATABLE)
                .handle((answer, failure) ->
                        failure != null || answer.rows().isEmpty() ? Optional.empty() : Optional.of(answer.text(0, 0)));
    }
}
