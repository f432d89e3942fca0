package org.lakeingest.testkit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.Source;

/** Polls for an hour, wakes the source from another thread, and interrupts the poll when that did not help. */
final class WakeupProbe {
    private final Source source;
    private final Duration patience;
    private final CountDownLatch returned = new CountDownLatch(1);
    private volatile boolean late;

    WakeupProbe(Source source, Duration patience) {
        this.source = source;
        this.patience = patience;
    }

    List<RecordBatch> poll() throws InterruptedException {
        Thread poller = Thread.currentThread();
        Thread waker = new Thread(() -> wakeUp(poller), "waker");
        waker.start();
        try {
            return source.poll(Duration.ofHours(1));
        } finally {
            returned.countDown();
            waker.join();
        }
    }

    private void wakeUp(Thread poller) {
        source.wakeup();
        try {
            if (!returned.await(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                late = true;
                poller.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean wasLate() {
        return late;
    }
}
