package org.lakeingest.api;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Columns of a row, in order; names are unique. Immutable.
 *
 * @param fields at least one
 */
public record Schema(List<Field> fields) {
    /** @throws IllegalArgumentException when there is no field, or two of one name */
    public Schema {
        fields = List.copyOf(fields);
        if (fields.isEmpty()) {
            throw new IllegalArgumentException("a schema has at least one column");
        }
        requireUniqueNames(fields);
    }

    static void requireUniqueNames(List<Field> fields) {
        Set<String> names = new HashSet<>();
        for (Field field : fields) {
            if (!names.add(field.name())) {
                throw new IllegalArgumentException("column '" + field.name() + "' occurs twice");
            }
        }
    }

    /** One column: its name, what it holds, and whether it may hold nothing. */
    public record Field(String name, ColumnType type, boolean nullable) {
        /** @throws IllegalArgumentException when the name is empty */
        public Field {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a column has a name");
            }
        }
    }
}
