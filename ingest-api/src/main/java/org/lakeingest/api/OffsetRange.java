package org.lakeingest.api;

/** Positions {@code [start, end)}. A position is always the next offset to read, never the last one read. */
public record OffsetRange(long start, long end) {
    public OffsetRange {
        if (start < 0 || end < start) {
            throw new IllegalArgumentException("Not an offset range: [" + start + ", " + end + ")");
        }
    }
}
