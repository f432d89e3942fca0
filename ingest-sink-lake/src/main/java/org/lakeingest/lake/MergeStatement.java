package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.lakeingest.api.Metrics;
import org.lakeingest.lake.keyed.ChangeColumns;
import org.lakeingest.lake.keyed.ChangeRows;

/**
 * {@code MERGE INTO}: changes of rows found by their keys, unless what is stored is newer. Only the columns that the file has are
 * set.
 *
 * @param key names of the columns
 * @param versioned whether rows of a table bring their versions along, or have those of their records
 * @param stale counts changes that changed nothing
 */
record MergeStatement(
        List<String> key,
        ChangeColumns names,
        boolean softDelete,
        Predicate<TableName> versioned,
        Metrics.Counter stale)
        implements KeyedStatement {
    private static final String TABLE = "`_t`.";
    private static final String FILE = "`_s`.";

    MergeStatement {
        key = List.copyOf(key);
    }

    @Override
    public String verb() {
        return "MERGE INTO";
    }

    @Override
    public String sql(ReadyFile file) {
        TablePlan plan = file.plan();
        List<String> columns = new ArrayList<>();
        for (String column : StagedSelect.tableColumns(plan)) {
            columns.add(SqlIdentifier.quote(column));
        }
        List<String> keys = new ArrayList<>();
        List<String> same = new ArrayList<>();
        for (String name : key) {
            String column = SqlIdentifier.quote(StagedSelect.tableColumn(plan, name));
            keys.add(column);
            same.add(TABLE + column + " = " + FILE + column);
        }
        return "MERGE INTO " + plan.table().sql() + " AS `_t` USING (SELECT " + StagedSelect.columns(plan) + " FROM "
                + StagedSelect.source(file) + ") AS `_s` ON " + String.join(" AND ", same) + " WHEN MATCHED AND ("
                + newer(plan) + ") THEN " + change(file, columns, keys);
    }

    private String change(ReadyFile file, List<String> columns, List<String> keys) {
        boolean deletes = file.packed().batches().get(0) instanceof ChangeRows changes && changes.deletes();
        if (deletes && !softDelete) {
            return "DELETE";
        }
        List<String> sets = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (String column : columns) {
            values.add(FILE + column);
            if (!keys.contains(column)) {
                sets.add(column + " = " + FILE + column);
            }
        }
        return "UPDATE SET " + String.join(", ", sets) + " WHEN NOT MATCHED THEN INSERT (" + String.join(", ", columns)
                + ") VALUES (" + String.join(", ", values) + ")";
    }

    /** Whether the change is not older than the row: see {@link org.lakeingest.lake.keyed.LatestRows}. */
    private String newer(TablePlan plan) {
        String version = SqlIdentifier.quote(StagedSelect.tableColumn(plan, names.version()));
        String position = SqlIdentifier.quote(StagedSelect.tableColumn(plan, names.position()));
        String unknown = TABLE + version + " IS NULL OR " + TABLE + position + " IS NULL";
        String later = FILE + position + " >= " + TABLE + position;
        String higher = FILE + version + " > " + TABLE + version + " OR (" + FILE + version + " = " + TABLE + version
                + " AND " + later + ")";
        if (versioned.test(plan.table())) {
            return unknown + " OR " + higher;
        }
        String mark = "left(" + FILE + position + ", " + ChangeRows.MARK_LENGTH + ")";
        String stored = "left(" + TABLE + position + ", " + ChangeRows.MARK_LENGTH + ")";
        return unknown + " OR (" + mark + " = " + stored + " AND " + later + ") OR (" + mark + " <> " + stored
                + " AND (" + higher + "))";
    }

    /** Rows that the lake counts may be more, where a key is in the table twice, and fewer, where newer ones are stored. */
    @Override
    public void check(ReadyFile file, QueryResult answer) {
        long changed = 0;
        for (int column = 0; column < answer.columns().size() && !answer.rows().isEmpty(); column++) {
            if (answer.columns().get(column).startsWith("number of rows")) {
                changed += Long.parseLong(answer.text(0, column));
            }
        }
        stale.add(Math.max(0, file.packed().rows() - changed));
    }
}
