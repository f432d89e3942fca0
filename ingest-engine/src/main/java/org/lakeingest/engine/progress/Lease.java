package org.lakeingest.engine.progress;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.SourcePartition;

/**
 * One period of owning one partition. Its ranges belong to the poll thread; the flags may be read by any thread, so that
 * others can stop working for a partition that is gone. Compared by identity.
 */
public final class Lease {
    private final SourcePartition partition;
    private final long number;
    private final int lane;

    /** In order of their positions, without gaps; the first is the oldest that is not durable. */
    final ArrayDeque<InFlightRange> ranges = new ArrayDeque<>();

    /** Where the next range must start; -1 until the first. */
    long next = -1;

    /** Of {@link #ranges}, those that somebody still works on. */
    int unfinished;

    private volatile boolean active = true;
    private volatile boolean ending;
    private volatile long limit = Long.MAX_VALUE;
    private volatile long claimEpoch;

    Lease(SourcePartition partition, long number, int lane) {
        this.partition = partition;
        this.number = number;
        this.lane = lane;
    }

    public SourcePartition partition() {
        return partition;
    }

    /** Grows with every lease, whatever the partition. */
    public long number() {
        return number;
    }

    /** The lane that works on this partition for as long as the lease lasts. */
    public int lane() {
        return lane;
    }

    /** Whether the partition is still owned under this lease. Any thread. */
    public boolean isActive() {
        return active;
    }

    void end() {
        active = false;
    }

    /**
     * The lease ends soon: nothing more is handed to the sink, so that what the sink holds may become durable in time. What is
     * written after the end of a lease is written again by the next owner. Poll thread.
     */
    public void stopWriting() {
        ending = true;
    }

    /** Whether rows may still be handed to the sink under this lease. Any thread. */
    public boolean isWritable() {
        return active && !ending;
    }

    /** Nothing at or past this position may be written: a record there was given up, or the lease was fenced. Any thread. */
    public long limit() {
        return limit;
    }

    /** Lowers the {@link #limit}. Called by the partition's lane only, so a plain comparison will do. */
    public void limitTo(long position) {
        limit = Math.min(limit, position);
    }

    public boolean isLimited() {
        return limit != Long.MAX_VALUE;
    }

    /** Of the claim that the partition is read under; 0 without one. */
    public long claimEpoch() {
        return claimEpoch;
    }

    public void claimedUnder(long epoch) {
        claimEpoch = epoch;
    }

    /** The oldest range that is not durable; null when there is none. Poll thread. */
    public @Nullable InFlightRange oldest() {
        return ranges.peekFirst();
    }

    @Override
    public String toString() {
        return partition.stream() + "-" + partition.number() + " (lease " + number + ")";
    }
}
