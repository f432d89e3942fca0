package org.lakeingest.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SystemThreadsTest {
    private final SystemThreads threads = new SystemThreads("test");
    private final Map<String, Throwable> deaths = new ConcurrentHashMap<>();

    SystemThreadsTest() {
        threads.onFatal(deaths::put);
    }

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void aSerialThreadKeepsTheOrderAndFinishesWhatItWasGiven() throws InterruptedException {
        List<Integer> ran = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        try (EngineThreads.Serial serial = threads.serial("lane")) {
            IntStream.range(0, 1000).forEach(i -> serial.execute(() -> ran.add(i)));
            serial.execute(done::countDown);
        }
        done.await();
        assertThat(ran)
                .containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
    }

    @Test
    void whatIsGivenToAClosedThreadIsDropped() {
        EngineThreads.Serial serial = threads.serial("lane");
        serial.close();
        serial.execute(() -> deaths.put("ran", new AssertionError()));
        assertThat(deaths).isEmpty();
    }

    @Test
    void everyDeathReachesTheFatalHandlerWithTheThreadsName() {
        OutOfMemoryError scripted = new OutOfMemoryError("scripted");
        threads.serial("lane").execute(() -> {
            throw scripted;
        });
        threads.loop("poll", () -> {
            throw scripted;
        });
        threads.schedule(Duration.ZERO, () -> {
            throw scripted;
        });
        threads.cpu().execute(() -> {
            throw scripted;
        });
        await().until(() -> deaths.size() == 4);
        assertThat(deaths).containsOnlyKeys("test-lane", "test-poll", "test-timer", "test-cpu-0");
    }

    @Test
    void aLoopEndsWhenItsStepSaysSo() {
        AtomicInteger steps = new AtomicInteger();
        AtomicBoolean ended = new AtomicBoolean();
        threads.loop("poll", () -> {
            boolean again = steps.incrementAndGet() < 5;
            ended.set(!again);
            return again;
        });
        await().untilTrue(ended);
        assertThat(steps).hasValue(5);
    }

    @Test
    void aTimerThatWasCancelledDoesNotRun() {
        AtomicBoolean ran = new AtomicBoolean();
        AtomicBoolean later = new AtomicBoolean();
        threads.schedule(Duration.ofMillis(20), () -> ran.set(true)).cancel();
        threads.schedule(Duration.ofMillis(40), () -> later.set(true));
        await().untilTrue(later);
        assertThat(ran).isFalse();
    }

    @Test
    void waitingForMailEndsWithTheMailOrTheTime() {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        assertThat(threads.await(queue, Duration.ofMillis(1))).isNull();
        threads.schedule(Duration.ofMillis(5), () -> queue.add("mail"));
        assertThat(threads.await(queue, Duration.ofMinutes(1))).isEqualTo("mail");
    }
}
