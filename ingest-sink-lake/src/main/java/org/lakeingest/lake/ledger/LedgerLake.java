package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/**
 * What the protocol asks of a lake. Nothing blocks; futures fail with {@link org.lakeingest.api.IngestException}. Thread-safe.
 */
public interface LedgerLake {
    /** Name of the ledger's table, as in {@link #ids}. */
    String ledger();

    CompletableFuture<LedgerTransaction> begin();

    /** Every partition of the ledger, as committed last. */
    CompletableFuture<List<LedgerRow>> rows();

    /** Fails unless the ledger is of the cluster that these are in. */
    CompletableFuture<Void> admit(Set<SourcePartition> partitions);

    /** Gives each of these partitions the next epoch and this owner, at once and for all to see. */
    CompletableFuture<Void> claim(Set<SourcePartition> partitions, String owner);

    /** Ids of those tables that exist. */
    CompletableFuture<Map<String, String>> ids(Set<String> tables);

    /** Brings the rows of these batches into the stage. The batches are read until the future is complete. */
    CompletableFuture<List<StagedFile>> stage(List<WriteBatch> batches);

    /** Removes files that will not be loaded; nobody waits. */
    void discard(List<StagedFile> files);

    /** Takes or keeps the lease on house-keeping; false when another run holds it. */
    CompletableFuture<Boolean> lease(String run, Duration length);

    /** How many segments a table has; zero where the lake does not count them. */
    CompletableFuture<Long> segments(String table);

    /** Rewrites small segments of a table into larger ones, while others append to it. */
    CompletableFuture<Void> compact(String table);

    /** Removes versions of the ledger that no transaction needs any more. */
    CompletableFuture<Void> purge();

    /** Removes whatever a run of this pipeline left in the stage; nobody waits. */
    void discardRun(String run);
}
