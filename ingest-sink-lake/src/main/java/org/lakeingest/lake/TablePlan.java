package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.lake.encode.TableLayout;

/**
 * How rows get into one table that is known to fit.
 *
 * @param columns the columns that files carry, as they were when the plan was made; names alone matter in the raw layout
 */
record TablePlan(TableName table, TableLayout layout, List<TableShape.Column> columns) {
    TablePlan {
        columns = List.copyOf(columns);
    }

    /** The list is always written out: the lake drops file columns that the table lacks without a word. */
    String columnList() {
        List<String> quoted = new ArrayList<>(columns.size());
        for (TableShape.Column column : columns) {
            quoted.add(SqlIdentifier.quote(column.name()));
        }
        return "(" + String.join(", ", quoted) + ")";
    }

    /** Whether files made after this plan are still right for a table that looks like that. */
    boolean suits(TableShape shape) {
        for (TableShape.Column column : columns) {
            TableShape.Column now = shape.column(column.name());
            if (now == null || !now.type().equals(column.type())) {
                return false;
            }
        }
        return true;
    }
}
