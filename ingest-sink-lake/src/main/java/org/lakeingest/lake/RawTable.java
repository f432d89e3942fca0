package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.lakeingest.lake.encode.TableLayout;

/** The raw table: how it is created, and what one that is there must have. */
final class RawTable {
    /** Name, type to create the column with, type that DESC shows. */
    private static final List<RawColumn> COLUMNS = List.of(
            new RawColumn("uuid", "STRING", "VARCHAR"),
            new RawColumn("koffset", "BIGINT", "BIGINT"),
            new RawColumn("kpartition", "INT", "INT"),
            new RawColumn("raw_data", "JSON", "VARIANT"),
            new RawColumn("record_metadata", "JSON", "VARIANT"),
            new RawColumn("add_time", "TIMESTAMP", "TIMESTAMP"));

    private record RawColumn(String name, String sql, String shown) {}

    private RawTable() {}

    /** @throws IllegalArgumentException when it cannot be one; the message starts with the option's name */
    static TableName name(String written, String database) {
        try {
            return TableName.parse(written, database);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("raw-" + e.getMessage(), e);
        }
    }

    /** Messages start with the option's name. */
    static void checkOption(LakeSinkConfig.Layout layout, Optional<String> rawTable, TableRouter router) {
        if (layout != LakeSinkConfig.Layout.RAW_AND_COLUMNS) {
            if (rawTable.isPresent()) {
                throw new IllegalArgumentException("raw-table needs the layout raw-and-columns");
            }
            return;
        }
        String written = rawTable.orElseThrow(
                () -> new IllegalArgumentException("raw-table must be given with the layout raw-and-columns"));
        if (router.known().contains(name(written, router.database()))) {
            throw new IllegalArgumentException("raw-table must be another table than table, not '" + written + "'");
        }
    }

    static String definition() {
        List<String> columns = new ArrayList<>();
        for (RawColumn column : COLUMNS) {
            columns.add(column.name + " " + column.sql);
        }
        return String.join(", ", columns);
    }

    /** @throws LakeException when columns are missing or of other types */
    static TablePlan plan(TableName table, TableShape shape) {
        List<TableShape.Column> columns = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (RawColumn column : COLUMNS) {
            TableShape.Column found = shape.column(column.name);
            if (found == null) {
                problems.add(column.name + " is missing, " + column.shown + " expected");
                continue;
            }
            if (!found.type().is(column.shown)) {
                problems.add(column.name + " is " + found.type() + ", not " + column.shown);
            }
            columns.add(found);
        }
        if (!problems.isEmpty()) {
            throw new LakeException(
                    LakeErrorCode.LAKE_TABLE_UNFIT,
                    "the table " + table + " does not fit: " + String.join("; ", problems));
        }
        return new TablePlan(table, new TableLayout.Raw(), columns);
    }
}
