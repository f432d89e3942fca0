package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes that become visible together. Rows that are added are stored at once in segments that nobody else sees; rows that are changed
 * or removed wait in temporary tables of the connection. {@link #commit} compares what was touched with what others committed since.
 *
 * <p>Life: statements one after the other, then commit or {@link #close}, which rolls back whatever is not committed. Not thread-safe.
 */
final class Transaction implements AutoCloseable {
    private static final int COMPACTED_FROM = 25;

    private final Segments segments;
    private final FileRecords records;
    private final Connection connection;
    private final boolean explicit;
    private final Map<Long, TableWrite> writes = new LinkedHashMap<>();
    private final List<FileRecords.Pending> loaded = new ArrayList<>();
    private final List<Stages.Staged> purged = new ArrayList<>();
    private final Set<String> labels = new HashSet<>();
    private boolean ended;

    Transaction(Segments segments, FileRecords records, Connection connection, boolean explicit) {
        this.segments = segments;
        this.records = records;
        this.connection = connection;
        this.explicit = explicit;
    }

    Connection connection() {
        return connection;
    }

    /** Whether BEGIN started it. */
    boolean explicit() {
        return explicit;
    }

    Set<String> labels() {
        return labels;
    }

    boolean hasWrites() {
        return !writes.isEmpty();
    }

    /** Its writes to a table; the first call decides which version of the table it sees from then on. */
    TableWrite write(TableState state, TableName table, boolean isTransient, Session session)
            throws SQLException, LakeException {
        TableWrite known = writes.get(state.id);
        if (known != null) {
            return known;
        }
        List<Catalog.Column> columns = Catalog.columns(connection, state.id);
        long seconds = session.number("max_execute_time_in_seconds", 0);
        long window = isTransient ? 0 : seconds > 0 ? seconds * 1_000_000_000L : Long.MAX_VALUE;
        segments.commit.lock();
        try {
            TableWrite write = new TableWrite(state, table, columns, segments, window);
            state.open.add(write);
            writes.put(state.id, write);
            return write;
        } finally {
            segments.commit.unlock();
        }
    }

    /**
     * Starts a transaction of the database inside for the coming statement: what others commit from here to its end changes nothing for
     * it.
     */
    void snapshot() throws SQLException {
        segments.commit.lock();
        try {
            connection.setAutoCommit(false);
            var unused = Duck.rows(connection, "SELECT seg FROM lake_internal.segments LIMIT 0");
            writes.values().forEach(w -> w.seesKept = List.copyOf(w.kept));
        } finally {
            segments.commit.unlock();
        }
    }

    /** Ends what {@link #snapshot} started; the statement's writes stay with this transaction. */
    void endStatement() throws SQLException {
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** Shows its own rows to the queries of its connection, by views that stand before the tables. */
    void showOwnRows(Session session) throws SQLException {
        for (TableWrite write : writes.values()) {
            for (String name : List.of(ownView(write.table, session), otherView(write.table, session))) {
                Duck.run(connection, "DROP VIEW IF EXISTS temp." + Sql.name(name));
            }
            Duck.run(
                    connection,
                    "CREATE TEMP VIEW " + Sql.name(ownView(write.table, session)) + " AS SELECT " + write.names()
                            + " FROM " + write.rows());
        }
    }

    /** The name of the view that stands for a table, or null for a table it does not write. */
    @org.jspecify.annotations.Nullable
    String viewOf(TableName table, Session session) {
        for (TableWrite write : writes.values()) {
            if (write.table.equals(table)) {
                return ownView(table, session);
            }
        }
        return null;
    }

    private static String ownView(TableName table, Session session) {
        return table.database().equals(session.database()) ? table.table() : table.database() + "." + table.table();
    }

    private static String otherView(TableName table, Session session) {
        return table.database().equals(session.database()) ? table.database() + "." + table.table() : table.table();
    }

    boolean loaded(long tableId, String path) {
        return records.loaded(tableId, path)
                || loaded.stream()
                        .anyMatch(p -> p.tableId() == tableId && p.paths().contains(path));
    }

    void record(FileRecords.Pending files) {
        loaded.add(files);
    }

    /** Files to delete once it is committed. */
    void purge(List<Stages.Staged> files) {
        purged.addAll(files);
    }

    /** A statement that appended is done: many small segments are taken together, which touches them all. */
    void compactAfterWrite(TableWrite write) {
        segments.commit.lock();
        try {
            Set<Integer> small = write.state.small();
            small.retainAll(write.units.keySet());
            if (write.state.count(small) + write.added.size() >= COMPACTED_FROM) {
                write.compacted = small;
            }
        } finally {
            segments.commit.unlock();
        }
    }

    /**
     * Makes everything visible or fails with the lake's code and leaves nothing. The connection may be in the middle of the statement that
     * wrote, when that is a transaction of its own.
     */
    void commit() throws SQLException, LakeException {
        segments.commit.lock();
        try {
            for (TableWrite write : writes.values()) {
                Conflicts.check(write, explicit);
            }
            connection.setAutoCommit(false);
            long version = segments.version() + 1;
            List<String> fresh = records.write(connection, loaded);
            List<Set<Integer>> emptied = new ArrayList<>();
            for (TableWrite write : writes.values()) {
                emptied.add(Applying.apply(segments, connection, write, version));
            }
            connection.commit();
            segments.kept(true);
            segments.version(version);
            records.publish(loaded, fresh);
            int i = 0;
            for (TableWrite write : writes.values()) {
                Applying.publish(segments, write, emptied.get(i++));
            }
            ended = true;
        } finally {
            segments.kept(false);
            segments.commit.unlock();
        }
        Stages.remove(purged);
    }

    /** Rolls back what is not committed; the connection is closed. */
    @Override
    public void close() {
        try {
            if (!ended) {
                rollback();
            }
            release();
        } catch (SQLException e) {
            assert e != null : "rows that stay behind belong to segments that nobody sees";
        } finally {
            Engine.closeQuietly(connection);
        }
    }

    private void rollback() throws SQLException {
        ended = true;
        if (!connection.getAutoCommit()) {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        for (TableWrite write : writes.values()) {
            for (TableWrite.Added added : write.added) {
                if (explicit) {
                    Duck.run(connection, "DELETE FROM " + write.base() + " WHERE lake_seg = " + added.segment());
                }
            }
        }
    }

    private void release() throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.setAutoCommit(true);
        }
        segments.commit.lock();
        try {
            for (TableWrite write : writes.values()) {
                write.state.open.remove(write);
            }
        } finally {
            segments.commit.unlock();
        }
        for (TableWrite write : writes.values()) {
            for (String kept : write.kept) {
                Duck.run(connection, "DROP TABLE IF EXISTS " + kept);
            }
        }
    }
}
