package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction writes to one table: the version it saw at its first write, the segments it added, the rows it changed. Used by the
 * thread that executes the transaction's statement; {@link Transaction} compares and applies it.
 */
final class TableWrite {
    final TableState state;
    final TableName table;
    final List<Catalog.Column> columns;
    /** The segments it may see are no younger. */
    final long version;

    final Map<Integer, Integer> units;
    final int types;
    final long pinnedAt = System.nanoTime();
    /** How old the transaction may be when somebody else commits to the table, in nanoseconds. */
    final long window;
    /** Segments it added, by number, with their rows. */
    final List<Added> added = new ArrayList<>();
    /** Segments of others in which it changed rows. */
    final Set<Integer> touched = new HashSet<>();
    /** The new segments of the rows that stay after they were changed there, by the segment they were in; filled by its commit. */
    final Map<Integer, Added> moved = new HashMap<>();
    /** Segments that its own compaction took together. */
    Set<Integer> compacted = Set.of();

    boolean changed;
    /** Tables of rows that it sees and that others removed, one for each commit that did; guarded by {@link Segments#commit}. */
    final List<String> kept = new ArrayList<>();
    /** Those that the running statement sees. */
    List<String> seesKept = List.of();

    /** When its newest statement ran. */
    long lastWriteAt = pinnedAt;

    private int current;

    /** A segment with the number of its rows. */
    record Added(int segment, long rows) {}

    TableWrite(TableState state, TableName table, List<Catalog.Column> columns, Segments segments, long window) {
        this.state = state;
        this.table = table;
        this.columns = columns;
        this.version = segments.version();
        this.window = window;
        this.units = state.units();
        this.types = state.types;
    }

    String base() {
        return state.base();
    }

    /** Where the rows go that are changed in their segment; a row keeps its {@code rid} there, which is among the removed ones, too. */
    String changedRows() {
        return "temp.lake_upd_" + state.id;
    }

    /** The rows of the base table that it removed. */
    String removedRows() {
        return "temp.lake_del_" + state.id;
    }

    String names() {
        return columns.stream().map(c -> Sql.name(c.name())).collect(Collectors.joining(", "));
    }

    /** Starts a segment: what is inserted from now on belongs to it. */
    void start(Connection connection, int segment) throws SQLException {
        current = segment;
        lastWriteAt = System.nanoTime();
        Duck.run(connection, "SET VARIABLE " + Segments.VARIABLE + " = " + segment);
    }

    /** The current segment has all its rows. */
    void end(long rows) {
        added.add(new Added(current, rows));
    }

    /** Makes room for changed and removed rows. */
    void prepareChange(Connection connection) throws SQLException {
        if (!changed) {
            Duck.run(connection, "CREATE TEMP TABLE lake_del_" + state.id + "(rid UUID, seg INTEGER)");
            Duck.run(
                    connection,
                    "CREATE TEMP TABLE lake_upd_" + state.id + " AS SELECT lake_row AS rid, lake_seg AS seg, " + names()
                            + " FROM " + base() + " LIMIT 0");
            changed = true;
        }
    }

    /** A query of the rows as the transaction sees them, with {@code rid} and {@code seg} that find a row again. */
    String rows() {
        String columnNames = names();
        String removed = changed ? " AND lake_row NOT IN (SELECT rid FROM " + removedRows() + ")" : "";
        String text = "SELECT lake_row AS rid, lake_seg AS seg, " + columnNames + " FROM " + base() + " WHERE "
                + visible() + removed;
        if (changed) {
            text += " UNION ALL SELECT rid, seg, " + columnNames + " FROM " + changedRows();
        }
        String notRemoved = changed ? " WHERE rid NOT IN (SELECT rid FROM " + removedRows() + ")" : "";
        for (String rows : seesKept) {
            text += " UNION ALL SELECT rid, seg, " + columnNames + " FROM " + rows + notRemoved;
        }
        return "(" + text + ")";
    }

    private String visible() {
        String own = added.stream().map(a -> String.valueOf(a.segment())).collect(Collectors.joining(", "));
        String old = "lake_seg IN (SELECT seg FROM lake_internal.segments WHERE born <= " + version + ")";
        return own.isEmpty() ? old : "(" + old + " OR lake_seg IN (" + own + "))";
    }

    /** Removes the rows of a staging table that has their {@code rid} and {@code seg}. */
    void remove(Connection connection, String staging) throws SQLException {
        Duck.run(connection, "DELETE FROM " + changedRows() + " WHERE rid IN (SELECT rid FROM " + staging + ")");
        Duck.run(
                connection,
                "INSERT INTO " + removedRows() + " SELECT rid, seg FROM " + staging + " WHERE rid IS NOT NULL");
    }

    /** Finds out which segments of others the removed rows were in. */
    void collectTouched(Connection connection) throws SQLException {
        if (changed) {
            for (@Nullable String[] row : Duck.rows(connection, "SELECT DISTINCT seg FROM " + removedRows())) {
                int segment = Integer.parseInt(String.valueOf(row[0]));
                if (units.containsKey(segment)) {
                    touched.add(segment);
                }
            }
        }
    }
}
