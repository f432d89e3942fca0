package org.lakeingest.lake.ledger;

import org.lakeingest.api.Metrics;

/**
 * How a committer works.
 *
 * @param mostTables that one transaction writes to, unless a single group of batches needs more
 * @param mostFiles that one transaction loads, likewise
 */
public record CommitSettings(
        LedgerCodes codes, LedgerTiming timing, Metrics metrics, int mostTables, int mostFiles, LedgerGuards guards) {}
