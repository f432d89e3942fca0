package org.lakeingest.engine;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Membership;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.rows.ValueBytes;
import org.lakeingest.engine.write.RetryPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The poll thread's work, one turn at a time: read mail, pause or resume, poll, enter and route what came, commit. Makes every
 * call to the source but the wake-up. Never waits for a lane or the sink, except in {@link Assignments} for the grace of a
 * revocation.
 */
final class PollLoop {
    private static final Logger log = LoggerFactory.getLogger(PollLoop.class);

    /** Bounds how long a commit, a pause or a stop can be late when nobody wakes the source. */
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(100);

    private static final long STATUS_INTERVAL_NANOS = 100_000_000;

    private final String name;
    private final PollState state;
    private final Source source;
    private final InFlightTracker tracker;
    private final EngineThreads threads;
    private final Assignments assignments;
    private final @Nullable Claims claims;
    private final Rewinds rewinds;
    private final RetryPolicy retries;
    private final long startDeadline;
    private volatile WorkerStatus status;
    private volatile @Nullable Membership membership;
    private boolean started;
    private boolean joined;
    private boolean draining;
    private boolean aborted;
    private boolean writing = true;
    private long drainDeadline;
    private long drainReserve;
    private int failures;
    private long restUntil;

    /** What decides about partitions, on this thread. */
    record Desks(Assignments assignments, @Nullable Claims claims, Rewinds rewinds) {}

    PollLoop(String name, PollState state, Desks desks, RetryPolicy retries, Duration startTimeout) {
        this.name = name;
        this.state = state;
        this.source = state.source();
        this.tracker = state.tracker();
        this.threads = state.threads();
        this.assignments = desks.assignments;
        this.claims = desks.claims;
        this.rewinds = desks.rewinds;
        this.retries = retries;
        long now = threads.nanoTime();
        this.startDeadline = now + startTimeout.toNanos();
        this.status = new WorkerStatus(now, false, 0, 0, 0, null);
    }

    WorkerStatus status() {
        return status;
    }

    /** As of the last poll; null before the first. */
    @Nullable
    Membership membership() {
        return membership;
    }

    /** Mail. Takes nothing new and leaves once nothing is in flight, at the deadline at the latest. */
    void drain(long deadlineNanos) {
        drainDeadline = draining ? Math.min(drainDeadline, deadlineNanos) : deadlineNanos;
        assignments.drainUntil(drainDeadline);
        if (!draining) {
            draining = true;
            drainReserve = (drainDeadline - threads.nanoTime()) / 3;
            state.pauses().everything();
            state.router().closeOpen();
        }
    }

    /** Mail. Leaves without waiting; what is durable is committed. */
    void abort() {
        aborted = true;
        state.pauses().everything();
        assignments.hurry();
    }

    /** One turn; false when the worker has left. */
    boolean step() {
        try {
            if (turn()) {
                return true;
            }
        } catch (IngestException e) {
            fail(e);
            return true;
        } catch (RuntimeException e) {
            fail(new IngestException(
                    EngineErrorCode.COMPONENT_BUG,
                    "worker " + name + ": " + source.getClass().getName() + " or the engine threw " + e,
                    e));
            return true;
        }
        state.pipeline().onLeft();
        return false;
    }

    private void fail(IngestException reason) {
        state.counters().error(reason.code());
        state.pipeline().onFailed(reason);
        abort();
    }

    private boolean turn() {
        state.mailbox().drain();
        if (isFinished()) {
            leave();
            return false;
        }
        if (draining && writing && drainDeadline - threads.nanoTime() <= drainReserve) {
            stopWriting();
        }
        if (restUntil - threads.nanoTime() > 0 && failures > 0) {
            state.mailbox().await(shorter(Duration.ofNanos(restUntil - threads.nanoTime()), POLL_TIMEOUT));
        } else {
            read();
        }
        state.mailbox().drain();
        commitIfDue();
        publish();
        return true;
    }

    /** What the sink does not hold by now is left for the next start; what it holds has the rest of the time to become durable. */
    private void stopWriting() {
        writing = false;
        tracker.leases().forEach(Lease::stopWriting);
        state.router().forgetEnded();
    }

    private boolean isFinished() {
        return aborted || (draining && (!joined || tracker.isIdle() || drainDeadline - threads.nanoTime() <= 0));
    }

