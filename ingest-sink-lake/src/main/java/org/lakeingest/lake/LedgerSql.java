package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.ledger.LedgerGuards;
import org.lakeingest.lake.ledger.LedgerMove;
import org.lakeingest.lake.ledger.LedgerRow;

/**
 * Statements about one ledger. One row for each partition, and one of its own, with an empty key, that says whose ledger it is.
 * Immutable.
 */
final class LedgerSql {
    /** Of the table's columns and what they mean. */
    static final int PROTOCOL = 1;

    private static final String COLUMNS =
            "partition_key, log_name, incarnation, partition_no, next_offset, leader_epoch,"
                    + " epoch, owner, targets, protocol, changed_at";
    private static final String OWN_ROW = " WHERE partition_key = ''";

    private final TableName name;
    private final String ledger;

    LedgerSql(TableName ledger) {
        this.name = ledger;
        this.ledger = ledger.sql();
    }

    /** The failure of a statement about the ledger: one that is not there any more takes more than to create a table. */
    LakeException explained(LakeException reason) {
        if (!reason.isUnknownTable()) {
            return reason;
        }
        return new LakeException(
                LakeErrorCode.LAKE_TABLE_REPLACED,
                reason.serverCode(),
                "the ledger " + name + " is gone, and with it the positions. Bring it back (UNDROP TABLE " + ledger
                        + ") before the pipeline is started again: else a new one is made, reading goes on where the group was"
                        + " committed, and rows from there on may be there twice",
                reason);
    }

    /** What to do about rows that are not where they were written to. */
    String acceptLoss() {
        return "to go on without the rows that were in it, UPDATE " + ledger
                + " SET targets = '' WHERE partition_no >= 0 while the pipeline is stopped";
    }

    /** Creates it with its own row at once, so that nobody ever sees it without. */
    String create(String identity) {
        return "CREATE TABLE " + ledger
                + " (partition_key STRING NOT NULL, log_name STRING NOT NULL, incarnation STRING NOT NULL,"
                + " partition_no INT NOT NULL, next_offset BIGINT NOT NULL, leader_epoch INT NOT NULL,"
                + " epoch BIGINT NOT NULL, owner STRING NOT NULL, targets STRING NOT NULL, protocol INT NOT NULL,"
                + " changed_at TIMESTAMP NOT NULL) AS SELECT '', '', '', -1, -1, -1, 0, '', "
                + SqlIdentifier.literal(identity) + ", " + PROTOCOL + ", now()";
    }

    String ownRow() {
        return "SELECT targets, protocol FROM " + ledger + OWN_ROW;
    }

    /** Says anew whose it is, unless somebody else has meanwhile. */
    String identify(String identity, String before) {
        return "UPDATE " + ledger + " SET targets = " + SqlIdentifier.literal(identity) + OWN_ROW + " AND targets = "
                + SqlIdentifier.literal(before);
    }

    String streams() {
        return "SELECT DISTINCT log_name FROM " + ledger + " WHERE partition_key <> ''";
    }

    String touch() {
        return "UPDATE " + ledger + " SET epoch = epoch + 1" + OWN_ROW;
    }

    /** Takes or keeps the lease on house-keeping, if it is free or ours. */
    String lease(String owner, long seconds) {
        String name = SqlIdentifier.literal(owner);
        return "UPDATE " + ledger + " SET owner = " + name + ", changed_at = now()" + OWN_ROW
                + " AND (owner = '' OR owner = " + name + " OR changed_at < now() - INTERVAL " + seconds + " SECOND)";
    }

    String rows() {
        return "SELECT log_name, incarnation, partition_no, next_offset, leader_epoch, epoch, owner, targets FROM "
                + ledger + " WHERE partition_key <> ''";
    }

    String known(Collection<SourcePartition> partitions) {
        return "SELECT partition_key FROM " + ledger + " WHERE partition_key IN (" + keys(partitions) + ")";
    }

    String claim(Collection<SourcePartition> partitions, String owner) {
        return "UPDATE " + ledger + " SET epoch = epoch + 1, owner = " + SqlIdentifier.literal(owner)
                + ", changed_at = now() WHERE partition_key IN (" + keys(partitions) + ")";
    }

