package org.lakeingest.api;

/** Positions {@code [start, end)}. A position is always the next offset to read, never the last one read. */
public record OffsetRange(long start, long end) {
    /** @throws IllegalArgumentException when the start is negative or behind the end */
    public OffsetRange {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("Not an offset range: [" + start + ", " + end + ")");
        }
    }

    /** Whether it holds no position; such a range still says where to go on. */
    public boolean isEmpty() {
        return start == end;
    }

    public boolean contains(long position) {
        return start <= position && position < end;
    }
}
