package org.lakeingest.engine.reject;

/**
 * Counts, over the last so many records read, those given up. Records are known by their number in the order of reading, so that
 * it does not matter when a bad one is found: a batch that is divided long after it was read counts where it was read.
 *
 * <p>The window is kept in slices, and the smallest excess it sees is off by one slice at most, to the side of going on. Not
 * thread-safe.
 */
final class RejectCap {
    private static final int SLICES = 64;
    /** What is older than this many windows is not counted any more. */
    private static final int WINDOWS = 4;

    private final long allowed;
    private final long width;
    private final long[] slices = new long[SLICES * WINDOWS];
    private final long[] counts = new long[SLICES * WINDOWS];

    RejectCap(long window, long allowed) {
        this.allowed = allowed;
        this.width = Math.max(1, window / SLICES);
    }

    /** Counts a record; answers whether a window that holds it holds too many. */
    boolean isAbove(long number) {
        long slice = number / width;
        int index = (int) (slice % slices.length);
        if (slices[index] > slice) {
            return false;
        }
        if (slices[index] < slice) {
            slices[index] = slice;
            counts[index] = 0;
        }
        counts[index]++;
        return most(slice) > allowed;
    }

    /** The most that a window which holds this slice holds. */
    private long most(long slice) {
        long sum = 0;
        for (long at = slice - SLICES + 1; at <= slice; at++) {
            sum += count(at);
        }
        long most = sum;
        for (long last = slice + 1; last < slice + SLICES; last++) {
            sum += count(last) - count(last - SLICES);
            most = Math.max(most, sum);
        }
        return most;
    }

    private long count(long slice) {
        if (slice < 0) {
            return 0;
        }
        int index = (int) (slice % slices.length);
        return slices[index] == slice ? counts[index] : 0;
    }
}
