package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.PipelineOptions;

/** When a batch closes: by rows, bytes, age and idleness, in virtual time. */
class BatchClosingTest {
    private static final Duration NEVER = Duration.ofDays(1);
    private static final DataSize HUGE = new DataSize(1L << 40);

    private static PipelineHarness harness(BatchOptions batch) {
        return new PipelineHarness(13, 2, PipelineOptions.defaults().withBatch(batch)).startWithEverything();
    }

    private static Duration timeUntilWritten(PipelineHarness harness) {
        long before = harness.threads().nanoTime();
        harness.runUntil(() -> harness.sink().writes() > 0, Duration.ofMinutes(5));
        return Duration.ofNanos(harness.threads().nanoTime() - before);
    }

    @Test
    void aBatchWithoutNewRecordsClosesWhenIdle() {
        PipelineHarness harness = harness(new BatchOptions(50_000, HUGE, NEVER, Duration.ofSeconds(7)));
        harness.runFor(Duration.ofSeconds(1));
        harness.topic().append(0, 5);
        assertThat(timeUntilWritten(harness)).isBetween(Duration.ofSeconds(7), Duration.ofMillis(7_500));
    }

    @Test
    void aBatchThatKeepsGrowingSlowlyClosesByAge() {
        PipelineHarness harness = harness(new BatchOptions(50_000, HUGE, Duration.ofSeconds(9), Duration.ofSeconds(5)));
        harness.runFor(Duration.ofSeconds(1));
        for (int i = 0; i < 8; i++) {
            harness.topic().append(0, 1);
            harness.runFor(Duration.ofSeconds(1));
        }
        assertThat(harness.sink().writes()).as("neither idle nor old").isZero();
        assertThat(timeUntilWritten(harness)).isLessThan(Duration.ofMillis(1_500));
    }

    @Test
    void aBatchClosesByRowsAndAllPartitionsOfItsLaneWithIt() {
        PipelineHarness harness = harness(new BatchOptions(40, HUGE, NEVER, NEVER));
        harness.topic().append(0, 30);
        harness.runFor(Duration.ofSeconds(5));
        assertThat(harness.sink().writes()).isZero();
        harness.topic().append(1, 30);
        harness.runUntil(() -> harness.sink().writes() > 0, Duration.ofMinutes(1));
        List<String> group = harness.sink().groups().get(0);
        assertThat(group).hasSize(2);
    }

    @Test
    void aBatchClosesByBytes() {
        PipelineHarness harness = harness(new BatchOptions(50_000, new DataSize(2_000), NEVER, NEVER));
        harness.topic().append(0, 200);
        harness.runUntil(() -> harness.sink().writes() > 0, Duration.ofMinutes(1));
        assertThat(harness.sink().rows().total()).isLessThan(200);
    }

    @Test
    void aRangeWithoutRowsMovesThePosition() {
        PipelineHarness harness = harness(BatchOptions.defaults());
        harness.topic().appendSkipped(0, 25);
        harness.runUntil(() -> harness.topic().committed(harness.topic().partition(0)) == 25, Duration.ofMinutes(1));
        assertThat(harness.sink().rows().total()).isZero();
    }
}
