package org.lakeingest.engine.lane;

import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.engine.rows.ColumnarCollector;

/**
 * Remembers the first record of a batch that a decoder or transformer gave up. The policy is to fail: what is before that
 * record is kept, the rest of the partition is left alone. Confined to the lane's thread.
 */
final class RejectHandler implements ColumnarCollector.RejectListener {
    private int index = Integer.MAX_VALUE;
    private @Nullable IngestException reason;

    @Override
    public void onReject(RecordBatch origin, int originIndex, IngestException why) {
        if (originIndex < index) {
            index = originIndex;
            reason = why;
        }
    }

    void reset() {
        index = Integer.MAX_VALUE;
        reason = null;
    }

    /** Null when nothing was rejected. */
    @Nullable
    IngestException reason() {
        return reason;
    }

    /** Of the first rejected record in its batch. */
    int index() {
        return index;
    }
}
