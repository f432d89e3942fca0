package org.lakeingest.testkit;

import org.assertj.core.api.AbstractAssert;
import org.lakeingest.api.OffsetRange;

/** Assertions about a half-open range of positions. */
public final class OffsetRangeAssert extends AbstractAssert<OffsetRangeAssert, OffsetRange> {
    OffsetRangeAssert(OffsetRange actual) {
        super(actual, OffsetRangeAssert.class);
    }

    public OffsetRangeAssert is(long start, long end) {
        return isEqualTo(new OffsetRange(start, end));
    }

    /** Starts where the other ended: nothing between, nothing twice. */
    public OffsetRangeAssert follows(OffsetRange before) {
        if (actual.start() != before.end()) {
            throw failure("range %s does not start where %s ended", actual, before);
        }
        return this;
    }
}
