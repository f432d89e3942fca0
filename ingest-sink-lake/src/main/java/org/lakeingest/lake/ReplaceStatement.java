package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code REPLACE INTO}: rows take the place of those with their keys, whole.
 *
 * @param key names of the columns, in any case
 */
record ReplaceStatement(List<String> key) implements KeyedStatement {
    ReplaceStatement {
        key = List.copyOf(key);
    }

    @Override
    public String verb() {
        return "REPLACE INTO";
    }

    @Override
    public String sql(ReadyFile file) {
        TablePlan plan = file.plan();
        List<String> keys = new ArrayList<>();
        for (String name : key) {
            keys.add(SqlIdentifier.quote(StagedSelect.tableColumn(plan, name)));
        }
        return "REPLACE INTO " + plan.table().sql() + " " + plan.columnList() + " ON (" + String.join(", ", keys)
                + ") SELECT " + StagedSelect.columns(plan) + " FROM " + StagedSelect.source(file);
    }

    /** Blocks that the lake writes anew may be counted in as well, so more is no error. */
    @Override
    public void check(ReadyFile file, QueryResult answer) {
        if (answer.written() < file.packed().rows()) {
            throw new LakeException(
                    LakeErrorCode.LAKE_ROWS_DIFFER,
                    "REPLACE INTO " + file.plan().table() + " wrote " + answer.written() + " rows of " + file.path()
                            + ", which has " + file.packed().rows());
        }
    }
}
