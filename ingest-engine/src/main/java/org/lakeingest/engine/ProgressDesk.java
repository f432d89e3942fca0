package org.lakeingest.engine;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.lane.LaneRouter;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.InFlightBudget;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.progress.ProgressListener;

/** Books what lanes and writes report. Confined to the poll thread. */
final class ProgressDesk implements ProgressListener {
    private final InFlightTracker tracker;
    private final InFlightBudget budget;
    private final LaneRouter router;
    private final PauseControl pauses;
    private final Counters counters;
    private final WorkerListener pipeline;
    private final Assignments assignments;
    private final Rewinds rewinds;

    ProgressDesk(PollState state, Assignments assignments, Rewinds rewinds) {
        this.tracker = state.tracker();
        this.budget = state.budget();
        this.router = state.router();
        this.pauses = state.pauses();
        this.counters = state.counters();
        this.pipeline = state.pipeline();
        this.assignments = assignments;
        this.rewinds = rewinds;
    }

    @Override
    public void onSplit(InFlightRange range, int parts) {
        tracker.split(range, parts);
    }

    @Override
    public void onDecoded(InFlightRange range, long bytes) {
        if (tracker.addWeight(range, bytes)) {
            budget.acquire(bytes);
            router.weigh(range.lease(), bytes);
        }
    }

    @Override
    public void onDurable(List<InFlightRange> ranges) {
        for (InFlightRange range : ranges) {
            if (!tracker.complete(range)) {
                counters.lateCompletions.increment();
            }
        }
    }

    @Override
    public void onDropped(List<InFlightRange> ranges, long from) {
        for (InFlightRange range : ranges) {
            tracker.drop(range, Math.max(from, range.start()));
        }
    }

    @Override
    public void onPoisoned(InFlightRange range, long position, IngestException reason) {
        if (range.lease().isActive()) {
            tracker.cut(range, position);
            pauses.recheck();
            pipeline.onPoisoned(reason);
        }
    }

    @Override
    public void onFenced(Lease lease, IngestException reason) {
        assignments.onFenced(lease, reason);
    }

    @Override
    public void onHeld(int lane, Set<SourcePartition> partitions) {
        pauses.held(lane, partitions);
    }

    @Override
    public void onBlocked(int lane, Map<SourcePartition, IngestException> partitions) {
        rewinds.blocked(lane, partitions);
    }

    @Override
    public void onFailed(IngestException reason) {
        pipeline.onFailed(reason);
    }
}
