package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.MaxDeadLetterOptions;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineState;
import org.lakeingest.engine.RetryOptions;
import org.lakeingest.testkit.harness.ScriptedSink.Code;

/** What becomes of records that can never become rows. */
class DeadLettersTest {
    private static final PipelineOptions LETTERS = PipelineOptions.defaults()
            .withOnError(OnErrorOptions.all(ErrorPolicy.DEAD_LETTER), new MaxDeadLetterOptions(100, 1000));

    private static PipelineOptions batchesOf(int rows, PipelineOptions options) {
        return options.withBatch(
                new BatchOptions(rows, new DataSize(1 << 24), Duration.ofSeconds(30), Duration.ofSeconds(5)));
    }

    private static void produce(RejectsRig rig, int before, int after) {
        rig.topic.append(0, before);
        rig.topic.appendPoison(0);
        rig.topic.append(0, after);
    }

    @Test
    void aLetterCarriesTheRecordAndWhyItIsNone() {
        RejectsRig rig = new RejectsRig(1, 1, true, LETTERS);
        produce(rig, 10, 10);
        rig.start();
        rig.runUntilCommitted();
        rig.stop();
        RejectedRecord letter = rig.queue.letters().get(0);
        assertThat(rig.queue.letters()).hasSize(1);
        assertThat(letter.offset()).isEqualTo(10);
        assertThat(letter.attempt()).isEqualTo(1);
        assertThat(letter.reason().code()).isEqualTo(HarnessDecoder.Code.POISON);
        assertThat(new String(
                        letter.origin().values().array(letter.index()),
                        letter.origin().values().arrayOffset(letter.index()),
                        letter.origin().values().length(letter.index()),
                        java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("poison");
        assertThat(rig.rejected("decode", "dead-letter")).isEqualTo(1);
        assertThat(rig.queue.opened()).isEqualTo(1);
        assertThat(rig.queue.isClosed()).isTrue();
        assertThat(rig.failure()).isNull();
    }

    @Test
    void noPositionMovesWhileALetterIsOnItsWay() {
        RejectsRig rig = new RejectsRig(2, 1, true, LETTERS);
        produce(rig, 10, 10);
        rig.queue.hang();
        rig.start();
        rig.runUntil(() -> rig.queue.openSends() == 1);
        long since = rig.threads.nanoTime();
        rig.runUntil(
                () -> rig.threads.nanoTime() - since > Duration.ofSeconds(20).toNanos());
        SourcePartition partition = rig.topic.partition(0);
        assertThat(rig.sink.next.getOrDefault(partition, 0L)).isLessThanOrEqualTo(10);
        assertThat(rig.topic.committed(partition)).isLessThanOrEqualTo(10);
        rig.queue.release();
        rig.runUntilCommitted();
        assertThat(rig.queue.of(partition)).containsExactly(10L);
    }

    @ParameterizedTest
    @EnumSource(names = {"AWAY", "UNKNOWN", "WAITS_FOR_A_PERSON"})
    void aQueueThatFailsForAWhileIsTriedAgain(Code code) {
        RejectsRig rig = new RejectsRig(3, 2, true, LETTERS);
        produce(rig, 10, 10);
        rig.topic.append(1, 50);
        rig.queue.failNext(5, code);
        rig.start();
        rig.runUntilCommitted();
        rig.stop();
        assertThat(rig.queue.of(rig.topic.partition(0))).isNotEmpty().containsOnly(10L);
        assertThat(rig.queue.sends()).isEqualTo(6);
        assertThat(rig.failure()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"WRONG_PASSWORD, WRONG_PASSWORD", "BROKEN, BROKEN", "REFUSED, DEAD_LETTER_REFUSED"})
    void aQueueThatCannotKeepALetterStopsThePipelineInFrontOfIt(Code code, String reported) {
        RejectsRig rig = new RejectsRig(4, 1, true, LETTERS);
        produce(rig, 10, 10);
        rig.queue.failNext(1, code);
        rig.start();
        rig.runUntil(() -> rig.pipeline.termination().isDone());
        assertThat(rig.pipeline.state()).isEqualTo(PipelineState.FAILED);
        assertThat(rig.failure()).extracting(e -> e.code().name()).isEqualTo(reported);
        assertThat(rig.topic.committed(rig.topic.partition(0))).isLessThanOrEqualTo(10);
        assertThat(rig.queue.letters()).isEmpty();
    }

    @Test
    void aQueueThatFailsForTooLongStopsThePipeline() {
        RetryOptions soon =
                new RetryOptions(Duration.ofMillis(100), Duration.ofSeconds(1), Optional.of(Duration.ofSeconds(5)));
        RejectsRig rig = new RejectsRig(5, 1, true, LETTERS.withRetry(soon));
        produce(rig, 10, 10);
        rig.queue.failNext(1000, Code.AWAY);
        rig.start();
        rig.runUntil(() -> rig.pipeline.termination().isDone());
        assertThat(rig.failure()).extracting(e -> e.code()).isEqualTo(EngineErrorCode.RETRIES_EXHAUSTED);
        assertThat(rig.topic.committed(rig.topic.partition(0))).isLessThanOrEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource({"false, 0", "false, 1", "false, 511", "false, 998", "false, 999", "true, 0", "true, 511", "true, 999"})
    void refusedRecordsAreFoundWithALogarithmOfAttempts(boolean named, int bad) {
        RejectsRig rig = new RejectsRig(6, 1, true, batchesOf(10_000, LETTERS));
        rig.topic.append(0, 1000);
        rig.sink.namesTheRecord = named;
        rig.sink.bad = row -> row.offset() == bad;
        rig.start();
        rig.runUntilCommitted();
        assertThat(rig.queue.of(rig.topic.partition(0))).containsExactly((long) bad);
        assertThat(rig.sink.attempts).isLessThanOrEqualTo(named ? 3 : 2 + 2 * 10);
        assertThat(rig.queue.letters().get(0).attempt()).isPositive();
    }

    @Test
    void severalRefusedRecordsCostALogarithmEach() {
        RejectsRig rig = new RejectsRig(7, 1, false, batchesOf(10_000, LETTERS));
        rig.topic.append(0, 1000);
        rig.sink.bad = row -> row.offset() % 100 == 7;
        rig.start();
        rig.runUntilCommitted();
        assertThat(rig.sink.letters)
                .extracting(RejectedRecord::offset)
                .hasSize(10)
                .isSorted();
        assertThat(rig.sink.attempts).isLessThanOrEqualTo(1 + 10 * (2 * 10 + 1));
    }

    @Test
    void othersGoOnWhileABatchIsDivided() {
        RejectsRig rig = new RejectsRig(8, 2, true, batchesOf(400, LETTERS));
        rig.topic.append(0, 300);
        rig.topic.append(1, 2000);
        rig.sink.bad = row -> row.partition().number() == 0 && row.offset() % 2 == 1;
        rig.start();
        SourcePartition other = rig.topic.partition(1);
        rig.runUntil(() -> rig.topic.committed(other) == 2000);
        assertThat(rig.topic.committed(rig.topic.partition(0))).isLessThan(300);
        rig.runUntilCommitted();
        assertThat(rig.queue.letters()).hasSize(150);
    }

    @Test
    void eachStageHasItsOwnPolicy() {
        Optional<ErrorPolicy> none = Optional.empty();
        OnErrorOptions mixed =
                new OnErrorOptions(ErrorPolicy.FAIL, none, Optional.of(ErrorPolicy.SKIP), none, none, none, none);
        RejectsRig rig = new RejectsRig(
                9, 1, true, PipelineOptions.defaults().withOnError(mixed, MaxDeadLetterOptions.defaults()));
        produce(rig, 10, 10);
        rig.topic.appendPoison(0);
        rig.unfit = (partition, offset) -> offset == 15;
        rig.start();
        rig.runUntil(() -> rig.pipeline.termination().isDone());
        assertThat(rig.failure()).hasMessageContaining("offset 15");
        assertThat(rig.topic.committed(rig.topic.partition(0))).isEqualTo(15);
        assertThat(rig.rejected("decode", "skip"))
                .as("the second is behind the end")
                .isEqualTo(1);
        assertThat(rig.queue.letters()).isEmpty();
    }

    @Test
    void aFewBadRecordsOfASmallStreamDoNotStopIt() {
        RejectsRig rig = new RejectsRig(
                10,
                1,
                true,
                PipelineOptions.defaults()
                        .withOnError(OnErrorOptions.all(ErrorPolicy.DEAD_LETTER), MaxDeadLetterOptions.defaults()));
        for (int i = 0; i < 100; i++) {
            rig.topic.appendPoison(0);
        }
        rig.start();
        rig.runUntilCommitted();
        assertThat(rig.queue.letters()).hasSize(100);
    }

    @ParameterizedTest
    @EnumSource(names = {"DEAD_LETTER", "SKIP"})
    void aPipelineThatGivesUpWholesaleStops(ErrorPolicy policy) {
        RejectsRig rig = new RejectsRig(
                11,
                1,
                true,
                PipelineOptions.defaults()
                        .withOnError(OnErrorOptions.all(policy), new MaxDeadLetterOptions(1, 10_000)));
        rig.topic.append(0, 5000);
        for (int i = 0; i < 300; i++) {
            rig.topic.appendPoison(0);
        }
        rig.start();
        rig.runUntil(() -> rig.pipeline.termination().isDone());
        assertThat(rig.failure())
                .hasMessageContaining("more than 100 of the last 10000")
                .hasMessageContaining("most often for POISON (101)");
        assertThat(rig.failure()).extracting(e -> e.code()).isEqualTo(EngineErrorCode.TOO_MANY_REJECTED);
    }

    @Test
    void recordsThatTheSinkRefusesCountWhereTheyWereRead() {
        RejectsRig rig = new RejectsRig(
                12,
                1,
                true,
                batchesOf(
                        50_000,
                        PipelineOptions.defaults()
                                .withOnError(OnErrorOptions.all(ErrorPolicy.SKIP), new MaxDeadLetterOptions(2, 1000))));
        rig.sources.get(0).maxPollRecords(500);
        rig.topic.append(0, 10_000);
        // 100 in all, found within one batch, and never more than 20 of 1,000.
        rig.sink.bad = row -> row.offset() % 100 == 7;
        rig.sink.namesTheRecord = true;
        rig.start();
        rig.runUntilCommitted();
        rig.stop();
        assertThat(rig.failure()).isNull();
        assertThat(rig.rejected("load", "skip")).isEqualTo(100);
    }

    @Test
    void deadLettersNeedAPlace() {
        assertThatThrownBy(() -> new PipelineHarness(1, 1, LETTERS))
                .isInstanceOf(IngestException.class)
                .hasMessageContaining("nowhere to keep dead letters");
    }

    @Test
    void positionsAndLettersOfAStoringSinkMoveTogether() {
        RejectsRig rig = new RejectsRig(13, 1, false, LETTERS);
        produce(rig, 3, 0);
        rig.topic.appendPoison(0);
        rig.start();
        rig.runUntilCommitted();
        assertThat(rig.sink.letters).extracting(RejectedRecord::offset).containsExactly(3L, 4L);
        assertThat(rig.sink.next).isEqualTo(Map.of(rig.topic.partition(0), 5L));
        assertThat(rig.queue.opened()).isZero();
        assertThat(List.of(rig.queue.sends())).containsExactly(0);
    }
}
