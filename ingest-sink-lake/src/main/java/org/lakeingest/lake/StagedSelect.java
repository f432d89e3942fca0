package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;

/** Staged Parquet files as a source of rows in a statement. */
final class StagedSelect {
    private StagedSelect() {}

    static String source(ReadyFile file) {
        return source(List.of(file));
    }

    /** Of files of one table with the same columns. */
    static String source(List<ReadyFile> files) {
        List<String> names = new ArrayList<>(files.size());
        files.forEach(file -> names.add(SqlIdentifier.literal(file.path().file())));
        return files.get(0).path().location() + " (FILE_FORMAT=>'parquet', FILES=>(" + String.join(", ", names) + "))";
    }

    /** The file's columns, which have the table's names, in the order of {@link TablePlan#columnList}. */
    static String columns(TablePlan plan) {
        List<String> quoted = new ArrayList<>();
        for (String name : tableColumns(plan)) {
            quoted.add(SqlIdentifier.quote(name));
        }
        return String.join(", ", quoted);
    }

    static List<String> tableColumns(TablePlan plan) {
        List<String> names = new ArrayList<>();
        for (TableShape.Column column : plan.columns()) {
            names.add(column.name());
        }
        return names;
    }

    /** The table's own name of a column that the file has. */
    static String tableColumn(TablePlan plan, String name) {
        for (String column : tableColumns(plan)) {
            if (column.equals(name)) {
                return column;
            }
        }
        for (String column : tableColumns(plan)) {
            if (SqlIdentifier.fold(column).equals(SqlIdentifier.fold(name))) {
                return column;
            }
        }
        throw new LakeException(LakeErrorCode.LAKE_TABLE_UNFIT, "the table " + plan.table() + " has no column " + name);
    }
}
