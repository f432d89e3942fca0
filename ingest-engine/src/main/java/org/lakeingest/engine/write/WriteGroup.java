package org.lakeingest.engine.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.lakeingest.engine.progress.Lease;

/** Batches that go to the sink together, and what has become of them. Belongs to its lane's thread. */
final class WriteGroup {
    /** Handed over alone, after everything earlier of the same partition has its outcome: one half of a refused batch. */
    final boolean exclusive;

    final long closedNanos;

    /** Not durable and not given up; in the order in which they closed. */
    List<PartitionBatch> batches;

    boolean open;

    /** Open, and one of its batches has failed already: its successors must not go out before it is tried again. */
    boolean failedPartly;

    boolean backingOff;
    int failures;
    long firstFailureNanos;

    WriteGroup(List<PartitionBatch> batches, boolean exclusive, long closedNanos) {
        this.batches = new ArrayList<>(batches);
        this.exclusive = exclusive;
        this.closedNanos = closedNanos;
    }

    boolean sharesPartitionWith(WriteGroup other) {
        Set<Lease> leases = new HashSet<>();
        batches.forEach(batch -> leases.add(batch.lease()));
        for (PartitionBatch batch : other.batches) {
            if (leases.contains(batch.lease())) {
                return true;
            }
        }
        return false;
    }
}
