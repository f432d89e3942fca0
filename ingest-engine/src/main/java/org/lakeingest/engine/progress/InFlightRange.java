package org.lakeingest.engine.progress;

/**
 * What one poll returned of one partition, until it is durable. Other threads carry it around as a token and read only what
 * is final; the rest belongs to the poll thread.
 */
public final class InFlightRange {
    private final Lease lease;
    private final long start;
    private final long openedNanos;

    private long firstNumber;

    /** Moves down when the range is cut. */
    long end;

    /** How many pieces of work have yet to end before the range has. */
    int parts = 1;

    /** Bytes to give back to the budget once nobody works on the range. */
    long weight;

    /** A part of it was given up, so it will never be durable as a whole. */
    boolean dropped;

    /** No longer among the ranges of its lease: the lease has ended or was cut before it. */
    boolean detached;

    InFlightRange(Lease lease, long start, long end, long weight, long openedNanos) {
        this.lease = lease;
        this.start = start;
        this.end = end;
        this.weight = weight;
        this.openedNanos = openedNanos;
    }

    public Lease lease() {
        return lease;
    }

    public long start() {
        return start;
    }

    /** Before the range is handed on: the number of its first record, of all that the pipeline has read. */
    public InFlightRange numbered(long number) {
        firstNumber = number;
        return this;
    }

    /** See {@link #numbered}; the others follow. */
    public long firstNumber() {
        return firstNumber;
    }

    /** When it was polled, in the time of the engine's threads. */
    public long openedNanos() {
        return openedNanos;
    }

    @Override
    public String toString() {
        return lease + " from " + start;
    }
}
