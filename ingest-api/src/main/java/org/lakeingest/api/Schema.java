package org.lakeingest.api;

import java.util.List;

/** Columns of a row, in order; names are unique. */
public record Schema(List<Field> fields) {
    public Schema {
        fields = List.copyOf(fields);
    }

    public record Field(String name, ColumnType type, boolean nullable) {}
}
