package org.lakeingest.lake;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Schema;
import org.lakeingest.api.TargetColumns;

/** The columns of a table as the lake described them. Immutable. */
record TableShape(List<Column> columns) {
    /**
     * One column.
     *
     * @param defaultText the expression, empty for none; NOT NULL columns have the one that the lake implies
     */
    record Column(String name, LakeType type, boolean nullable, String defaultText) {
        /** Whether a missing value becomes something else than null. */
        boolean defaulted() {
            return !nullable || !defaultText.isEmpty();
        }
    }

    TableShape {
        columns = List.copyOf(columns);
    }

    @Nullable
    Column column(String name) {
        for (Column column : columns) {
            if (column.name().equals(name)) {
                return column;
            }
        }
        return null;
    }

    /**
     * The column because of which no type of the table can be changed, null when there is none: the lake writes itself a statement
     * that it cannot read when a name holds a backtick, and keeps the table locked after that.
     */
    @Nullable
    Column rigid() {
        for (Column column : columns) {
            if (column.name().indexOf('`') >= 0) {
                return column;
            }
        }
        return null;
    }

    /** What the rows for such a table look like. */
    TargetColumns targetColumns(Evolve evolve) {
        Set<String> defaulted = new HashSet<>();
        List<Schema.Field> fields = columns.stream()
                .map(column -> new Schema.Field(column.name(), column.type().twin(), column.nullable()))
                .toList();
        for (Column column : columns) {
            if (column.defaulted()) {
                defaulted.add(column.name());
            }
        }
        return new TargetColumns(
                new Schema(fields), defaulted, evolve != Evolve.NONE, evolve == Evolve.WIDEN && rigid() == null);
    }
}
