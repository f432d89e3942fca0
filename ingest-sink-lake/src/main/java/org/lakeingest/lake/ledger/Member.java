package org.lakeingest.lake.ledger;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.SourcePartition;

/** One writer among those that share a committer: what it has claimed, and how many of its batches are open. Thread-safe. */
public final class Member {
    private final Map<SourcePartition, Held> claims = new ConcurrentHashMap<>();
    private final Set<SourcePartition> unwritten = ConcurrentHashMap.newKeySet();
    private final CompletableFuture<Void> idle = new CompletableFuture<>();
    private int open;
    private boolean leaving;

    /** A claim as the ledger has it. */
    record Held(long epoch, String owner) {}

    void holds(SourcePartition partition, Held claim) {
        claims.put(partition, claim);
        unwritten.add(partition);
    }

    void forget(Set<SourcePartition> partitions) {
        claims.keySet().removeAll(partitions);
        unwritten.removeAll(partitions);
    }

    /** True once for each claim: nobody has written the partition since its last owner stopped. */
    boolean isFirst(SourcePartition partition) {
        return unwritten.remove(partition);
    }

    @Nullable
    Held claimOf(SourcePartition partition) {
        return claims.get(partition);
    }

    /** False when it takes nothing more; then these, too, get an outcome, and are counted until they have it. */
    synchronized boolean enters(int batches) {
        open += batches;
        return !leaving;
    }

    void left() {
        boolean last;
        synchronized (this) {
            open--;
            last = leaving && open == 0;
        }
        if (last) {
            idle.complete(null);
        }
    }

    /** Takes nothing more; complete when every batch has its outcome. */
    CompletableFuture<Void> leave() {
        synchronized (this) {
            leaving = true;
            if (open > 0) {
                return idle;
            }
        }
        idle.complete(null);
        return idle;
    }
}
