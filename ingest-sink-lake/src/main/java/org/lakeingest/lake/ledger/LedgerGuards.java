package org.lakeingest.lake.ledger;

/**
 * What the protocol checks. Everything, always; tests switch one off at a time to show that they would notice.
 *
 * @param position whether the stored position must be the start of the range
 * @param claim whether the stored claim must be ours
 * @param identity whether tables must be the same before and after a commit
 */
public record LedgerGuards(boolean position, boolean claim, boolean identity) {
    public static final LedgerGuards ALL = new LedgerGuards(true, true, true);
}
