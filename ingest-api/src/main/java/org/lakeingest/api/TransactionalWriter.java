package org.lakeingest.api;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Refuses a batch whose range does not start at the stored position or whose claim is not the newest. Its positions, not the
 * source's, are the truth on restart, where it has any.
 */
public interface TransactionalWriter extends SinkWriter {
    /**
     * Takes these partitions over: fences whoever wrote them before, then reads their positions. Does not block; fails with
     * an {@link IngestException}, and the engine claims again.
     */
    CompletionStage<Map<SourcePartition, Claim>> claim(Set<SourcePartition> partitions);

    /** Drops what is not yet in a transaction for these partitions. Idempotent; called on revoked and lost. */
    void release(Set<SourcePartition> partitions);
}
