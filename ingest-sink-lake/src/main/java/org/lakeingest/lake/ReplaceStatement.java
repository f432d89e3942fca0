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
        return sql(List.of(file));
    }

    /** For files of one table with the same columns, among whose rows no key is there twice. */
    String sql(List<ReadyFile> files) {
        TablePlan plan = files.get(0).plan();
        List<String> keys = new ArrayList<>();
        for (String name : key) {
            keys.add(SqlIdentifier.quote(StagedSelect.tableColumn(plan, name)));
        }
        return "REPLACE INTO " + plan.table().sql() + " " + plan.columnList() + " ON (" + String.join(", ", keys)
                + ") SELECT " + StagedSelect.columns(plan) + " FROM " + StagedSelect.source(files);
    }

    /** Blocks that the lake writes anew may be counted in as well, so more is no error. */
    @Override
    public void check(ReadyFile file, QueryResult answer) {
        check(List.of(file), answer);
    }

    void check(List<ReadyFile> files, QueryResult answer) {
        long sent = rows(files);
        if (answer.written() < sent) {
            ReadyFile file = files.get(0);
            throw new LakeException(
                    LakeErrorCode.LAKE_ROWS_DIFFER,
                    "REPLACE INTO " + file.plan().table() + " wrote " + answer.written() + " rows of " + file.path()
                            + (files.size() == 1 ? ", which has " : " and others, which have ") + sent);
        }
    }

    static long rows(List<ReadyFile> files) {
        long rows = 0;
        for (ReadyFile file : files) {
            rows += file.packed().rows();
        }
        return rows;
    }
}
