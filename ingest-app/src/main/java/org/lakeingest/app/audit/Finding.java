package org.lakeingest.app.audit;

import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;

/**
 * A range of a partition with which something is wrong.
 *
 * @param range from the first offset concerned up to and without the one after the last
 * @param records that it concerns; -1 where only the partition's total is known
 * @param why one sentence
 */
record Finding(Kind kind, SourcePartition partition, OffsetRange range, long records, String why) {
    /** What is wrong. */
    enum Kind {
        /** The log has records that the table lacks. */
        LOST,
        /** The table has rows of an offset more than once. */
        DOUBLED,
        /** The position is beyond the end of the log. */
        TRUNCATED,
        /** The group has committed more than the sink has written. */
        AHEAD
    }

    /** {@code topic/partition/from-to}. */
    String name() {
        return partition.stream() + "/" + partition.number() + "/" + range.start() + "-" + range.end();
    }
}
