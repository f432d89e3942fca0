package org.lakeingest.lake;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes tables, each statement in a session of its own. Others may do the same at the same time: what somebody else did first
 * counts as done, and whoever asked looks at the table again. Thread-safe; never blocks.
 */
final class TableChanger {
    private static final Logger LOG = LoggerFactory.getLogger(TableChanger.class);
    private static final int TABLE_EXISTS = 2302;
    private static final int COLUMN_EXISTS = 1108;

    private final LakeClient client;
    private final TableReader reader;

    TableChanger(LakeClient client, TableReader reader) {
        this.client = client;
        this.reader = reader;
    }

    /** Makes one change after the other. */
    CompletableFuture<Void> apply(TableName table, List<TableChange> changes) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (TableChange change : changes) {
            all = all.thenCompose(done -> apply(table, change));
        }
        return all;
    }

    private CompletableFuture<Void> apply(TableName table, TableChange change) {
        if (change instanceof TableChange.Create create) {
            return create(table, create.definition(), create.wide());
        }
        if (change instanceof TableChange.Add add) {
            return keeps(table, add.wide())
                    .thenCompose(keeps -> add(table, add.column(), keeps ? add.type() : "VARIANT"));
        }
        TableChange.Retype retype = (TableChange.Retype) change;
        return retype(table, retype.column(), retype.types(), 0);
    }

    private CompletableFuture<Void> add(TableName table, String column, String type) {
        String sql = "ALTER TABLE " + table.sql() + " ADD COLUMN " + SqlIdentifier.quote(column) + " " + type + " NULL";
        return run(sql, "Added column " + column + " " + type + " to " + table);
    }

    /** Whether the table keeps such values; where it would mangle wide decimals, a document keeps them. */
    private CompletableFuture<Boolean> keeps(TableName table, boolean wide) {
        return wide ? reader.isNative(table).thenApply(isNative -> !isNative) : CompletableFuture.completedFuture(true);
    }

    CompletableFuture<Void> create(TableName table, String definition, boolean wide) {
        String format = wide ? " STORAGE_FORMAT = 'parquet'" : "";
        return run(
                "CREATE TABLE IF NOT EXISTS " + table.sql() + " (" + definition + ")" + format,
                "Created table " + table);
    }

    private CompletableFuture<Void> run(String sql, String done) {
        return client.query(sql, CallPurpose.REPEATABLE).handle((answer, failure) -> {
            if (failure == null) {
                LOG.info("{}", done);
                return null;
            }
            LakeException reason = LakeException.of(failure);
            boolean others = reason.serverCode() == TABLE_EXISTS
                    || reason.serverCode() == COLUMN_EXISTS
                    || reason.code() == LakeErrorCode.LAKE_CONFLICT;
            if (!others) {
                throw reason;
            }
            LOG.debug("Somebody else changes tables, too: {}", sql, reason);
            return null;
        });
    }

    private CompletableFuture<Void> retype(
            TableName table, TableShape.Column column, List<Widening.Wider> types, int index) {
        if (index == types.size()) {
            return CompletableFuture.failedFuture(new LakeException(
                    LakeErrorCode.LAKE_TABLE_UNFIT,
                    "the column " + column.name() + " of " + table + " is " + column.type()
                            + ", and holds values that no wider type would keep"));
        }
        Widening.Wider wider = types.get(index);
        return keeps(table, wider.type().hasWideDecimal())
                .thenCompose(keeps ->
                        keeps ? guarded(table, column, types, index) : retype(table, column, types, index + 1));
    }

    private CompletableFuture<Void> guarded(
            TableName table, TableShape.Column column, List<Widening.Wider> types, int index) {
        Widening.Wider wider = types.get(index);
        if (wider.guard().isEmpty()) {
            return modify(table, column, wider.type());
        }
        String sql = "SELECT 1 FROM " + table.sql() + " WHERE "
                + String.format(wider.guard(), SqlIdentifier.quote(column.name())) + " LIMIT 1";
        return client.query(sql, CallPurpose.REPEATABLE)
                .thenCompose(answer -> answer.rows().isEmpty()
                        ? modify(table, column, wider.type())
                        : retype(table, column, types, index + 1));
    }

    /** The lake drops what the statement does not repeat: whether the column may be null, its default, its comment. */
    private CompletableFuture<Void> modify(TableName table, TableShape.Column column, LakeType type) {
        String look = "SELECT default_expression, comment FROM system.columns WHERE `database` = "
                + SqlIdentifier.literal(table.database()) + " AND `table` = " + SqlIdentifier.literal(table.table())
                + " AND name = " + SqlIdentifier.literal(column.name());
        return client.query(look, CallPurpose.REPEATABLE).thenCompose(answer -> {
            boolean found = !answer.rows().isEmpty();
            String value = found ? answer.text(0, 0) : "";
            String comment = found ? answer.text(0, 1) : "";
            String sql = "ALTER TABLE " + table.sql() + " MODIFY COLUMN " + SqlIdentifier.quote(column.name()) + " "
                    + type.sql() + (column.nullable() ? " NULL" : " NOT NULL")
                    + (value.isEmpty() ? "" : " DEFAULT " + value)
                    + (comment.isEmpty() ? "" : " COMMENT " + SqlIdentifier.literal(comment));
            return run(
                    sql, "Changed column " + column.name() + " of " + table + " from " + column.type() + " to " + type);
        });
    }
}