    private void read() {
        try {
            if (!started) {
                source.start(assignments);
                started = true;
            }
            if (claims != null) {
                claims.applySeeks(source);
            }
            rewinds.apply(source);
            state.pauses().apply(source);
            List<RecordBatch> batches = state.mailbox().whilePolling(source::poll, POLL_TIMEOUT);
            onRead();
            register(batches);
        } catch (IngestException e) {
            onReadFailure(e);
        }
    }

    private void onRead() {
        if (failures > 0) {
            failures = 0;
            log.info("{}: reading goes on after a failure", name);
        }
        membership = source.membership();
        if (!joined) {
            joined = true;
            state.pipeline().onJoined();
        }
    }

    private void onReadFailure(IngestException reason) {
        ErrorKind kind = reason.code().kind();
        if (kind != ErrorKind.TRANSIENT && kind != ErrorKind.BLOCKED) {
            throw reason;
        }
        long now = threads.nanoTime();
        if (!joined && startDeadline - now <= 0) {
            throw new IngestException(
                    EngineErrorCode.START_TIMEOUT,
                    "the source could not be joined within start-timeout: " + reason.getMessage(),
                    reason);
        }
        if (failures == 0 || !joined) {
            log.warn("[{}] {}: reading failed, trying again: {}", reason.code().name(), name, reason.getMessage());
        }
        if (failures == 0) {
            state.counters().error(reason.code());
        }
        failures++;
        restUntil = now + retries.delay(failures, threads.random()).toNanos();
    }

    private void register(List<RecordBatch> batches) {
        long now = threads.nanoTime();
        for (RecordBatch batch : batches) {
            Lease lease = tracker.lease(batch.partition());
            if (lease == null) {
                throw brokenContract("records of " + batch.partition() + " arrived, which is not assigned");
            }
            boolean moves = batch.range().end() > batch.range().start();
            if (moves && !lease.isLimited() && !state.pauses().isClaiming(batch.partition())) {
                enter(lease, batch, now);
            }
        }
    }

    private void enter(Lease lease, RecordBatch batch, long now) {
        long weight = batch.sizeInBytes();
        InFlightRange range;
        try {
            range = tracker.open(lease, batch.range(), weight, now);
        } catch (IllegalArgumentException e) {
            throw brokenContract(e.getMessage());
        }
        state.budget().acquire(weight);
        state.router().weigh(lease, weight);
        state.router().route(range.numbered(state.counters().number(batch.size())), batch);
        state.counters().recordsPolled.add(batch.size());
        state.counters().bytesPolled.add(ValueBytes.of(batch));
    }

    private IngestException brokenContract(@Nullable String what) {
        return new IngestException(
                EngineErrorCode.SOURCE_PROTOCOL,
                source.getClass().getName() + " broke the contract of Source: " + what + "; report this to its author");
    }

    private void commitIfDue() {
        if (started) {
            state.committer().commitIfDue(threads.nanoTime());
        }
    }

    /** The last commit is asked for here, and made again by the source with the answers of its final revocation. */
    private void leave() {
        publish();
        int unfinished = tracker.unfinishedRanges();
        if (unfinished > 0 && !aborted) {
            state.counters().error(EngineErrorCode.DRAIN_INCOMPLETE);
            log.warn(
                    "[{}] {}: the drain deadline has passed with {} ranges in flight, the oldest is {}; they will be read again",
                    EngineErrorCode.DRAIN_INCOMPLETE,
                    name,
                    unfinished,
                    tracker.oldest());
        }
        assignments.hurry();
        closeSource();
    }

    /** Commits what is durable and leaves the group. */
    void closeSource() {
        try {
            if (started) {
                state.committer().commitNow();
            }
            source.close();
        } catch (RuntimeException e) {
            log.warn("[{}] {}: closing the source failed", EngineErrorCode.COMPONENT_BUG, name, e);
        }
    }

    private void publish() {
        long now = threads.nanoTime();
        if (now - status.turnNanos() < STATUS_INTERVAL_NANOS && status.joined() == joined) {
            return;
        }
        InFlightRange oldest = tracker.oldest();
        status = new WorkerStatus(
                now,
                joined,
                tracker.leases().size(),
                state.pauses().count(),
                oldest == null ? 0 : oldest.openedNanos(),
                oldest == null ? null : oldest.toString());
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
