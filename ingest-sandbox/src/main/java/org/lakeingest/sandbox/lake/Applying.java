package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Brings a transaction's writes to a table into the table. Called with the commit lock held. Stateless. */
final class Applying {
    private Applying() {}

    /** Writes in the connection's transaction; gives back the segments that have no rows any more. */
    static Set<Integer> apply(Segments segments, Connection connection, TableWrite write, long version)
            throws SQLException, LakeException {
        Set<Integer> emptied = new HashSet<>();
        if (write.changed) {
            keepForOthers(segments, connection, write);
            String base = write.base();
            Duck.run(connection, "DELETE FROM " + base + " WHERE " + removed(write));
            String names = columnsLeft(connection, write);
            Duck.run(
                    connection,
                    "INSERT INTO " + base + "(" + names + ", lake_seg) SELECT " + names + ", " + moved(segments, write)
                            + " FROM " + write.changedRows());
            listMoved(connection, write, version);
            emptied.addAll(emptied(connection, write));
        }
        for (TableWrite.Added added : write.added) {
            if (emptied.contains(added.segment())) {
                continue;
            }
            list(connection, write.state.id, added, version);
        }
        return emptied;
    }

    /** The rows that a transaction removed; their segments are named, so that the others are not read. */
    private static String removed(TableWrite write) {
        Set<Integer> in = new HashSet<>(write.touched);
        write.added.forEach(a -> in.add(a.segment()));
        return in.isEmpty()
                ? "FALSE"
                : "lake_seg IN (" + list(in) + ") AND lake_row IN (SELECT rid FROM " + write.removedRows() + ")";
    }

    /** Rows that were changed go into segments of their own, which transactions that are open already do not see. */
    private static String moved(Segments segments, TableWrite write) {
        StringBuilder segment = new StringBuilder("CASE seg");
        for (int touched : write.touched) {
            int fresh = segments.newSegment();
            write.moved.put(touched, new TableWrite.Added(fresh, 0));
            segment.append(" WHEN ").append(touched).append(" THEN ").append(fresh);
        }
        return write.touched.isEmpty() ? "seg" : segment.append(" ELSE seg END").toString();
    }

    /** Makes those visible that have rows and forgets the others. */
    private static void listMoved(Connection connection, TableWrite write, long version) throws SQLException {
        if (write.moved.isEmpty()) {
            return;
        }
        Map<Integer, Long> rows = new HashMap<>();
        String sql = "SELECT seg, count(*) FROM " + write.changedRows() + " GROUP BY seg";
        for (@Nullable String[] row : Duck.rows(connection, sql)) {
            rows.put(Integer.valueOf(String.valueOf(row[0])), Long.valueOf(String.valueOf(row[1])));
        }
        write.moved.keySet().retainAll(rows.keySet());
        write.moved.replaceAll((old, moved) -> new TableWrite.Added(moved.segment(), rows.getOrDefault(old, 0L)));
        for (TableWrite.Added moved : write.moved.values()) {
            list(connection, write.state.id, moved, version);
        }
    }

    /** Makes a segment visible from a version on. */
    static void list(Connection connection, long tableId, TableWrite.Added added, long version) throws SQLException {
        Duck.run(
                connection,
                "INSERT INTO lake_internal.segments VALUES (" + added.segment() + ", " + tableId + ", " + version + ", "
                        + added.rows() + ")");
    }

    /** Columns that were dropped meanwhile are left out. */
    private static String columnsLeft(Connection connection, TableWrite write) throws SQLException, LakeException {
        List<String> left = new ArrayList<>();
        Set<String> now = new HashSet<>();
        Catalog.columns(connection, write.state.id).forEach(c -> now.add(c.name()));
        for (Catalog.Column column : write.columns) {
            if (now.isEmpty() || now.contains(column.name())) {
                left.add(column.name());
            }
        }
        return Sql.names(left);
    }

    private static Set<Integer> emptied(Connection connection, TableWrite write) throws SQLException {
        Set<Integer> left = new HashSet<>(write.touched);
        write.added.forEach(a -> left.add(a.segment()));
        if (left.isEmpty()) {
            return left;
        }
        String sql = "SELECT DISTINCT lake_seg FROM " + write.base() + " WHERE lake_seg IN (" + list(left) + ")";
        for (@Nullable String[] row : Duck.rows(connection, sql)) {
            left.remove(Integer.valueOf(String.valueOf(row[0])));
        }
        if (!left.isEmpty()) {
            Duck.run(connection, "DELETE FROM lake_internal.segments WHERE seg IN (" + list(left) + ")");
        }
        return left;
    }

    private static String list(Set<Integer> segments) {
        return segments.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /**
     * Rows that are about to vanish stay for the open transactions that see them. A client that is gone leaves its transaction open for
     * hours: what is younger than that must cost nothing, or every commit would be slower than the one before.
     */
    private static void keepForOthers(Segments segments, Connection connection, TableWrite write) throws SQLException {
        for (TableWrite other : write.state.open) {
            if (other != write && !Collections.disjoint(other.units.keySet(), write.touched)) {
                keep(segments, connection, other, removed(write));
            }
        }
    }

    static void keep(Segments segments, Connection connection, TableWrite other, String condition) throws SQLException {
        String rows = "SELECT lake_row AS rid, lake_seg AS seg, " + other.names() + " FROM " + other.base() + " WHERE "
                + condition + " AND lake_seg IN (SELECT seg FROM lake_internal.segments WHERE born <= " + other.version
                + ")";
        // A table of its own: what another commit kept may be younger than what this connection sees.
        String name = "lake_data.k" + segments.newUnit();
        Duck.run(connection, "CREATE TABLE " + name + " AS " + rows);
        segments.keepsFor(other, name);
    }

    /** Tells the segments what was committed. */
    static void publish(Segments segments, TableWrite write, Set<Integer> emptied) {
        TableState state = write.state;
        for (int segment : write.touched) {
            if (state.unitOf(segment).equals(write.units.get(segment))) {
                state.renew(segment, segments.newUnit());
            }
        }
        // Changed rows share the fate of those beside them that were not changed.
        write.moved.forEach((old, moved) -> state.add(moved.segment(), state.unitOf(old), moved.rows()));
        for (TableWrite.Added added : write.added) {
            state.add(added.segment(), segments.newUnit(), added.rows());
        }
        emptied.forEach(state::remove);
        if (!write.compacted.isEmpty()) {
            Set<Integer> all = new HashSet<>(write.compacted);
            write.added.forEach(a -> all.add(a.segment()));
            state.compact(all, segments.newUnit());
        }
        state.newestWrite = state.written ? Math.max(state.newestWrite, write.lastWriteAt) : write.lastWriteAt;
        state.written = true;
    }
}
