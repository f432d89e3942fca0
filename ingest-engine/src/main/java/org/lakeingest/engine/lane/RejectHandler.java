package org.lakeingest.engine.lane;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.reject.RejectDesk;
import org.lakeingest.engine.rows.ColumnarCollector;

/**
 * Remembers which records of a batch a decoder or transformer gave up. The first one whose policy is to fail ends the
 * partition: what is before it is kept, the rest is left alone. Confined to the lane's thread.
 */
final class RejectHandler implements ColumnarCollector.RejectListener {
    private final RejectDesk desk;
    private final List<RejectedRecord> passedBy = new ArrayList<>();
    private RejectStage stage = RejectStage.DECODE;
    private int index = Integer.MAX_VALUE;
    private @Nullable IngestException reason;

    RejectHandler(RejectDesk desk) {
        this.desk = desk;
    }

    @Override
    public void onReject(RecordBatch origin, int originIndex, IngestException why) {
        RejectStage decides = RejectDesk.stageOf(why, stage);
        if (desk.policy(decides) != ErrorPolicy.FAIL) {
            passedBy.add(new RejectedRecord(origin, originIndex, decides, 1, why));
        } else if (originIndex < index) {
            index = originIndex;
            reason = why;
        }
    }

    void reset() {
        passedBy.clear();
        stage = RejectStage.DECODE;
        index = Integer.MAX_VALUE;
        reason = null;
    }

    /** What follows is done by a transformer. */
    void transforming() {
        stage = RejectStage.TRANSFORM;
    }

    /** Null when no record fails the pipeline. */
    @Nullable
    IngestException reason() {
        return reason;
    }

    /** Of the first record that fails the pipeline. */
    int index() {
        return index;
    }

    /** The records before {@link #index} that the pipeline goes on without, ascending; each once, as it was rejected first. */
    List<RejectedRecord> passedBy() {
        if (passedBy.isEmpty()) {
            return List.of();
        }
        List<RejectedRecord> sorted = new ArrayList<>(passedBy);
        sorted.sort(Comparator.comparingInt(RejectedRecord::index));
        List<RejectedRecord> once = new ArrayList<>(sorted.size());
        int last = -1;
        for (RejectedRecord each : sorted) {
            if (each.index() != last && each.index() < index) {
                once.add(each);
            }
            last = each.index();
        }
        return once;
    }
}
