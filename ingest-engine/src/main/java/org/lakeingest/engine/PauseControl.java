package org.lakeingest.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.lane.LaneRouter;
import org.lakeingest.engine.progress.InFlightBudget;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;

/**
 * Decides which partitions are paused, from all reasons there are, and tells the source only the difference. Confined to the
 * poll thread; the source is called outside of listener calls only.
 */
final class PauseControl {
    /** Above this multiple of the high mark light lanes are paused too. */
    private static final double HARD_LIMIT = 1.25;

    private final InFlightTracker tracker;
    private final LaneRouter router;
    private final InFlightBudget budget;
    private final int lanesOfPipeline;
    private final boolean[] overBudget;
    private final Map<Integer, Set<SourcePartition>> held = new HashMap<>();
    private final Set<SourcePartition> claiming = new HashSet<>();
    private final Set<SourcePartition> paused = new HashSet<>();
    private final Set<SourcePartition> resting = new HashSet<>();
    private boolean everything;
    private boolean dirty;

    PauseControl(InFlightTracker tracker, LaneRouter router, InFlightBudget budget, int lanes, int lanesOfPipeline) {
        this.tracker = tracker;
        this.router = router;
        this.budget = budget;
        this.lanesOfPipeline = lanesOfPipeline;
        this.overBudget = new boolean[lanes];
    }

    /** The source starts a new partition paused. */
    void assigned(SourcePartition partition) {
        paused.add(partition);
        dirty = true;
    }

    void gone(SourcePartition partition) {
        paused.remove(partition);
        claiming.remove(partition);
        resting.remove(partition);
    }

    /** Was rewound, is paused at the source, and is not read for a while. */
    void resting(SourcePartition partition) {
        resting.add(partition);
        assigned(partition);
    }

    void rested(SourcePartition partition) {
        if (resting.remove(partition)) {
            dirty = true;
        }
    }

    boolean isResting(SourcePartition partition) {
        return resting.contains(partition);
    }

    void claiming(SourcePartition partition) {
        claiming.add(partition);
        dirty = true;
    }

    void claimed(SourcePartition partition) {
        claiming.remove(partition);
        dirty = true;
    }

    /** Whether the partition is yet to be placed, so that what was read of it by chance does not count. */
    boolean isClaiming(SourcePartition partition) {
        return claiming.contains(partition);
    }

    /** The partitions of this lane whose writes wait for a retry. */
    void held(int lane, Set<SourcePartition> partitions) {
        held.put(lane, partitions);
        dirty = true;
    }

    /** Nothing is resumed any more. */
    void everything() {
        everything = true;
        dirty = true;
    }

    /** Something that {@link Lease#isLimited} says has changed. */
    void recheck() {
        dirty = true;
    }

    int count() {
        return paused.size();
    }

    void apply(Source source) {
        weighLanes();
        if (!dirty) {
            return;
        }
        dirty = false;
        Set<SourcePartition> pause = new HashSet<>();
        Set<SourcePartition> resume = new HashSet<>();
        for (Lease lease : tracker.leases()) {
            SourcePartition partition = lease.partition();
            boolean wanted = isWanted(lease);
            if (wanted && paused.add(partition)) {
                pause.add(partition);
            } else if (!wanted && paused.remove(partition)) {
                resume.add(partition);
            }
        }
        if (!pause.isEmpty()) {
            source.pause(pause);
        }
        if (!resume.isEmpty()) {
            source.resume(resume);
        }
    }

    private boolean isWanted(Lease lease) {
        return everything
                || lease.isLimited()
                || overBudget[lease.lane()]
                || claiming.contains(lease.partition())
                || resting.contains(lease.partition())
                || held.getOrDefault(lease.lane(), Set.of()).contains(lease.partition());
    }

    /** The heaviest lanes are those that hold more than an equal share. What they have open closes, or it would wait for more. */
    private void weighLanes() {
        boolean exhausted = budget.isExhausted();
        long share = budget.total() / lanesOfPipeline;
        boolean hard = budget.total() > budget.highMark() * HARD_LIMIT;
        for (int lane = 0; lane < overBudget.length; lane++) {
            boolean over = exhausted && (overBudget[lane] || hard || router.weight(lane) >= share);
            if (over != overBudget[lane]) {
                overBudget[lane] = over;
                dirty = true;
                if (over) {
                    router.closeOpen(lane);
                }
            }
        }
    }
}
