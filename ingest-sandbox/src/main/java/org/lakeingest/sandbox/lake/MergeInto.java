package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code MERGE INTO t USING … ON … WHEN …}. The join is computed once into a table that names, for every pair, the clause that applies and the
 * values of the new row. Thread-safe.
 */
final class MergeInto implements Engine.Part {
    private static final String STAGING = "temp.lake_staging";

    private final Engine engine;

    MergeInto(Engine engine) {
        this.engine = engine;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        Scope scope = engine.scope(session);
        MergeStatement.Target target = MergeStatement.target(reader, session);
        return engine.writer().write(session, target.table(), Writer.Kind.MERGE, (transaction, write) -> {
            int start = reader.position();
            MergeStatement merge = MergeStatement.parse(reader, target, write.columns, scope);
            reader.back(start);
            return merge(transaction.connection(), write, merge, cancellation);
        });
    }

    private static QueryResult merge(
            Connection connection, TableWrite write, MergeStatement merge, Cancellation cancellation)
            throws SQLException, LakeException {
        write.prepareChange(connection);
        Duck.run(connection, "CREATE TEMP TABLE lake_staging AS " + pairs(write, merge), cancellation);
        requireOneSourceRow(connection, merge);
        long inserted = count(connection, merge, MergeStatement.Action.INSERT);
        long updated = count(connection, merge, MergeStatement.Action.UPDATE);
        long deleted = count(connection, merge, MergeStatement.Action.DELETE);
        Duck.run(connection, "DELETE FROM " + STAGING + " WHERE clause IS NULL");
        write.remove(connection, STAGING);
        insertRows(connection, write, merge);
        Duck.run(connection, "DROP TABLE " + STAGING);
        write.end(inserted + updated);
        return result(merge, inserted, updated, deleted);
    }

    private static void insertRows(Connection connection, TableWrite write, MergeStatement merge) throws SQLException {
        for (int i = 0; i < merge.clauses().size(); i++) {
            MergeStatement.Clause clause = merge.clauses().get(i);
            if (clause.action() == MergeStatement.Action.DELETE) {
                continue;
            }
            List<String> names = new ArrayList<>();
            List<String> values = new ArrayList<>();
            for (int c = 0; c < write.columns.size(); c++) {
                String name = write.columns.get(c).name();
                if (clause.action() == MergeStatement.Action.UPDATE
                        || clause.values().containsKey(name)) {
                    names.add(name);
                    values.add("c" + c);
                }
            }
            Duck.run(
                    connection,
                    "INSERT INTO " + write.base() + " (" + Sql.names(names) + ") SELECT " + String.join(", ", values)
                            + " FROM " + STAGING + " WHERE clause = " + i);
        }
    }

    private static String pairs(TableWrite write, MergeStatement merge) {
        StringBuilder clause = new StringBuilder("CASE");
        for (int i = 0; i < merge.clauses().size(); i++) {
            MergeStatement.Clause c = merge.clauses().get(i);
            clause.append(" WHEN ").append(merge.alias()).append(".rid IS ").append(c.matched() ? "NOT NULL" : "NULL");
            if (c.condition() != null) {
                clause.append(" AND (").append(c.condition()).append(')');
            }
            clause.append(" THEN ").append(i);
        }
        clause.append(" END");
        List<String> columns = new ArrayList<>();
        for (int c = 0; c < write.columns.size(); c++) {
            columns.add(value(write.columns.get(c), merge, clause.toString()) + " AS c" + c);
        }
        return "SELECT " + merge.alias() + ".rid AS rid, " + merge.alias() + ".seg AS seg, " + clause + " AS clause, "
                + String.join(", ", columns) + " FROM " + write.rows() + " AS " + merge.alias() + " RIGHT JOIN "
                + merge.source() + " ON " + merge.condition();
    }

    private static String value(Catalog.Column column, MergeStatement merge, String clause) {
        StringBuilder value = new StringBuilder("CASE " + clause);
        String old = merge.alias() + "." + Sql.name(column.name());
        for (int i = 0; i < merge.clauses().size(); i++) {
            MergeStatement.Clause c = merge.clauses().get(i);
            @Nullable String set = c.values().get(column.name());
            if (set != null) {
                value.append(" WHEN ").append(i).append(" THEN ").append(Changes.cast(set, column));
            } else if (c.action() == MergeStatement.Action.UPDATE) {
                value.append(" WHEN ").append(i).append(" THEN ").append(old);
            }
        }
        return value.indexOf(" WHEN ", 5 + clause.length()) < 0
                ? "CAST(NULL AS " + column.type().stored() + ")"
                : value.append(" END").toString();
    }

    /** A row may be deleted for several rows of the source, but be updated for one only. */
    private static void requireOneSourceRow(Connection connection, MergeStatement merge)
            throws SQLException, LakeException {
        String sql = "SELECT 1 FROM " + STAGING + " WHERE rid IS NOT NULL AND "
                + in(merge, MergeStatement.Action.UPDATE) + " GROUP BY rid HAVING count(*) > 1 LIMIT 1";
        if (!Duck.rows(connection, sql).isEmpty()) {
            throw new LakeException(
                    LakeCode.CONFLICT,
                    "multi rows from source match one and the same row in the target_table multi times");
        }
    }

    private static String in(MergeStatement merge, MergeStatement.Action action) {
        List<String> clauses = new ArrayList<>(List.of("-1"));
        for (int i = 0; i < merge.clauses().size(); i++) {
            if (merge.clauses().get(i).action() == action) {
                clauses.add(String.valueOf(i));
            }
        }
        return "clause IN (" + clauses.stream().collect(Collectors.joining(", ")) + ")";
    }

    private static long count(Connection connection, MergeStatement merge, MergeStatement.Action action)
            throws SQLException {
        String rows = action == MergeStatement.Action.INSERT ? "count(*)" : "count(DISTINCT rid)";
        String sql = "SELECT " + rows + " FROM " + STAGING + " WHERE " + in(merge, action);
        return Long.parseLong(String.valueOf(Duck.rows(connection, sql).get(0)[0]));
    }

    private static QueryResult result(MergeStatement merge, long inserted, long updated, long deleted) {
        List<Field> fields = new ArrayList<>();
        List<@Nullable String> row = new ArrayList<>();
        long[] numbers = {inserted, updated, deleted};
        String[] names = {"inserted", "updated", "deleted"};
        MergeStatement.Action[] actions = {
            MergeStatement.Action.INSERT, MergeStatement.Action.UPDATE, MergeStatement.Action.DELETE
        };
        for (int i = 0; i < actions.length; i++) {
            MergeStatement.Action action = actions[i];
            if (merge.clauses().stream().anyMatch(c -> c.action() == action)) {
                fields.addAll(Field.affected(names[i]));
                row.add(String.valueOf(numbers[i]));
            }
        }
        @Nullable String[] cells = row.toArray(new @Nullable String[0]);
        return new QueryResult(
                fields, RowCursor.of(List.<@Nullable String[]>of(cells)), inserted + updated + deleted, null);
    }
}
