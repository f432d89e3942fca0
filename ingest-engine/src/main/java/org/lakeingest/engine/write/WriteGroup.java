package org.lakeingest.engine.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
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

    /** Its dead letters are on their way, and it goes to the sink when they are durable. */
    boolean sendingLetters;

    /** Waits for a person, and with it what follows of its partitions. */
    boolean blocked;

    /** May have been written: it stays as it is, since the sink may know its file by its batches. */
    boolean uncertain;

    /** Behind a blocked group with everything it has. */
    boolean aside;

    /** Why it failed the last time. */
    @Nullable
    IngestException reason;

    boolean backingOff;
    int failures;
    long firstFailureNanos;

    /** How often the sink has refused a batch that this one is a part of. */
    int refusals;

    WriteGroup(List<PartitionBatch> batches, boolean exclusive, long closedNanos) {
        this.batches = new ArrayList<>(batches);
        this.exclusive = exclusive;
        this.closedNanos = closedNanos;
    }

    /** These of its batches, to be tried again by themselves. */
    WriteGroup part(List<PartitionBatch> some) {
        WriteGroup part = new WriteGroup(some, exclusive, closedNanos);
        part.failures = failures;
        part.firstFailureNanos = firstFailureNanos;
        part.refusals = refusals;
        return part;
    }

    /** A part of one of its batches that was refused, to be handed over alone. */
    WriteGroup half(PartitionBatch batch) {
        WriteGroup half = new WriteGroup(List.of(batch), true, closedNanos);
        half.refusals = refusals + 1;
        return half;
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
