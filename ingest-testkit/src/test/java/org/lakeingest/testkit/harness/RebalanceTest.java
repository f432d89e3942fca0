package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineState;

/** Partitions that come, go and are lost while work is open. */
class RebalanceTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final PipelineHarness harness = new PipelineHarness(
            7,
            2,
            PipelineOptions.defaults()
                    .withWorkers(2, 1)
                    .withBatch(new BatchOptions(
                            50_000, new DataSize(64 << 20), Duration.ofMinutes(5), Duration.ofMinutes(5))));
    private final SourcePartition first = harness.topic().partition(0);
    private final SourcePartition second = harness.topic().partition(1);

    private long rows(SourcePartition partition) {
        return harness.sink().rows().of(partition).size();
    }

    private void startWithRows(int records) {
        harness.topic().append(0, records);
        harness.topic().append(1, records);
        harness.startWithEverything();
        harness.runFor(Duration.ofSeconds(5));
    }

    @Test
    void anOpenBatchIsWrittenAndCommittedBeforeItsPartitionGoes() {
        startWithRows(100);
        assertThat(rows(first)).as("nothing is due by itself").isZero();
        harness.source(0).revoke(Set.of(first));
        harness.runUntil(() -> !harness.source(0).assigned().contains(first), MINUTE);
        harness.assertExactPrefix(first, 100);
    }

    @Test
    void otherPartitionsFlowOnAfterARevocation() {
        startWithRows(100);
        harness.source(0).revoke(Set.of(first));
        harness.runUntil(() -> rows(first) == 100, MINUTE);
        harness.topic().append(1, 100);
        harness.runFor(Duration.ofSeconds(5));
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(second, 200);
    }

    @Test
    void theNextOwnerGoesOnWhereTheRevocationCommitted() {
        startWithRows(100);
        harness.source(0).revoke(Set.of(first), () -> harness.source(1).assign(Set.of(first)));
        harness.topic().append(0, 60);
        harness.runUntil(() -> harness.source(1).assigned().contains(first), MINUTE);
        harness.runFor(Duration.ofSeconds(5));
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(first, 160);
    }

    @Test
    void aRevocationWaitsNoLongerThanItsGrace() {
        harness.sink().hang(batch -> true);
        startWithRows(100);
        harness.source(0).graceOf(Duration.ofSeconds(3));
        long before = harness.threads().nanoTime();
        harness.source(0).revoke(Set.of(first));
        harness.runUntil(() -> !harness.source(0).assigned().contains(first), MINUTE);
        assertThat(Duration.ofNanos(harness.threads().nanoTime() - before))
                .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(5));
        assertThat(harness.topic().committed(first)).isZero();
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.RUNNING);
    }

    @Test
    void aCompletionAfterLossMovesNothingAndIsCounted() {
        harness.sink().hang(batch -> true);
        startWithRows(100);
        harness.source(0).graceOf(Duration.ofSeconds(1));
        harness.source(0).revoke(Set.of(second));
        harness.runUntil(() -> harness.sink().openBatches() > 0, MINUTE);
        harness.source(0).lose(Set.of(first));
        harness.runUntil(() -> harness.source(0).assigned().isEmpty(), MINUTE);
        harness.sink().release();
        harness.runUntil(() -> rows(first) == 100, MINUTE);
        harness.runFor(Duration.ofSeconds(5));
        assertThat(harness.topic().committed(first)).isZero();
        assertThat(harness.count("ingest.completions.late")).isPositive();
        assertThat(harness.pipeline().health().inFlightBytes())
                .as("its memory is given back")
                .isZero();
    }

    @Test
    void aLostPartitionIsReadAgainByWhoeverHasItNext() {
        startWithRows(100);
        harness.source(0).lose(Set.of(first), () -> harness.source(1).assign(Set.of(first)));
        harness.runFor(Duration.ofSeconds(5));
        harness.stop(Duration.ofSeconds(25));
        assertThat(harness.topic().committed(first)).isEqualTo(100);
        assertThat(rows(first))
                .as("what the first owner had not written was dropped there")
                .isEqualTo(100);
    }

    @Test
    void whatWaitsForARetryIsForgottenWithItsLease() {
        harness.sink().failWhile(batch -> true, ScriptedSink.Code.AWAY);
        startWithRows(100);
        harness.source(0).graceOf(Duration.ofSeconds(2));
        harness.source(0).revoke(Set.of(first));
        harness.runUntil(() -> !harness.source(0).assigned().contains(first), MINUTE);
        harness.sink().recover();
        harness.runFor(Duration.ofSeconds(20));
        assertThat(rows(first)).isZero();
        assertThat(rows(second)).as("closed along with it, and still ours").isEqualTo(100);
        assertThat(harness.pipeline().health().inFlightBytes()).isZero();
    }

    @Test
    void aSecondRevocationDuringADrainLosesNothing() {
        harness.sink().hang(batch -> true);
        startWithRows(100);
        harness.source(0).graceOf(Duration.ofMinutes(1));
        harness.pipeline().stop(Duration.ofSeconds(25));
        harness.runFor(Duration.ofSeconds(1));
        harness.source(0).revoke(Set.of(first));
        harness.source(0).revoke(Set.of(second));
        harness.threads().schedule(Duration.ofSeconds(3), harness.sink()::release);
        harness.runUntilEnded();
        assertThat(harness.failure()).isNull();
        harness.assertExactPrefix(first, 100);
        harness.assertExactPrefix(second, 100);
    }

    @Test
    void aRevocationDuringADrainEndsWithTheDrainsDeadline() {
        harness.sink().hang(batch -> true);
        startWithRows(100);
        harness.source(0).graceOf(Duration.ofMinutes(3));
        harness.pipeline().stop(Duration.ofSeconds(5));
        harness.source(0).revoke(Set.of(first));
        long before = harness.threads().nanoTime();
        harness.runUntilEnded();
        assertThat(Duration.ofNanos(harness.threads().nanoTime() - before)).isLessThan(Duration.ofSeconds(8));
    }

    @Test
    void aPartitionThatComesBackStartsWhereItWasCommitted() {
        startWithRows(100);
        for (int i = 0; i < 5; i++) {
            harness.source(0).revoke(Set.of(first));
            harness.source(0).assign(Set.of(first));
            harness.topic().append(0, 20);
            harness.runFor(Duration.ofSeconds(2));
        }
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(first, 200);
    }

    @Test
    void whatTheSinkDoesNotHoldByHalfTheGraceIsLeftToTheNextOwner() {
        PipelineHarness slow = slowWithManyBatches();
        slow.source(0).graceOf(Duration.ofSeconds(4));
        slow.threads().schedule(Duration.ofSeconds(3), slow.sink()::release);
        slow.source(0).revoke(Set.of(first), () -> slow.source(1).assign(Set.of(first)));
        slow.runUntil(() -> slow.source(1).assigned().contains(first), MINUTE);
        assertThat(slow.topic().committed(first))
                .as("what the sink held became durable in time")
                .isPositive()
                .isLessThan(200)
                .isEqualTo(slow.sink().rows().of(first).size());
        slow.runUntilDurable(MINUTE);
        slow.stop(Duration.ofSeconds(25));
        slow.assertExactPrefix(first, 200);
        assertThat(slow.count("ingest.completions.late")).isZero();
    }

    @Test
    void aDrainLeavesTheSinkTimeForWhatItHolds() {
        PipelineHarness slow = slowWithManyBatches();
        slow.threads().schedule(Duration.ofSeconds(25), slow.sink()::release);
        slow.stop(Duration.ofSeconds(30));
        assertThat(slow.failure()).isNull();
        assertThat(slow.topic().committed(first)).isPositive().isLessThan(200);
        slow.assertExactPrefix(first, slow.topic().committed(first));
        slow.assertExactPrefix(second, slow.topic().committed(second));
    }

    /** Twenty batches of each partition are due, and the sink holds on to the first ones. */
    private static PipelineHarness slowWithManyBatches() {
        PipelineHarness slow = new PipelineHarness(
                7,
                2,
                PipelineOptions.defaults()
                        .withWorkers(2, 1)
                        .withBatch(new BatchOptions(
                                10, new DataSize(64 << 20), Duration.ofMinutes(5), Duration.ofMinutes(5))));
        slow.sink().hang(batch -> true);
        slow.startWithEverything();
        for (int i = 0; i < 20; i++) {
            slow.topic().append(0, 10);
            slow.topic().append(1, 10);
            slow.runFor(Duration.ofMillis(500));
        }
        return slow;
    }
}
