package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.MaxDeadLetterOptions;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.PipelineOptions;

/** Partitions come and go while records are given up. */
class RebalancedLettersTest {
    private static final int RECORDS = 120;
    private static final PipelineOptions TWO_WORKERS = PipelineOptions.defaults()
            .withWorkers(2, 1)
            .withBatch(new BatchOptions(25, new DataSize(1 << 20), Duration.ofMillis(400), Duration.ofMillis(100)))
            .withOnError(OnErrorOptions.all(ErrorPolicy.DEAD_LETTER), new MaxDeadLetterOptions(100, 1000));

    @Test
    void lettersOfARevokedPartitionThatWereNotDurableAreReadAgain() {
        for (long seed = 0; seed < 40; seed++) {
            RejectsRig rig = new RejectsRig(seed, 1, true, TWO_WORKERS);
            SourcePartition partition = rig.topic.partition(0);
            rig.topic.append(0, 10);
            rig.topic.appendPoison(0);
            rig.topic.append(0, 10);
            rig.queue.hang();
            rig.sources.get(0).graceOf(Duration.ofSeconds(2));
            rig.start();
            rig.runUntil(() -> rig.queue.openSends() == 1);
            rig.sources
                    .get(0)
                    .revoke(Set.of(partition), () -> rig.sources.get(1).assign(Set.of(partition)));
            rig.runUntil(() -> rig.queue.sends() > 1);
            assertThat(rig.topic.committed(partition)).isLessThanOrEqualTo(10);
            rig.queue.release();
            rig.runUntilCommitted();
            rig.stop();
            assertThat(rig.queue.of(partition)).as("seed %d", seed).isNotEmpty().containsOnly(10L);
            assertThat(rig.sink.of(partition, Target.DEFAULT).stream()
                            .distinct()
                            .toList())
                    .isEqualTo(offsets(21, 10));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rowsAreThereOnceAndEachOtherRecordHasItsLetter(boolean queue) {
        for (long seed = 0; seed < 40; seed++) {
            try {
                new Run(seed, queue).go();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static List<Long> offsets(long end, long without) {
        return LongStream.range(0, end)
                .filter(offset -> offset != without)
                .boxed()
                .toList();
    }

    private static boolean isBad(long offset) {
        return isPoison(offset) || offset % 13 == 5 || offset % 17 == 2;
    }

    private static boolean isPoison(long offset) {
        return offset % 11 == 3;
    }

    private static final class Run {
        private final Random dice;
        private final RejectsRig rig;
        private final boolean queue;
        private final int[] owners = new int[2];
        private final Set<SourcePartition> moving = new HashSet<>();

        Run(long seed, boolean queue) {
            this.dice = new Random(seed);
            this.queue = queue;
            this.rig = new RejectsRig(seed, owners.length, queue, TWO_WORKERS);
        }

        void go() {
            for (int partition = 0; partition < owners.length; partition++) {
                for (int offset = 0; offset < RECORDS; offset++) {
                    if (isPoison(offset)) {
                        rig.topic.appendPoison(partition);
                    } else {
                        rig.topic.append(partition, 1);
                    }
                }
            }
            rig.sink.namesTheRecord = dice.nextBoolean();
            rig.sink.bad = row -> row.offset() % 13 == 5;
            rig.unfit = (partition, offset) -> offset % 17 == 2;
            rig.start();
            for (int i = 0; i < 12; i++) {
                for (int step = dice.nextInt(150); step > 0; step--) {
                    rig.threads.step();
                }
                rig.queue.failNext(dice.nextInt(2), ScriptedSink.Code.UNKNOWN);
                move(rig.topic.partition(dice.nextInt(owners.length)));
            }
            rig.runUntil(moving::isEmpty);
            rig.runUntilCommitted();
            rig.stop();
            assertThat(rig.failure()).isNull();
            assertThat(rig.deaths).isEmpty();
            assertThat(rig.pipeline.health().inFlightBytes()).isZero();
            rig.topic.all().forEach(this::check);
        }

        private void move(SourcePartition partition) {
            int from = owners[partition.number()];
            int to = 1 - from;
            if (!moving.add(partition)) {
                return;
            }
            Runnable then = () -> {
                moving.remove(partition);
                owners[partition.number()] = to;
                rig.sources.get(to).assign(Set.of(partition));
            };
            if (dice.nextInt(3) == 0) {
                rig.sources.get(from).lose(Set.of(partition), then);
            } else {
                rig.sources.get(from).revoke(Set.of(partition), then);
            }
        }

        private void check(SourcePartition partition) {
            assertThat(rig.sink.of(partition, FanOut.OTHER))
                    .isEqualTo(LongStream.range(0, RECORDS)
                            .filter(offset -> !isBad(offset) && FanOut.rowsOf(offset) > 1)
                            .boxed()
                            .toList());
            List<Long> bad = LongStream.range(0, RECORDS)
                    .filter(RebalancedLettersTest::isBad)
                    .boxed()
                    .toList();
            if (queue) {
                assertThat(rig.queue.of(partition)).containsAll(bad);
                assertThat(bad).containsAll(rig.queue.of(partition));
            } else {
                assertThat(rig.sink.letters.stream()
                                .filter(letter -> letter.partition().equals(partition))
                                .map(RejectedRecord::offset)
                                .toList())
                        .isEqualTo(bad);
            }
        }
    }
}
