package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Schema;
import org.lakeingest.api.TargetColumns;

/**
 * The columns of a table as the lake described them. Immutable.
 *
 * @param isNative whether the lake keeps the table in its native format, the default on a local disk, which mangles decimals of more
 *     than 38 digits once a value repeats; told only of tables that have such columns
 */
record TableShape(List<Column> columns, boolean isNative) {
    /** A table without such decimals, or one that keeps them. */
    TableShape(List<Column> columns) {
        this(columns, false);
    }

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

    boolean hasWideDecimal() {
        boolean wide = false;
        for (Column column : columns) {
            wide |= column.type().hasWideDecimal();
        }
        return wide;
    }

    /** Whether values of the column would be mangled. */
    boolean mangles(Column column) {
        return isNative && column.type().hasWideDecimal();
    }

    /** Why a column that mangles its values is refused. */
    static String mangling(Column column) {
        return column.name() + " is " + column.type()
                + ", and this table's STORAGE_FORMAT is native, in which the lake mangles"
                + " decimals of more than 38 digits: make the table with STORAGE_FORMAT = 'parquet', or the column as VARIANT";
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
    TargetColumns targetColumns(Evolve evolve, OwnColumns own) {
        Set<String> defaulted = new HashSet<>();
        List<Schema.Field> fields = new ArrayList<>();
        for (Column column : columns) {
            if (own.hidden().contains(column.name())) {
                continue;
            }
            fields.add(new Schema.Field(column.name(), column.type().twin(), column.nullable()));
            if (own.optional().test(column.name()) || column.defaulted()) {
                defaulted.add(column.name());
            }
        }
        for (Schema.Field field : own.extra()) {
            fields.add(field);
            defaulted.add(field.name());
        }
        return new TargetColumns(
                new Schema(fields), defaulted, evolve != Evolve.NONE, evolve == Evolve.WIDEN && rigid() == null);
    }
}
