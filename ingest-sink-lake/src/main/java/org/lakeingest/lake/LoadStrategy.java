package org.lakeingest.lake;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One way of turning files into rows. A strategy knows nothing of order: whoever calls it prepares groups as they come and loads
 * those that share a partition one after the other. Thread-safe; no method blocks.
 */
interface LoadStrategy {
    /** All that may happen before the group's turn: encoding, and uploading where there is a stage. */
    CompletableFuture<List<ReadyFile>> prepare(List<PackedFile> files, GroupAttempt attempt);

    /** Loads the files; complete when every row of all of them is durable and visible. */
    CompletableFuture<Void> load(List<ReadyFile> files, GroupAttempt attempt);

    /** Removes, as far as possible and without waiting, what files that will not be loaded left in the lake. */
    void discard(List<ReadyFile> files);
}
