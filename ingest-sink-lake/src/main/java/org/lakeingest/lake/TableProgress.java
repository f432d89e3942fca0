package org.lakeingest.lake;

import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how far the look at many tables has got; nothing for a few. Thread-safe. */
final class TableProgress {
    private static final Logger LOG = LoggerFactory.getLogger(TableProgress.class);
    private static final int STEP = 250;
    private static final int FEW = 100;

    private final int total;
    private final AtomicInteger checked = new AtomicInteger();

    TableProgress(int total) {
        this.total = total;
    }

    /** One more was looked at, and created where it was absent. */
    void checked() {
        int now = checked.incrementAndGet();
        if (total >= FEW && (now % STEP == 0 || now == total)) {
            LOG.info("tables checked {}/{}", now, total);
        }
    }
}
