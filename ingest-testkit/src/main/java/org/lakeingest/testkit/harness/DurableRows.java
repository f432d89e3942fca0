package org.lakeingest.testkit.harness;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/** What a sink of the kit has made durable: per partition the offsets of the records behind its rows, as written. Thread-safe. */
public final class DurableRows {
    private final Map<SourcePartition, List<Long>> offsets = new HashMap<>();
    private final Map<SourcePartition, BitSet> covered = new HashMap<>();

    synchronized void add(WriteBatch batch) {
        List<Long> written = offsets.computeIfAbsent(batch.partition(), partition -> new ArrayList<>());
        for (RowBatch rows : batch.rows()) {
            for (int row = 0; row < rows.rowCount(); row++) {
                written.add(rows.origin().offset(rows.originIndex(row)));
            }
        }
        covered.computeIfAbsent(batch.partition(), partition -> new BitSet())
                .set(
                        Math.toIntExact(batch.range().start()),
                        Math.toIntExact(batch.range().end()));
    }

    /** In the order in which they became durable; a row written twice is there twice. */
    public synchronized List<Long> of(SourcePartition partition) {
        return List.copyOf(offsets.getOrDefault(partition, List.of()));
    }

    /** The first position that no durable batch covers. */
    public synchronized long prefix(SourcePartition partition) {
        BitSet ranges = covered.get(partition);
        return ranges == null ? 0 : ranges.nextClearBit(0);
    }

    public synchronized long total() {
        return offsets.values().stream().mapToLong(List::size).sum();
    }
}
