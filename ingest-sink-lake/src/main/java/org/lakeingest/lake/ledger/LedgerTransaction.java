package org.lakeingest.lake.ledger;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.lakeingest.api.SourcePartition;

/**
 * One transaction; its statements follow one another. Futures fail with {@link org.lakeingest.api.IngestException}. Until
 * {@link #commit} nothing is visible to others, and any failure leaves nothing behind.
 */
public interface LedgerTransaction {
    /**
     * Moves positions, those that may be moved.
     *
     * @param tables what is stored with the positions when it is not empty: names and ids
     * @return how many were moved
     */
    CompletableFuture<Long> move(List<LedgerMove> moves, Map<String, String> tables, LedgerGuards guards);

    /**
     * Loads files of one table and form.
     *
     * @return rows loaded
     */
    CompletableFuture<Long> load(List<StagedFile> files);

    /** Changes the ledger's own row, so that two transactions that add partitions cannot both commit. */
    CompletableFuture<Void> touch();

    /** Those of these partitions that are in the ledger, as this transaction sees it. */
    CompletableFuture<Set<SourcePartition>> known(Set<SourcePartition> partitions);

    CompletableFuture<Void> add(List<LedgerRow> rows);

    /**
     * Makes all of it visible at once. A failure of kind INDETERMINATE leaves open whether that happened, or happens yet; any
     * other says that it did not and will not.
     */
    CompletableFuture<Void> commit();

    /** Gives everything up; does not fail. */
    CompletableFuture<Void> rollback();
}
