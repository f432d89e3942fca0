package org.lakeingest.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.lane.LaneRouter;
import org.lakeingest.engine.progress.Committer;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns the source's assignments into leases. Confined to the poll thread; called inside the source, which it never calls
 * back.
 */
final class Assignments implements AssignmentListener {
    private static final Logger log = LoggerFactory.getLogger(Assignments.class);

    private final InFlightTracker tracker;
    private final LaneRouter router;
    private final PauseControl pauses;
    private final Committer committer;
    private final Mailbox mailbox;
    private final EngineThreads threads;
    private final Counters counters;
    private final WorkerListener pipeline;
    private final KnowsTargets targets;
    private @Nullable Claims claims;
    private boolean hurried;
    private long drainDeadline;
    private boolean draining;

    Assignments(PollState state, KnowsTargets targets) {
        this.targets = targets;
        this.tracker = state.tracker();
        this.router = state.router();
        this.pauses = state.pauses();
        this.committer = state.committer();
        this.mailbox = state.mailbox();
        this.threads = state.threads();
        this.counters = state.counters();
        this.pipeline = state.pipeline();
    }

    /** For a sink that keeps positions; before the source is started. */
    void claimWith(@Nullable Claims transactional) {
        claims = transactional;
    }

    /** From now on no revocation waits longer than until then. */
    void drainUntil(long deadlineNanos) {
        drainDeadline = draining ? Math.min(drainDeadline, deadlineNanos) : deadlineNanos;
        draining = true;
    }

    /** From now on no revocation waits. */
    void hurry() {
        hurried = true;
    }

    @Override
    public void onAssigned(Set<SourcePartition> partitions) {
        mailbox.whileInCallback(() -> assign(partitions));
    }

    private void assign(Set<SourcePartition> partitions) {
        counters.rebalances.increment();
        List<Lease> leases = new ArrayList<>(partitions.size());
        Set<String> streams = new HashSet<>();
        for (SourcePartition partition : partitions) {
            streams.add(partition.stream());
            forget(partition);
            leases.add(tracker.assign(partition, router.assign()));
            pauses.assigned(partition);
        }
        targets.expect(streams);
        if (claims != null) {
            claims.claim(leases);
        }
    }

    @Override
    public Map<SourcePartition, Long> onRevoked(Set<SourcePartition> partitions, Duration grace) {
        Map<SourcePartition, Long> positions = new HashMap<>();
        mailbox.whileInCallback(() -> {
            counters.rebalances.increment();
            drain(partitions, grace);
            for (SourcePartition partition : partitions) {
                OptionalLong position = end(partition);
                position.ifPresent(value -> positions.put(partition, value));
            }
            afterEnd(partitions);
        });
        return positions;
    }

    private void drain(Set<SourcePartition> partitions, Duration grace) {
        mailbox.drain();
        if (isIdle(partitions) || hurried) {
            return;
        }
        router.closeOpen();
        long deadline = threads.nanoTime() + grace.toNanos();
        long remaining = remaining(deadline);
        // The sink gets half of the time for what it holds by then: what it writes later is written twice.
        long reserve = remaining / 2;
        boolean writing = true;
        while (!isIdle(partitions) && !hurried && remaining > 0) {
            if (writing && remaining <= reserve) {
                stopWriting(partitions);
                writing = false;
            }
            mailbox.await(Duration.ofNanos(writing ? remaining - reserve : remaining));
            remaining = remaining(deadline);
        }
        if (!isIdle(partitions) && !hurried) {
            counters.error(EngineErrorCode.DRAIN_INCOMPLETE);
            log.warn(
                    "[{}] partitions were revoked while rows of theirs were being written, for longer than the grace of {};"
                            + " the next owner writes these again",
                    EngineErrorCode.DRAIN_INCOMPLETE,
                    grace);
        }
    }

    private void stopWriting(Set<SourcePartition> partitions) {
        for (SourcePartition partition : partitions) {
            Lease lease = tracker.lease(partition);
            if (lease != null) {
                lease.stopWriting();
            }
        }
        router.forgetEnded();
    }

    /** Computed anew each time: the mail that was read may have said when the pipeline has to be gone. */
    private long remaining(long deadline) {
        long now = threads.nanoTime();
        return draining ? Math.min(deadline - now, drainDeadline - now) : deadline - now;
    }

    private boolean isIdle(Set<SourcePartition> partitions) {
        for (SourcePartition partition : partitions) {
            if (!tracker.isIdle(partition)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void onLost(Set<SourcePartition> partitions) {
        mailbox.whileInCallback(() -> {
            counters.rebalances.increment();
            partitions.forEach(this::forget);
            afterEnd(partitions);
        });
    }

    private void afterEnd(Set<SourcePartition> partitions) {
        router.forgetEnded();
        if (claims != null) {
            claims.release(partitions);
        }
    }

    private OptionalLong end(SourcePartition partition) {
        Lease lease = tracker.lease(partition);
        if (lease == null) {
            return OptionalLong.empty();
        }
        router.release(lease);
        pauses.gone(partition);
        committer.forget(partition);
        return tracker.revoke(partition);
    }

    private void forget(SourcePartition partition) {
        Lease lease = tracker.lease(partition);
        if (lease != null) {
            router.release(lease);
            pauses.gone(partition);
            committer.forget(partition);
            tracker.lose(partition);
        }
    }

    /** Forgets what is in flight of a lease and goes on under a new one from this position, resting; the caller moves the source. */
    Lease restart(Lease lease, long position) {
        SourcePartition partition = lease.partition();
        forget(partition);
        Lease next = tracker.assign(partition, router.assign());
        next.claimedUnder(lease.claimEpoch());
        tracker.seek(next, position);
        pauses.resting(partition);
        router.forgetEnded();
        return next;
    }

    /** Another writer has the partition; while the group still gives it to us, we claim it back and read again from our position. */
    void onFenced(Lease lease, IngestException reason) {
        if (!lease.isActive()) {
            return;
        }
        Claims transactional = claims;
        if (transactional == null) {
            pipeline.onFailed(reason);
            return;
        }
        SourcePartition partition = lease.partition();
        OptionalLong position = tracker.committable(lease);
        forget(partition);
        Lease next = tracker.assign(partition, router.assign());
        afterEnd(Set.of(partition));
        position.ifPresent(value -> transactional.startAt(next, value));
        transactional.claim(List.of(next));
    }
}
