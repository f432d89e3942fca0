package org.lakeingest.lake.ledger;

import org.lakeingest.api.ErrorCode;

/**
 * The module's error codes for what this package finds out by itself.
 *
 * @param fenced another writer has the partition
 * @param notApplied given up because something before it failed, or because it was released
 * @param closed the sink was closed first
 * @param replaced a table is another one than before
 * @param foreign the ledger holds what this pipeline did not write
 * @param rowsDiffer the lake loaded another number of rows than it was sent
 * @param conflict the code of failures after which nothing was applied and the same transaction may succeed
 */
public record LedgerCodes(
        ErrorCode fenced,
        ErrorCode notApplied,
        ErrorCode closed,
        ErrorCode replaced,
        ErrorCode foreign,
        ErrorCode rowsDiffer,
        ErrorCode conflict) {}
