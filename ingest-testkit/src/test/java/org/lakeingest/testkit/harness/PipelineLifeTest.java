package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineState;

/** Starting, stopping and dying. */
class PipelineLifeTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final PipelineHarness harness = new PipelineHarness(1, 4, PipelineOptions.defaults());

    private static List<IngestException> away(int times) {
        return Collections.nCopies(times, new IngestException(ScriptedSink.Code.AWAY, "scripted"));
    }

    @Test
    void everythingReadIsDurableOnceAndCommittedWhenStopped() {
        harness.topic().all().forEach(partition -> harness.topic().append(partition.number(), 500));
        harness.startWithEverything();
        harness.runUntil(() -> harness.pipeline().health().rows() == 2000, MINUTE);
        assertThat(harness.pipeline().health().ready()).isTrue();
        harness.runUntil(() -> harness.pipeline().health().lag().orElse(-1) == 0, MINUTE);
        harness.stop(Duration.ofSeconds(25));
        assertThat(harness.failure()).isNull();
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.STOPPED);
        assertThat(harness.source(0).isClosed()).isTrue();
        assertThat(harness.sink().isClosed()).isTrue();
        harness.topic().all().forEach(partition -> harness.assertExactPrefix(partition, 500));
    }

    @Test
    void stoppingFinishesWhatIsOpenInBatchesAndAtTheSink() {
        harness.topic().append(0, 100);
        harness.sink().hang(batch -> true);
        harness.startWithEverything();
        harness.runUntil(() -> harness.sink().openBatches() > 0, MINUTE);
        harness.topic().append(0, 50);
        harness.pipeline().stop(Duration.ofSeconds(25));
        harness.runFor(Duration.ofSeconds(5));
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.DRAINING);
        harness.sink().release();
        harness.runUntilEnded();
        assertThat(harness.failure()).isNull();
        SourcePartition partition = harness.topic().partition(0);
        harness.assertExactPrefix(partition, harness.topic().committed(partition));
        assertThat(harness.topic().committed(partition)).isGreaterThanOrEqualTo(100);
    }

    @Test
    void aHangingSinkDoesNotHoldAStopBeyondItsDeadline() {
        harness.topic().append(0, 100);
        harness.sink().hang(batch -> true);
        harness.startWithEverything();
        harness.runUntil(() -> harness.sink().openBatches() > 0, MINUTE);
        long before = harness.threads().nanoTime();
        harness.stop(Duration.ofSeconds(10));
        assertThat(Duration.ofNanos(harness.threads().nanoTime() - before)).isLessThan(Duration.ofSeconds(12));
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.STOPPED);
        assertThat(harness.topic().committed(harness.topic().partition(0))).isZero();
    }

    @Test
    void aSinkThatIsAwayForAWhileIsOpenedLater() {
        harness.sink().failOpen(away(4));
        harness.topic().append(1, 10);
        harness.startWithEverything();
        harness.runUntilDurable(MINUTE);
        assertThat(harness.sink().opened()).isEqualTo(5);
    }

    @Test
    void aSinkThatStaysAwayEndsTheStartWithItsReason() {
        harness.sink().failOpen(away(1000));
        harness.startWithEverything();
        harness.runUntilEnded();
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.FAILED);
        assertThat(harness.failure()).hasMessageContaining("start-timeout").hasMessageContaining("scripted");
    }

    @Test
    void aSinkThatNeedsAPersonEndsTheStartAtOnce() {
        harness.sink().failOpen(List.of(new IngestException(ScriptedSink.Code.WRONG_PASSWORD, "scripted")));
        harness.startWithEverything();
        harness.runUntilEnded();
        assertThat(harness.sink().opened()).isEqualTo(1);
        assertThat(harness.failure()).hasMessage("scripted");
    }

    @Test
    void aStopWhileTheSinkIsStillAwayEndsInGoodOrder() {
        harness.sink().failOpen(away(1000));
        harness.startWithEverything();
        harness.runFor(Duration.ofSeconds(2));
        harness.stop(Duration.ofSeconds(5));
        assertThat(harness.failure()).isNull();
        assertThat(harness.sink().isClosed()).isTrue();
    }

    @Test
    void aSourceThatIsAwayForAWhileIsPolledAgain() {
        harness.topic().append(0, 100);
        harness.startWithEverything();
        harness.runUntilDurable(MINUTE);
        harness.source(0).failPolls(away(5));
        harness.topic().append(0, 100);
        harness.runUntilDurable(MINUTE);
        harness.stop(Duration.ofSeconds(25));
        harness.assertExactPrefix(harness.topic().partition(0), 200);
    }

    @Test
    void aGroupThatCannotBeJoinedEndsTheStart() {
        harness.source(0).failPolls(away(1000));
        harness.startWithEverything();
        harness.runUntilEnded();
        assertThat(harness.failure()).extracting(e -> e.code()).isEqualTo(EngineErrorCode.START_TIMEOUT);
    }

    @Test
    void memoryThatRunsOutReachesTheFatalHandler() {
        harness.topic().append(0, 10);
        harness.sink()
                .failWhile(
                        batch -> {
                            throw new OutOfMemoryError("scripted");
                        },
                        ScriptedSink.Code.AWAY);
        harness.startWithEverything();
        harness.runUntil(() -> !harness.deaths().isEmpty(), MINUTE);
        assertThat(harness.deaths().get(0)).isInstanceOf(OutOfMemoryError.class);
    }

    @Test
    void aDyingPollThreadReachesTheFatalHandler() {
        harness.startWithEverything();
        harness.runFor(Duration.ofSeconds(1));
        harness.source(0).onNextPoll(() -> {
            throw new StackOverflowError("scripted");
        });
        harness.runUntil(() -> !harness.deaths().isEmpty(), MINUTE);
        assertThat(harness.deaths().get(0)).isInstanceOf(StackOverflowError.class);
    }

    @Test
    void aPipelineStartsOnce() {
        harness.pipeline().start();
        assertThatThrownBy(harness.pipeline()::start).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aPipelineThatWasNeverStartedStops() {
        harness.stop(Duration.ofSeconds(1));
        assertThat(harness.failure()).isNull();
        assertThat(harness.sink().isClosed()).isTrue();
    }

    @Test
    void whatASourceThrowsAgainstItsContractIsABugWithItsName() {
        harness.startWithEverything();
        harness.runFor(Duration.ofSeconds(1));
        harness.source(0).onNextPoll(() -> {
            throw new IllegalStateException("scripted");
        });
        harness.runUntilEnded();
        assertThat(harness.failure())
                .hasMessageContaining("InMemorySource")
                .extracting(e -> e.code())
                .isEqualTo(EngineErrorCode.COMPONENT_BUG);
    }
}
