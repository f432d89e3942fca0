package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;

/**
 * What the ledger says about batches whose outcome is not known: durable, not written, or no longer ours.
 *
 * @param durable written
 * @param open not written; may be tried again
 * @param fenced to be given up, each with its reason
 */
record Settlement(List<Entry> durable, List<Entry> open, Map<Entry, IngestException> fenced) {
    static Settlement of(List<Packet> packets, List<LedgerRow> rows, LedgerCodes codes) {
        Map<SourcePartition, LedgerRow> byPartition = new HashMap<>();
        rows.forEach(row -> byPartition.put(row.partition(), row));
        Settlement settled = new Settlement(new ArrayList<>(), new ArrayList<>(), new HashMap<>());
        Set<SourcePartition> reached = new HashSet<>();
        for (Packet packet : packets) {
            for (Entry entry : packet.entries) {
                settled.settle(entry, byPartition.get(entry.partition()), reached, codes);
            }
        }
        return settled;
    }

    private void settle(Entry entry, @Nullable LedgerRow row, Set<SourcePartition> reached, LedgerCodes codes) {
        if (row == null) {
            fenced.put(
                    entry,
                    new IngestException(
                            codes.foreign(), "the row of " + entry + " has disappeared from the ledger; restore it"));
        } else if (row.epoch() != entry.batch.claimEpoch() || !row.owner().equals(entry.owner)) {
            fenced.put(
                    entry,
                    new IngestException(
                            codes.fenced(),
                            entry + " was not written: " + row.owner() + " has claimed the partition under epoch "
                                    + row.epoch() + ", later than ours, "
                                    + entry.batch.claimEpoch()));
        } else if (row.next() != LedgerRow.UNSET
                && row.next() >= entry.batch.range().end()) {
            durable.add(entry);
        } else if (reached.add(entry.partition()) && !continues(row, entry)) {
            fenced.put(
                    entry,
                    new IngestException(
                            codes.fenced(),
                            entry + " was not written: the ledger's position is " + row.next()
                                    + ", where reading goes on"));
        } else {
            open.add(entry);
        }
    }

    private static boolean continues(LedgerRow row, Entry entry) {
        return row.next() == LedgerRow.UNSET
                || row.next() == entry.batch.range().start();
    }
}
