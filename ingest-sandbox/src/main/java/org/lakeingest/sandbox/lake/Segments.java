package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The segments of all tables. Rows of a segment are stored when they are written and seen by others when the segment is listed in {@code
 * lake_internal.segments}, which COMMIT does. Thread-safe.
 */
final class Segments {
    /** Names the segment to which rows are added that name none; a variable of the connection. */
    static final String VARIABLE = "lake_seg";

    /** Held while a transaction is compared with what others committed and made visible. */
    final ReentrantLock commit = new ReentrantLock();

    private final Map<Long, TableState> tables = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final AtomicInteger lastUnit = new AtomicInteger();
    private final List<Kept> newlyKept = new ArrayList<>();
    private long version;

    private record Kept(TableWrite write, String table) {}

    /** Reads the segments of a database that was just opened and drops the rows that nobody committed. */
    void read(Connection connection) throws SQLException {
        for (@Nullable
        String[] row : Duck.rows(connection, "SELECT seg, table_id, born, row_count FROM lake_internal.segments")) {
            int segment = number(row[0]).intValue();
            last.accumulateAndGet(segment, Math::max);
            version = Math.max(version, number(row[2]));
            of(number(row[1])).add(segment, newUnit(), number(row[3]));
        }
        List<@Nullable String[]> known = Duck.rows(connection, "SELECT table_id FROM lake_internal.tables");
        for (@Nullable String[] row : known) {
            Duck.run(
                    connection,
                    "DELETE FROM " + TableState.base(number(row[0]))
                            + " WHERE lake_seg NOT IN (SELECT seg FROM lake_internal.segments)");
        }
    }

    private static Long number(@Nullable String text) {
        return Long.valueOf(String.valueOf(text));
    }

    TableState of(long tableId) {
        return tables.computeIfAbsent(tableId, TableState::new);
    }

    void forget(long tableId) {
        tables.remove(tableId);
    }

    int newSegment() {
        return last.incrementAndGet();
    }

    int newUnit() {
        return lastUnit.incrementAndGet();
    }

    /** A transaction for which rows are kept from now on, if what keeps them is committed; called with {@link #commit} held. */
    void keepsFor(TableWrite other, String table) {
        other.kept.add(table);
        newlyKept.add(new Kept(other, table));
    }

    /** What was kept is committed, or is not. */
    void kept(boolean committed) {
        if (!committed) {
            newlyKept.forEach(kept -> kept.write.kept.remove(kept.table));
        }
        newlyKept.clear();
    }

    /** The newest version; asked with {@link #commit} held. */
    long version() {
        return version;
    }

    void version(long newest) {
        version = newest;
    }
}
