package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.encode.TableLayout;

/** A staged Parquet file as a source of rows in a statement. */
final class StagedSelect {
    private StagedSelect() {}

    static String source(ReadyFile file) {
        return file.path().location() + " (FILE_FORMAT=>'parquet', FILES=>("
                + SqlIdentifier.literal(file.path().file()) + "))";
    }

    /** The file's columns, in the order of the table's in {@link TablePlan#columnList}. */
    static String columns(TablePlan plan) {
        List<String> quoted = new ArrayList<>();
        for (String name : fileColumns(plan)) {
            quoted.add(SqlIdentifier.quote(name));
        }
        return String.join(", ", quoted);
    }

    /** The same under the table's own names. */
    static String renamed(TablePlan plan) {
        List<String> names = fileColumns(plan);
        List<String> tables = tableColumns(plan);
        List<String> quoted = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            quoted.add(SqlIdentifier.quote(names.get(i)) + " AS " + SqlIdentifier.quote(tables.get(i)));
        }
        return String.join(", ", quoted);
    }

    static List<String> tableColumns(TablePlan plan) {
        return plan.columns();
    }

    private static List<String> fileColumns(TablePlan plan) {
        if (!(plan.layout() instanceof TableLayout.Columns columns)) {
            return tableColumns(plan);
        }
        List<String> names = new ArrayList<>();
        for (Schema.Field field : columns.schema().fields()) {
            names.add(field.name());
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
