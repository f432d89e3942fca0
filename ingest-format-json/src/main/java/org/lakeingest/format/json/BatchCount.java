package org.lakeingest.format.json;

import org.lakeingest.api.Metrics;

/** Counts during a batch and reports once behind it. Confined to one thread. */
final class BatchCount {
    private final Metrics.Counter counter;
    private long count;

    BatchCount(Metrics.Counter counter) {
        this.counter = counter;
    }

    void one() {
        count++;
    }

    void report() {
        if (count > 0) {
            counter.add(count);
            count = 0;
        }
    }
}
