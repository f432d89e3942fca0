package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.lake.encode.TableLayout;

/**
 * How rows get into one table that is known to fit.
 *
 * @param columns the table's own names of the columns that files carry
 */
record TablePlan(TableName table, TableLayout layout, List<String> columns) {
    TablePlan {
        columns = List.copyOf(columns);
    }

    /** The list is always written out: the lake drops file columns that the table lacks without a word. */
    String columnList() {
        List<String> quoted = new ArrayList<>(columns.size());
        for (String column : columns) {
            quoted.add(SqlIdentifier.quote(column));
        }
        return "(" + String.join(", ", quoted) + ")";
    }
}
