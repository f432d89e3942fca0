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
     * Files that a transaction loaded into a table.
     *
     * @param hours how long the records live
     * @param force whether a record that another load made meanwhile is no obstacle
     */
    record Pending(long tableId, List<String> paths, long hours, boolean force) {}

    /** Writes the records in the connection's transaction; gives back the keys that are new, for {@link #publish}. */
    synchronized List<String> write(Connection connection, List<Pending> all) throws SQLException, LakeException {
        List<String> fresh = new ArrayList<>();
        for (Pending files : all) {
            long expires = clock.millis() + files.hours() * 3_600_000;
            for (String path : files.paths()) {
                if (loaded(files.tableId(), path)) {
                    if (!files.force()) {
                        throw new LakeException(
                                LakeCode.DUPLICATED_FILES,
                                "DuplicatedUpsertFiles: [" + files.tableId()
                                        + "] , in operation update_multi_table_meta");
                    }
                    continue;
                }
                long id = files.tableId();
                Duck.update(connection, "DELETE FROM lake_internal.files WHERE table_id = ? AND path = ?", id, path);
                Duck.update(connection, "INSERT INTO lake_internal.files VALUES (?, ?, ?)", id, path, expires);
                fresh.add(id + "/" + path);
            }
        }
        return fresh;
    }

    /** Remembers what {@link #write} wrote, once that is committed. */
    synchronized void publish(List<Pending> all, List<String> fresh) {
        for (Pending files : all) {
            long expires = clock.millis() + files.hours() * 3_600_000;
            for (String path : files.paths()) {
                if (fresh.contains(files.tableId() + "/" + path)) {
                    put(files.tableId(), path, expires);
                }
            }
        }
    }

    /** Forgets the files of a table in memory; the caller deletes them in the database. */
    synchronized void forget(long tableId) {
        known.remove(tableId);
    }
}
