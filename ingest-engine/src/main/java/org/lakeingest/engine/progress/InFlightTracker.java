package org.lakeingest.engine.progress;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;

/**
 * Keeps, per lease, the ranges between poll and durable, and answers from where each partition may be read again. One entry
 * per polled batch. Knows no clock, no source and no thread; confined to the poll thread.
 *
 * <p>A range opens with one part, which travels with the work from hand to hand. Who divides the work {@link #split splits}
 * the part first; who ends it {@link #complete completes} or {@link #drop drops} it. Each part ends exactly once, also when
 * its lease is over: the memory it stands for is given back only then.
 */
public final class InFlightTracker {
    private final Map<SourcePartition, Lease> leases = new HashMap<>();
    private final ObjLongConsumer<InFlightRange> freed;
    private long nextLease = 1;
    private int unfinished;

    /**
     * Creates a tracker without leases.
     *
     * @param freed told the weight of each range that nobody works on any more
     */
    public InFlightTracker(ObjLongConsumer<InFlightRange> freed) {
        this.freed = freed;
    }

    /** Starts a lease; one that is still there for this partition is lost. */
    public Lease assign(SourcePartition partition, int lane) {
        lose(partition);
        Lease lease = new Lease(partition, nextLease++, lane);
        leases.put(partition, lease);
        return lease;
    }

    public @Nullable Lease lease(SourcePartition partition) {
        return leases.get(partition);
    }

    /** The leases in force; a view. */
    public Collection<Lease> leases() {
        return leases.values();
    }

    /** Reading of this lease goes on from here, whatever came before. Nothing of it may be in flight. */
    public void seek(Lease lease, long position) {
        if (!lease.ranges.isEmpty()) {
            throw new IllegalStateException("cannot seek " + lease + ": it has ranges in flight");
        }
        lease.next = position;
    }

    /**
     * Enters what was just polled.
     *
     * @throws IllegalArgumentException when the range does not start where the one before ended
     */
    public InFlightRange open(Lease lease, OffsetRange range, long weight, long nanos) {
        if (!lease.isActive()) {
            throw new IllegalArgumentException("records of " + lease + " arrived after it had ended");
        }
        if (lease.next >= 0 && lease.next != range.start()) {
            throw new IllegalArgumentException("records of " + lease + " should go on at " + lease.next + " but are ["
                    + range.start() + ", " + range.end() + ")");
        }
        InFlightRange opened = new InFlightRange(lease, range.start(), range.end(), weight, nanos);
        lease.ranges.addLast(opened);
        lease.next = range.end();
        lease.unfinished++;
        unfinished++;
        return opened;
    }

    /** One part becomes this many. */
    public void split(InFlightRange range, int parts) {
        requirePart(range);
        range.parts += parts - 1;
    }

    /** The range is found to weigh more; answers whether it still counts. */
    public boolean addWeight(InFlightRange range, long bytes) {
        if (range.parts == 0) {
            return false;
        }
        range.weight += bytes;
        return true;
    }

    /** A part is durable. Answers false when that came too late to matter, because the lease has ended. */
    public boolean complete(InFlightRange range) {
        endPart(range);
        if (range.detached) {
            return range.lease().isActive();
        }
        advance(range.lease());
        return true;
    }

    /**
     * A part was given up, from this position on: unless the range was cut before it, the position will not move past it.
     */
    public void drop(InFlightRange range, long position) {
        range.dropped |= position < range.end;
        endPart(range);
        advance(range.lease());
    }

    /**
     * The range ends here instead, and nothing after it counts: a record at this position was given up. The parts of the
     * range itself stay to be ended.
     */
    public void cut(InFlightRange range, long position) {
        if (range.detached || position >= range.end) {
            return;
        }
        if (position < range.start()) {
            throw new IllegalArgumentException("cannot cut " + range + " at " + position);
        }
        Lease lease = range.lease();
        while (lease.ranges.peekLast() != range) {
            detach(lease.ranges.removeLast());
        }
        range.end = position;
        lease.next = position;
        advance(lease);
    }

    /** The next position to read again after a restart; empty while nothing was read and no position was set. */
    public OptionalLong committable(Lease lease) {
        InFlightRange oldest = lease.ranges.peekFirst();
        long position = oldest == null ? lease.next : oldest.start();
        return position < 0 ? OptionalLong.empty() : OptionalLong.of(position);
    }

    /** Ends the lease and answers its final position; empty when there is none, or no lease. */
    public OptionalLong revoke(SourcePartition partition) {
        Lease lease = leases.remove(partition);
        if (lease == null) {
            return OptionalLong.empty();
        }
        OptionalLong position = committable(lease);
        end(lease);
        return position;
    }

    /** Ends the lease without an answer: the partition has another owner. */
    public void lose(SourcePartition partition) {
        Lease lease = leases.remove(partition);
        if (lease != null) {
            end(lease);
        }
    }

    /** How many ranges under leases in force somebody still works on. */
    public int unfinishedRanges() {
        return unfinished;
    }

    /** Whether nobody works on anything under a lease in force. */
    public boolean isIdle() {
        return unfinished == 0;
    }

    /** The same for one partition; true when there is no lease. */
    public boolean isIdle(SourcePartition partition) {
        Lease lease = leases.get(partition);
        return lease == null || lease.unfinished == 0;
    }

    /** The range that has been in flight longest; null when there is none. */
    public @Nullable InFlightRange oldest() {
        InFlightRange oldest = null;
        for (Lease lease : leases.values()) {
            InFlightRange head = lease.ranges.peekFirst();
            if (head != null && (oldest == null || head.openedNanos() - oldest.openedNanos() < 0)) {
                oldest = head;
            }
        }
        return oldest;
    }

    private void end(Lease lease) {
        lease.end();
        lease.ranges.forEach(this::detach);
        lease.ranges.clear();
    }

    private void detach(InFlightRange range) {
        range.detached = true;
        if (range.parts > 0) {
            range.lease().unfinished--;
            unfinished--;
        }
    }

    private static void requirePart(InFlightRange range) {
        if (range.parts == 0) {
            throw new IllegalStateException("all parts of " + range + " have ended before");
        }
    }

    private void endPart(InFlightRange range) {
        requirePart(range);
        if (--range.parts > 0) {
            return;
        }
        if (!range.detached) {
            range.lease().unfinished--;
            unfinished--;
        }
        freed.accept(range, range.weight);
        range.weight = 0;
    }

    private static void advance(Lease lease) {
        InFlightRange head = lease.ranges.peekFirst();
        while (head != null && head.parts == 0 && !head.dropped) {
            lease.ranges.removeFirst();
            head.detached = true;
            head = lease.ranges.peekFirst();
        }
    }
}
