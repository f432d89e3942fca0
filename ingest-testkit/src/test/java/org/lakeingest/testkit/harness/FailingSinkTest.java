package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.InFlightOptions;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineState;
import org.lakeingest.engine.RetryOptions;

/** A sink that is away, slow, or wants something changed. */
class FailingSinkTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int HIGH_MARK = 20_000;

    private PipelineHarness harness = new PipelineHarness(
            11,
            3,
            PipelineOptions.defaults()
                    .withInFlight(new InFlightOptions(Optional.of(new DataSize(HIGH_MARK)), Optional.empty())));

    @Test
    void fiveMinutesWithoutTheSinkEndWithinFiveSecondsOfItsReturnAndWithoutADouble() {
        harness.startWithEverything();
        harness.sink().failWhile(batch -> true, ScriptedSink.Code.AWAY);
        int polls = harness.source(0).polls();
        long most = 0;
        for (int second = 0; second < 300; second++) {
            harness.topic().all().forEach(partition -> harness.topic().append(partition.number(), 10));
            harness.runFor(Duration.ofSeconds(1));
            most = Math.max(most, harness.pipeline().health().inFlightBytes());
        }
        assertThat(most).as("bytes in flight stay near the high mark").isBetween(1L, 2L * HIGH_MARK);
        assertThat(harness.source(0).polls() - polls)
                .as("the member went on polling")
                .isGreaterThan(1000);
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.RUNNING);
        long before = harness.sink().rows().total();
        harness.sink().recover();
        harness.runUntil(() -> harness.sink().rows().total() > before, Duration.ofSeconds(5));
        harness.runUntilDurable(MINUTE);
        harness.stop(Duration.ofSeconds(25));
        harness.topic().all().forEach(partition -> harness.assertExactPrefix(partition, 3000));
    }

    @Test
    void aBacklogBeyondTheBudgetPausesAndThenFlowsOn() {
        harness.topic().all().forEach(partition -> harness.topic().append(partition.number(), 20_000));
        harness.sink().hang(batch -> true);
        harness.startWithEverything();
        harness.runFor(Duration.ofSeconds(20));
        assertThat(harness.source(0).paused())
                .isEqualTo(Set.copyOf(harness.topic().all()));
        assertThat(harness.pipeline().health().inFlightBytes()).isLessThan(2L * HIGH_MARK);
        harness.sink().release();
        harness.runUntilDurable(Duration.ofMinutes(10));
        harness.stop(Duration.ofSeconds(25));
        harness.topic().all().forEach(partition -> harness.assertExactPrefix(partition, 20_000));
    }

    @Test
    void aPartitionWhoseWritesWaitIsPausedAndTheOthersFlow() {
        SourcePartition stuck = harness.topic().partition(1);
        harness.sink().failWhile(batch -> batch.partition().equals(stuck), ScriptedSink.Code.AWAY);
        harness.topic().all().forEach(partition -> harness.topic().append(partition.number(), 50));
        harness.startWithEverything();
        harness.runUntil(() -> harness.source(0).paused().equals(Set.of(stuck)), MINUTE);
        for (int i = 0; i < 20; i++) {
            harness.topic().append(0, 20);
            harness.topic().append(2, 20);
            harness.runFor(Duration.ofSeconds(3));
        }
        assertThat(harness.sink().rows().of(stuck)).isEmpty();
        assertThat(harness.sink().rows().of(harness.topic().partition(0))).hasSizeGreaterThan(300);
        assertThat(harness.sink().rows().of(harness.topic().partition(2))).hasSizeGreaterThan(300);
        harness.sink().recover();
        harness.runUntilDurable(MINUTE);
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(stuck, 50);
    }

    @Test
    void aPartitionThatWaitsForAPersonIsNamedAndItsLaneGoesOnWithTheOthers() {
        SourcePartition stuck = harness.topic().partition(1);
        harness.sink().failWhile(batch -> batch.partition().equals(stuck), ScriptedSink.Code.WAITS_FOR_A_PERSON);
        harness.topic().append(1, 50);
        harness.startWithEverything();
        harness.runUntil(() -> harness.source(0).paused().equals(Set.of(stuck)), MINUTE);
        for (int i = 0; i < 40; i++) {
            harness.topic().append(0, 20);
            harness.topic().append(1, 20);
            harness.topic().append(2, 20);
            harness.runFor(Duration.ofSeconds(3));
        }
        assertThat(harness.sink().rows().of(stuck)).isEmpty();
        assertThat(harness.sink().rows().prefix(harness.topic().partition(0))).isGreaterThanOrEqualTo(780);
        assertThat(harness.sink().rows().prefix(harness.topic().partition(2))).isGreaterThanOrEqualTo(780);
        assertThat(harness.pipeline().health().ready()).isFalse();
        assertThat(harness.pipeline().health().live()).isTrue();
        assertThat(harness.pipeline().health().reason())
                .contains("1 partitions wait until somebody acts", "WAITS_FOR_A_PERSON");
        harness.sink().recover();
        harness.runUntilDurable(MINUTE);
        assertThat(harness.pipeline().health().ready()).isTrue();
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(stuck, 850);
    }

    @Test
    void aBacklogThatWaitsForAPersonGivesItsMemoryToTheOthers() {
        SourcePartition stuck = harness.topic().partition(1);
        harness.sink().failWhile(batch -> batch.partition().equals(stuck), ScriptedSink.Code.WAITS_FOR_A_PERSON);
        harness.topic().append(1, 5000);
        harness.startWithEverything();
        for (int i = 0; i < 100; i++) {
            harness.topic().append(0, 20);
            harness.topic().append(2, 20);
            harness.runFor(Duration.ofSeconds(3));
            assertThat(harness.pipeline().health().inFlightBytes()).isLessThan(2L * HIGH_MARK);
        }
        harness.runFor(Duration.ofSeconds(10));
        assertThat(harness.pipeline().health().ready()).isFalse();
        assertThat(harness.sink().rows().of(stuck)).isEmpty();
        assertThat(harness.sink().rows().prefix(harness.topic().partition(0))).isGreaterThanOrEqualTo(1800);
        assertThat(harness.sink().rows().prefix(harness.topic().partition(2))).isGreaterThanOrEqualTo(1800);
        harness.sink().recover();
        harness.runUntilDurable(Duration.ofMinutes(10));
        assertThat(harness.pipeline().health().ready()).isTrue();
        harness.stop(Duration.ofSeconds(25));
        harness.topic()
                .all()
                .forEach(partition -> harness.assertExactPrefix(partition, partition.equals(stuck) ? 5000 : 2000));
    }

    @Test
    void whatIsOpenOfAStuckPartitionDoesNotUseUpItsLanesWrites() {
        SourcePartition stuck = harness.topic().partition(1);
        SourcePartition other = harness.topic().partition(0);
        harness.sink().hang(batch -> true);
        harness.startWithEverything();
        for (int i = 0; i < 8; i++) {
            harness.topic().append(0, 5);
            harness.topic().append(1, 5);
            harness.runFor(Duration.ofSeconds(2));
        }
        assertThat(harness.sink().mostOpen()).isEqualTo(2);
        harness.sink().failWhile(batch -> batch.partition().equals(stuck), ScriptedSink.Code.AWAY);
        harness.sink().release();
        harness.topic().append(0, 100);
        harness.runUntil(() -> harness.sink().rows().prefix(other) == 140, MINUTE);
        assertThat(harness.sink().rows().of(stuck)).isEmpty();
        harness.sink().recover();
        harness.runUntilDurable(MINUTE);
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(stuck, 40);
    }

    @Test
    void anUnknownOutcomeIsWrittenAgain() {
        harness.topic().append(0, 100);
        harness.sink().failNext(3, ScriptedSink.Code.UNKNOWN);
        harness.startWithEverything();
        harness.runUntil(() -> harness.topic().committed(harness.topic().partition(0)) == 100, MINUTE);
        harness.stop(Duration.ofSeconds(25));
        assertThat(harness.failure()).isNull();
    }

    @Test
    void aSinkThatNeedsAPersonStopsThePipelineAndLeavesPositions() {
        harness.topic().append(0, 100);
        harness.startWithEverything();
        harness.runUntilDurable(MINUTE);
        harness.sink().failWhile(batch -> true, ScriptedSink.Code.WRONG_PASSWORD);
        harness.topic().append(0, 100);
        harness.runUntilEnded();
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.FAILED);
        assertThat(harness.failure()).extracting(e -> e.code()).isEqualTo(ScriptedSink.Code.WRONG_PASSWORD);
        harness.assertExactPrefix(harness.topic().partition(0), 100);
    }

    @Test
    void fencingWithoutClaimsStopsThePipeline() {
        harness.topic().append(0, 100);
        harness.sink().failNext(1, ScriptedSink.Code.TAKEN_OVER);
        harness.startWithEverything();
        harness.runUntilEnded();
        assertThat(harness.failure()).extracting(e -> e.code()).isEqualTo(ScriptedSink.Code.TAKEN_OVER);
        assertThat(harness.topic().committed(harness.topic().partition(0))).isZero();
    }

    @Test
    void retriesEndWhenTheyAreToldTo() {
        RetryOptions retry =
                new RetryOptions(Duration.ofMillis(100), Duration.ofSeconds(1), Optional.of(Duration.ofSeconds(20)));
        harness = new PipelineHarness(3, 1, PipelineOptions.defaults().withRetry(retry));
        harness.topic().append(0, 100);
        harness.sink().failWhile(batch -> true, ScriptedSink.Code.AWAY);
        harness.startWithEverything();
        harness.runUntilEnded();
        assertThat(harness.failure()).extracting(e -> e.code()).isEqualTo(EngineErrorCode.RETRIES_EXHAUSTED);
        assertThat(harness.failure()).hasMessageContaining("scripted");
        assertThat(harness.topic().committed(harness.topic().partition(0))).isZero();
    }

    @Test
    void theFailedBatchesOfAGroupAreWrittenAgainTogether() {
        harness.topic().all().forEach(partition -> harness.topic().append(partition.number(), 5));
        harness.sink().failNext(3, ScriptedSink.Code.AWAY);
        harness.startWithEverything();
        harness.runUntilDurable(MINUTE);
        assertThat(harness.sink().groups()).as("two attempts of one group").hasSize(2);
        assertThat(harness.sink().groups().get(1))
                .isEqualTo(harness.sink().groups().get(0));
    }

    @Test
    void writesOverlapUpToTheLimitAndNotBeyond() {
        harness = new PipelineHarness(5, 1, PipelineOptions.defaults());
        harness.sink().hang(batch -> true);
        harness.startWithEverything();
        for (int i = 0; i < 10; i++) {
            harness.topic().append(0, 10);
            harness.runFor(Duration.ofSeconds(2));
        }
        assertThat(harness.sink().mostOpen()).isEqualTo(2);
        harness.sink().release();
        harness.runUntilDurable(MINUTE);
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(harness.topic().partition(0), 100);
        assertThat(harness.sink().groups()).as("what waited became one batch").hasSizeLessThanOrEqualTo(4);
    }
}
