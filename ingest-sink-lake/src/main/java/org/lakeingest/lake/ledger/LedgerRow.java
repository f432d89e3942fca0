package org.lakeingest.lake.ledger;

import java.util.Map;
import org.lakeingest.api.SourcePartition;

/**
 * What the ledger says about one partition.
 *
 * @param next position up to which everything is in the tables; {@link #UNSET} before the first transaction
 * @param leaderEpoch of the record before the position; -1 when unknown
 * @param epoch of the newest claim
 * @param owner who made that claim; unique for each claim
 * @param tables the tables that the last transaction wrote to, by name, with their ids at that time
 */
public record LedgerRow(
        SourcePartition partition, long next, int leaderEpoch, long epoch, String owner, Map<String, String> tables) {
    public static final long UNSET = -1;

    public LedgerRow {
        tables = Map.copyOf(tables);
    }

    /** Of a partition that nobody has claimed yet. */
    public static LedgerRow fresh(SourcePartition partition) {
        return new LedgerRow(partition, UNSET, -1, 0, "", Map.of());
    }
}
