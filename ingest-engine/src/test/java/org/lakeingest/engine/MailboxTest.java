package org.lakeingest.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lakeingest.api.RecordBatch;

class MailboxTest {
    private static final int POSTERS = 3;
    private static final int WAKEUPS = 500;

    private final SystemThreads threads = new SystemThreads("test");
    private final AtomicBoolean inCallback = new AtomicBoolean();
    private final AtomicInteger wakeups = new AtomicInteger();
    private final AtomicInteger wakeupsInCallback = new AtomicInteger();
    private final Mailbox mailbox = new Mailbox(threads, () -> {
        wakeups.incrementAndGet();
        if (inCallback.get()) {
            wakeupsInCallback.incrementAndGet();
        }
    });

    @Test
    @Timeout(60)
    void nobodyWakesThePollThreadDuringACallbackAndNoMailIsLost() throws InterruptedException {
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger read = new AtomicInteger();
        CountDownLatch posted = new CountDownLatch(POSTERS);
        for (int i = 0; i < POSTERS; i++) {
            threads.serial("poster-" + i).execute(() -> {
                while (wakeups.get() < WAKEUPS) {
                    sent.incrementAndGet();
                    mailbox.post(read::incrementAndGet);
                    spin(100);
                }
                posted.countDown();
            });
        }
        while (posted.getCount() > 0) {
            mailbox.whilePolling(this::pollWithCallback, Duration.ZERO);
            mailbox.drain();
        }
        mailbox.drain();
        threads.close();
        assertThat(read).hasValue(sent.get());
        assertThat(wakeupsInCallback).hasValue(0);
    }

    private List<RecordBatch> pollWithCallback(Duration timeout) {
        spin(50);
        mailbox.whileInCallback(() -> {
            inCallback.set(true);
            spin(50);
            inCallback.set(false);
        });
        spin(50);
        return List.of();
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void onlyTheFirstOfManyWakesAndOnlyAWaitingThread() {
        mailbox.post(() -> {});
        assertThat(wakeups).hasValue(0);
        mailbox.drain();
        mailbox.whilePolling(
                timeout -> {
                    mailbox.post(() -> {});
                    mailbox.post(() -> {});
                    mailbox.postQuietly(() -> {});
                    return List.of();
                },
                Duration.ofSeconds(1));
        assertThat(wakeups).hasValue(1);
    }

    @Test
    void aPollWithMailWaitingDoesNotWait() {
        mailbox.postQuietly(() -> {});
        mailbox.whilePolling(
                timeout -> {
                    assertThat(timeout).isZero();
                    return List.of();
                },
                Duration.ofSeconds(1));
    }
}
