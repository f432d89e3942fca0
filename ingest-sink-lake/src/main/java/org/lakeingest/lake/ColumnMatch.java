package org.lakeingest.lake;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Schema;

/**
 * Which column of a table each field of the rows goes to: the one of exactly its name; failing that, the one that is its name in
 * lower case, unless another field has a better claim to it.
 */
final class ColumnMatch {
    private ColumnMatch() {}

    /** For each field its column, null for those that have none. */
    static TableShape.@Nullable Column[] of(List<Schema.Field> fields, TableShape shape) {
        TableShape.@Nullable Column[] columns = new TableShape.@Nullable Column[fields.size()];
        Set<String> used = new HashSet<>();
        for (int i = 0; i < columns.length; i++) {
            columns[i] = shape.column(fields.get(i).name());
            if (columns[i] != null) {
                used.add(fields.get(i).name());
            }
        }
        for (int i = 0; i < columns.length; i++) {
            String folded = SqlIdentifier.fold(fields.get(i).name());
            if (columns[i] == null && !used.contains(folded)) {
                columns[i] = shape.column(folded);
                used.add(folded);
            }
        }
        return columns;
    }
}
