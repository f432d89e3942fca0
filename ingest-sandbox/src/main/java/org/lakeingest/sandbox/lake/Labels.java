package org.lakeingest.sandbox.lake;

import java.time.Clock;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The values of {@code deduplicate_label} that were committed, for a day. One memory for all tables and kinds of statement. A label is
 * looked up when a statement starts and put down when it is committed, so that two statements at once may both do their work, as in the lake.
 * Thread-safe.
 */
final class Labels {
    private static final long DAY_MILLIS = 86_400_000;

    private final Clock clock;
    private final Map<String, Long> ends = new ConcurrentHashMap<>();

    Labels(Clock clock) {
        this.clock = clock;
    }

    boolean known(String label) {
        Long end = ends.get(label);
        return end != null && end > clock.millis();
    }

    void put(Collection<String> labels) {
        for (String label : labels) {
            ends.put(label, clock.millis() + DAY_MILLIS);
        }
    }
}