    String add(List<LedgerRow> rows) {
        List<String> values = new ArrayList<>(rows.size());
        for (LedgerRow row : rows) {
            SourcePartition partition = row.partition();
            values.add("(" + SqlIdentifier.literal(key(partition)) + ", " + SqlIdentifier.literal(partition.stream())
                    + ", " + SqlIdentifier.literal(partition.incarnation()) + ", " + partition.number() + ", "
                    + row.next() + ", " + row.leaderEpoch() + ", " + row.epoch() + ", '', '', " + PROTOCOL
                    + ", now())");
        }
        return "INSERT INTO " + ledger + " (" + COLUMNS + ") VALUES " + String.join(", ", values);
    }

    /** A MERGE finds many rows at the cost of one; a list of conditions does not. */
    String move(List<LedgerMove> moves, Map<String, String> tables, LedgerGuards guards) {
        List<String> values = new ArrayList<>(moves.size());
        for (LedgerMove move : moves) {
            values.add("(" + SqlIdentifier.literal(key(move.partition())) + ", "
                    + move.range().start() + ", " + move.range().end() + ", " + move.leaderEpoch() + ", " + move.epoch()
                    + ", " + SqlIdentifier.literal(move.owner()) + ")");
        }
        String stored = tables.isEmpty() ? "" : ", l.targets = " + SqlIdentifier.literal(targets(tables));
        String claim = guards.claim() ? " AND l.epoch = v.claim_epoch AND l.owner = v.claim_owner" : "";
        String position = guards.position()
                ? " AND (l.next_offset = v.range_start OR l.next_offset = " + LedgerRow.UNSET + ")"
                : "";
        return "MERGE INTO " + ledger + " AS l USING (SELECT * FROM (VALUES " + String.join(", ", values)
                + ") AS m (move_key, range_start, range_end, last_epoch, claim_epoch, claim_owner)) AS v"
                + " ON l.partition_key = v.move_key WHEN MATCHED" + claim + position
                + " THEN UPDATE SET l.next_offset = v.range_end,"
                + " l.leader_epoch = if(v.last_epoch < 0, l.leader_epoch, v.last_epoch)" + stored
                + ", l.changed_at = now()";
    }

    static String segments(TableName table) {
        return "SELECT coalesce(number_of_segments, 0) FROM system.tables WHERE `database` = "
                + SqlIdentifier.literal(table.database()) + " AND name = " + SqlIdentifier.literal(table.table());
    }

    String compact(TableName table) {
        return "OPTIMIZE TABLE " + table.sql() + " COMPACT";
    }

    /** Never what a running transaction may still need. */
    String purge() {
        return "OPTIMIZE TABLE " + ledger + " PURGE BEFORE (TIMESTAMP => (now() - INTERVAL 1 HOUR)::TIMESTAMP)";
    }

    static LedgerRow row(QueryResult answer, int row) {
        SourcePartition partition =
                new SourcePartition(answer.text(row, 0), answer.text(row, 1), Integer.parseInt(answer.text(row, 2)));
        return new LedgerRow(
                partition,
                Long.parseLong(answer.text(row, 3)),
                Integer.parseInt(answer.text(row, 4)),
                Long.parseLong(answer.text(row, 5)),
                answer.text(row, 6),
                tables(answer.text(row, 7)));
    }

    static String key(SourcePartition partition) {
        return partition.number() + "/" + partition.incarnation() + "/" + partition.stream();
    }

    private static String keys(Collection<SourcePartition> partitions) {
        List<String> keys = new ArrayList<>(partitions.size());
        for (SourcePartition partition : partitions) {
            keys.add(SqlIdentifier.literal(key(partition)));
        }
        return String.join(", ", keys);
    }

    /** One line for each: id, space, name. */
    static String targets(Map<String, String> tables) {
        List<String> lines = new ArrayList<>(tables.size());
        new TreeMap<>(tables).forEach((name, id) -> lines.add(id + " " + name));
        return String.join("\n", lines);
    }

    static Map<String, String> tables(String targets) {
        Map<String, String> tables = new TreeMap<>();
        for (String line : targets.split("\n", -1)) {
            int space = line.indexOf(' ');
            if (space > 0) {
                tables.put(line.substring(space + 1), line.substring(0, space));
            }
        }
        return tables;
    }
}
