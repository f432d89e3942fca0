package org.lakeingest.app.audit;

import org.lakeingest.api.LogPartition;
import org.lakeingest.api.OffsetRange;

/**
 * What was found out about one partition. Confined to one thread; complete when the audit is.
 */
final class PartitionReport {
    final LogPartition log;
    final String table;

    /** Up to where rows are judged; -1 where nothing was ever written. */
    final long position;

    /** Whether rows could be counted at all. */
    boolean counted;

    long rows;
    long distinct;
    OffsetRange span = new OffsetRange(0, 0);
    long inFlight;

    long lost;
    long gaps;

    /** Offsets that no row came from, and why that is right. */
    long removed;

    long absent;
    long filtered;
    long lettered;
    long rejected;
    long elsewhere;

    /** No row, and an option allows that, but nothing tells these from records that are lost. */
    long unproven;

    /** Whether the decoder goes by the columns of a target, so that it may give up what an audit can decode. */
    boolean typed;

    PartitionReport(LogPartition log, String table, long position) {
        this.log = log;
        this.table = table;
        this.position = position;
    }

    String name() {
        return log.partition().stream() + "/" + log.partition().number();
    }

    long doubled() {
        return rows - distinct;
    }

    long explained() {
        return removed + absent + filtered + lettered + rejected;
    }
}
