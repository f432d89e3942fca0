package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which files were loaded into which table: key is the table's id and the path in the stage, whatever the stage. Kept with the database and
 * in memory. Thread-safe; commits that add records run one after the other.
 */
final class FileRecords {
    private final Clock clock;
    /** Expiry in epoch milliseconds by path, by table id. */
    private final Map<Long, Map<String, Long>> known = new HashMap<>();

    FileRecords(Clock clock) {
        this.clock = clock;
    }

    synchronized void read(Connection connection) throws SQLException {
        for (@Nullable
        String[] row : Duck.rows(connection, "SELECT table_id, path, expires_at FROM lake_internal.files")) {
            put(Long.parseLong(String.valueOf(row[0])), String.valueOf(row[1]), Long.parseLong(String.valueOf(row[2])));
        }
    }

    private void put(long tableId, String path, long expires) {
        known.computeIfAbsent(tableId, id -> new HashMap<>()).put(path, expires);
    }

    synchronized boolean loaded(long tableId, String path) {
        Map<String, Long> files = known.get(tableId);
        Long expires = files == null ? null : files.get(path);
        return expires != null && expires > clock.millis();
    }

    /**
     * Commits the transaction of the connection together with records of these files.
     *
     * @param hours how long the records live
     * @param force whether a record that another load made meanwhile is no obstacle
     */
    synchronized void commit(Connection connection, long tableId, List<String> paths, long hours, boolean force)
            throws SQLException, LakeException {
        List<String> fresh = new ArrayList<>();
        for (String path : paths) {
            if (!loaded(tableId, path)) {
                fresh.add(path);
            } else if (!force) {
                throw new LakeException(
                        LakeCode.DUPLICATED_FILES,
                        "DuplicatedUpsertFiles: [" + tableId + "] , in operation update_multi_table_meta");
            }
        }
        long expires = clock.millis() + hours * 3_600_000;
        for (String path : fresh) {
            Duck.update(connection, "DELETE FROM lake_internal.files WHERE table_id = ? AND path = ?", tableId, path);
            Duck.update(connection, "INSERT INTO lake_internal.files VALUES (?, ?, ?)", tableId, path, expires);
        }
        connection.commit();
        fresh.forEach(path -> put(tableId, path, expires));
    }

    /** Forgets the files of a table in memory; the caller deletes them in the database. */
    synchronized void forget(long tableId) {
        known.remove(tableId);
    }
}
