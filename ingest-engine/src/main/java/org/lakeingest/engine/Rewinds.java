package org.lakeingest.engine;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.progress.Blockages;
import org.lakeingest.engine.progress.InFlightBudget;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps partitions that wait for a person from using up the memory of the others: when the budget is exhausted, what is in flight
 * of them is forgotten, and read again after a rest. Confined to the poll thread.
 */
final class Rewinds {
    private static final Logger log = LoggerFactory.getLogger(Rewinds.class);
    private static final Duration REST = Duration.ofSeconds(15);

    private final InFlightTracker tracker;
    private final InFlightBudget budget;
    private final PauseControl pauses;
    private final Assignments assignments;
    private final EngineThreads threads;
    private final Blockages blockages;
    private final Map<Integer, Map<SourcePartition, IngestException>> blocked = new HashMap<>();
    private final Map<SourcePartition, Rewound> rewound = new HashMap<>();
    private int reported;

    /** A partition that was rewound and has not got beyond that since. */
    private record Rewound(Lease lease, long position, long restUntil, IngestException reason) {}

    Rewinds(PollState state, Assignments assignments) {
        this.tracker = state.tracker();
        this.budget = state.budget();
        this.pauses = state.pauses();
        this.threads = state.threads();
        this.blockages = state.counters().blockages;
        this.assignments = assignments;
    }

    /** The partitions of a lane whose writes wait for a person, all of them, and why. */
    void blocked(int lane, Map<SourcePartition, IngestException> partitions) {
        blocked.put(lane, partitions);
    }

    /** Outside of listener calls, before pauses are applied. */
    void apply(Source source) {
        if (rewound.isEmpty() && !budget.isExhausted()) {
            return;
        }
        long now = threads.nanoTime();
        rewound.values().removeIf(this::isOver);
        for (Rewound each : rewound.values()) {
            if (each.restUntil - now <= 0) {
                pauses.rested(each.lease.partition());
            }
        }
        if (budget.isExhausted()) {
            rewind(source, now);
        }
        report(now);
    }

    private boolean isOver(Rewound each) {
        boolean gone = !each.lease.isActive();
        if (gone) {
            pauses.rested(each.lease.partition());
        }
        OptionalLong position = tracker.committable(each.lease);
        return gone || (position.isPresent() && position.getAsLong() > each.position);
    }

    private void rewind(Source source, long now) {
        Map<SourcePartition, Long> positions = new HashMap<>();
        for (Map<SourcePartition, IngestException> ofLane : blocked.values()) {
            ofLane.forEach((partition, reason) -> {
                Lease lease = tracker.lease(partition);
                if (lease == null || lease.isLimited() || lease.oldest() == null || pauses.isResting(partition)) {
                    return;
                }
                OptionalLong position = tracker.committable(lease);
                if (position.isPresent()) {
                    Lease next = assignments.restart(lease, position.getAsLong());
                    long restUntil = now + REST.toNanos();
                    rewound.put(partition, new Rewound(next, position.getAsLong(), restUntil, reason));
                    positions.put(partition, position.getAsLong());
                }
            });
        }
        blocked.clear();
        if (!positions.isEmpty()) {
            log.info(
                    "{} partitions that wait give their memory to the others, and are read again later",
                    positions.size());
            source.pause(new HashSet<>(positions.keySet()));
            source.seek(positions);
        }
    }

    /** While they rest no lane holds them, and they wait all the same. */
    private void report(long now) {
        if (rewound.isEmpty() && reported == 0) {
            return;
        }
        reported = rewound.size();
        Blockages.Report report = new Blockages.Report();
        Set<SourcePartition> known = new HashSet<>();
        blocked.values().forEach(ofLane -> known.addAll(ofLane.keySet()));
        for (Rewound each : rewound.values()) {
            if (!known.contains(each.lease.partition())) {
                report.add(1, each.reason);
            }
        }
        blockages.report(this, report, now);
    }
}
