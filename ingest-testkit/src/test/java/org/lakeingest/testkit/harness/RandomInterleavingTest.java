package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.InFlightOptions;
import org.lakeingest.engine.PipelineOptions;

/**
 * Random work, rebalances and failures; after the dust has settled every row is there, and exactly once where nothing made a
 * second time unavoidable. A failure names its seed.
 */
class RandomInterleavingTest {
    @Test
    void nothingIsLostDoubledOrOutOfOrderAcrossOrderlyRebalances() {
        for (long seed = 0; seed < 100; seed++) {
            new Run(seed, false).go();
        }
    }

    @Test
    void nothingIsLostWhenPartitionsAreLostAndWritesHang() {
        for (long seed = 1000; seed < 1100; seed++) {
            new Run(seed, true).go();
        }
    }

    @Test
    void aBadRecordKeepsWhatIsBeforeItAndStopsBeforeWhatFollows() {
        for (long seed = 2000; seed < 2100; seed++) {
            new Run(seed, false).goUntilBadRecord();
        }
    }

    @Test
    @Tag("full")
    void thousandsOfInterleavings() {
        for (long seed = 10_000; seed < 16_000; seed++) {
            new Run(seed, seed % 2 == 0).go();
            new Run(seed, false).goUntilBadRecord();
        }
    }

    /** Each is some two thousand steps of threads that take turns at random; {@code chaos.interleavings} says how many. */
    @Test
    @Tag("chaos")
    void aMillionInterleavings() {
        LongStream.range(0, Long.getLong("chaos.interleavings", 1_000_000))
                .parallel()
                .forEach(n -> {
                    if (n % 4 == 3) {
                        new Run(100_000 + n, false).goUntilBadRecord();
                    } else {
                        new Run(100_000 + n, n % 2 == 0).go();
                    }
                });
    }

    /** A group coordinator that rolls dice. */
    private static final class Run {
        private final long seed;
        private final boolean rough;
        private final Random dice;
        private final PipelineHarness harness;
        private final int workers;
        private final Map<SourcePartition, Integer> owners = new HashMap<>();
        private final Set<SourcePartition> moving = new java.util.HashSet<>();

        Run(long seed, boolean rough) {
            this.seed = seed;
            this.rough = rough;
            this.dice = new Random(seed * 31 + 7);
            this.workers = 1 + dice.nextInt(3);
            BatchOptions batch = new BatchOptions(
                    5 + dice.nextInt(40),
                    new DataSize(1 << 20),
                    Duration.ofMillis(200 + dice.nextInt(2000)),
                    Duration.ofMillis(50 + dice.nextInt(500)));
            Optional<DataSize> high = dice.nextBoolean() ? Optional.empty() : Optional.of(new DataSize(2000));
            PipelineOptions options = PipelineOptions.defaults()
                    .withWorkers(workers, 1 + dice.nextInt(2))
                    .withBatch(batch)
                    .withInFlight(new InFlightOptions(high, Optional.empty()));
            this.harness = new PipelineHarness(seed, 1 + dice.nextInt(5), options);
        }

