package org.lakeingest.lake.ledger;

import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;

/**
 * Moves a partition's position from the start of the range to its end, if position and claim are what is expected.
 *
 * @param leaderEpoch of the last record; -1 keeps what is stored
 */
public record LedgerMove(SourcePartition partition, OffsetRange range, int leaderEpoch, long epoch, String owner) {}
