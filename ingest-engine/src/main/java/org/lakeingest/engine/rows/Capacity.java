package org.lakeingest.engine.rows;

/** How arrays grow. */
final class Capacity {
    private static final int LARGEST = Integer.MAX_VALUE - 8;

    private Capacity() {}

    /** Half as much again, and at least what is needed. */
    static int grown(int capacity, long needed) {
        if (needed > LARGEST) {
            throw new IllegalStateException("a column of one batch cannot hold " + needed + " elements");
        }
        long wanted = Math.max(16, capacity + (capacity >> 1));
        return (int) Math.min(LARGEST, Math.max(needed, wanted));
    }

    /** What a row took, in sixteenths, so that small elements are not rounded away; the guess of before when no row was seen. */
    static long perRow(long used, int rows, long before) {
        return rows == 0 ? before : (used * 16 + rows - 1) / rows;
    }

    /** Room for that many rows. */
    static int expected(int rows, long perRow) {
        return (int) Math.min(LARGEST, rows * perRow / 16);
    }

    /** The same with an eighth to spare, for lengths that vary. */
    static int ample(int rows, long perRow) {
        return expected(rows, perRow + perRow / 8);
    }
}