        void go() {
            try {
                harness.pipeline().start();
                for (int i = 0; i < workers && !rough; i++) {
                    harness.source(i).graceOf(Duration.ofMinutes(1));
                }
                harness.topic().all().forEach(partition -> give(partition, dice.nextInt(workers)));
                for (int i = 0; i < 60; i++) {
                    act();
                    for (int step = dice.nextInt(60); step > 0; step--) {
                        harness.threads().step();
                    }
                }
                harness.sink().recover();
                harness.sink().release();
                harness.runUntil(moving::isEmpty, Duration.ofMinutes(2));
                harness.runUntil(this::isSettled, Duration.ofMinutes(2));
                harness.stop(Duration.ofSeconds(25));
                check();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }

        /** Two partitions get a bad record, one for the decoder and one for the sink; whichever is met first ends it. */
        void goUntilBadRecord() {
            SourcePartition refused =
                    harness.topic().partition(dice.nextInt(harness.topic().partitions()));
            long offset = dice.nextInt(60);
            harness.sink().refuse(row -> row.partition().equals(refused) && row.offset() == offset);
            try {
                harness.pipeline().start();
                for (int i = 0; i < workers; i++) {
                    harness.source(i).graceOf(Duration.ofMinutes(1));
                }
                harness.topic().all().forEach(partition -> give(partition, dice.nextInt(workers)));
                for (int i = 0; i < 20; i++) {
                    act();
                    for (int step = dice.nextInt(60); step > 0; step--) {
                        harness.threads().step();
                    }
                }
                harness.topic().appendPoison(dice.nextInt(harness.topic().partitions()));
                harness.topic().append(refused.number(), 100);
                harness.runUntilEnded();
                checkUpToBadRecord(refused, offset);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }

        private void checkUpToBadRecord(SourcePartition refused, long offset) {
            assertThat(harness.failure()).hasMessageContaining("offset");
            assertThat(harness.deaths()).isEmpty();
            for (SourcePartition partition : harness.topic().all()) {
                harness.assertExactPrefix(partition, harness.topic().committed(partition));
            }
            assertThat(harness.topic().committed(refused)).isLessThanOrEqualTo(offset);
        }

        /**
         * Durable, and after a loss also committed: what a former owner wrote late does not count for the present one, and may still be
         * tried again, which must come to an end before a stop cuts it off.
         */
        private boolean isSettled() {
            if (rough && harness.pipeline().health().inFlightBytes() > 0) {
                return false;
            }
            for (SourcePartition partition : harness.topic().all()) {
                long end = harness.topic().end(partition);
                if (harness.sink().rows().prefix(partition) < end
                        || (rough && harness.topic().committed(partition) < end)) {
                    return false;
                }
            }
            return true;
        }

        private void act() {
            SourcePartition partition =
                    harness.topic().partition(dice.nextInt(harness.topic().partitions()));
            switch (dice.nextInt(rough ? 8 : 6)) {
                case 0, 1, 2 -> harness.topic().append(partition.number(), dice.nextInt(30));
                case 3 -> move(partition, dice.nextInt(workers));
                case 4 -> harness.sink().failNext(1 + dice.nextInt(5), ScriptedSink.Code.AWAY);
                case 5 -> harness.sink().recover();
                case 6 -> lose(partition, dice.nextInt(workers));
                default -> hangOrRelease(partition);
            }
        }

        private void hangOrRelease(SourcePartition partition) {
            if (dice.nextBoolean()) {
                harness.sink().hang(batch -> batch.partition().equals(partition));
            } else {
                harness.sink().release();
            }
        }

        private void give(SourcePartition partition, int worker) {
            owners.put(partition, worker);
            harness.source(worker).assign(Set.of(partition));
        }

        private void move(SourcePartition partition, int to) {
            Integer from = owners.get(partition);
            if (from != null && moving.add(partition)) {
                harness.source(from).revoke(Set.of(partition), () -> {
                    moving.remove(partition);
                    give(partition, to);
                });
            }
        }

        private void lose(SourcePartition partition, int to) {
            Integer from = owners.get(partition);
            if (from != null && moving.add(partition)) {
                harness.source(from).lose(Set.of(partition), () -> {
                    moving.remove(partition);
                    give(partition, to);
                });
            }
        }

        private void check() {
            assertThat(harness.failure()).isNull();
            assertThat(harness.deaths()).isEmpty();
            assertThat(harness.pipeline().health().inFlightBytes())
                    .as("bytes in flight at the end")
                    .isZero();
            for (SourcePartition partition : harness.topic().all()) {
                long end = harness.topic().end(partition);
                assertThat(harness.topic().committed(partition)).isEqualTo(end);
                if (rough) {
                    checkRunsWithoutGaps(harness.sink().rows().of(partition), end);
                } else {
                    harness.assertExactPrefix(partition, end);
                }
            }
        }

        /** Rows may come again after a loss, from an earlier offset on, but none is skipped. */
        private void checkRunsWithoutGaps(List<Long> offsets, long end) {
            long next = 0;
            for (long offset : offsets) {
                assertThat(offset).as("offset after %d", next - 1).isLessThanOrEqualTo(next);
                next = Math.max(next, offset + 1);
            }
            assertThat(next).isEqualTo(end);
        }
    }
}
