package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineState;

/** One bad record among good ones: everything before it is kept, nothing after it is passed by, and it is named. */
class PoisonTest {
    private final PipelineHarness harness = new PipelineHarness(5, 2, PipelineOptions.defaults());
    private final SourcePartition bad = harness.topic().partition(0);
    private final SourcePartition good = harness.topic().partition(1);

    private void assertFailedAt(long offset) {
        assertThat(harness.pipeline().state()).isEqualTo(PipelineState.FAILED);
        assertThat(harness.failure())
                .hasMessageContaining("topic orders, partition 0, offset " + offset)
                .hasMessageContaining("before it is kept");
        harness.assertExactPrefix(bad, offset);
        harness.assertExactPrefix(good, harness.topic().committed(good));
        assertThat(harness.deaths()).isEmpty();
        assertThat(harness.source(0).isClosed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 9, 10, 137})
    void aRecordThatCannotBeDecodedIsNamedAndItsNeighboursAreKept(int before) {
        harness.topic().append(0, before);
        long offset = harness.topic().appendPoison(0);
        harness.topic().append(0, 50);
        harness.topic().append(1, 200);
        harness.startWithEverything();
        harness.runUntilEnded();
        assertFailedAt(offset);
        assertThat(harness.failure()).extracting(e -> e.code()).isEqualTo(HarnessDecoder.Code.POISON);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 99, 100, 498, 499})
    void aRecordThatTheSinkRefusesIsFoundByHalving(int offset) {
        harness.topic().append(0, 500);
        harness.topic().append(1, 200);
        harness.sink().refuse(row -> row.partition().equals(bad) && row.offset() == offset);
        harness.startWithEverything();
        harness.runUntilEnded();
        assertFailedAt(offset);
        assertThat(harness.sink().writes()).as("logarithmic").isLessThan(100);
    }

    @Test
    void theFirstOfSeveralRefusedRecordsIsTheOneThatCounts() {
        harness.topic().append(0, 500);
        harness.sink().refuse(row -> row.offset() >= 123 && row.offset() % 7 == 4);
        harness.startWithEverything();
        harness.runUntilEnded();
        assertFailedAt(123);
    }

    @Test
    void theFirstFailureIsThePipelinesWhateverFollows() {
        harness.topic().append(1, 50);
        harness.topic().appendPoison(0);
        harness.sink().hang(batch -> true);
        harness.startWithEverything();
        harness.runUntil(() -> harness.pipeline().state() == PipelineState.DRAINING, Duration.ofMinutes(1));
        harness.sink().failWhile(batch -> true, ScriptedSink.Code.WRONG_PASSWORD);
        harness.sink().release();
        harness.runUntilEnded();
        assertThat(harness.failure()).extracting(e -> e.code()).isEqualTo(HarnessDecoder.Code.POISON);
        assertThat(harness.topic().committed(good)).isZero();
    }

    @Test
    void halvingGoesOnThroughAnOutage() {
        harness.topic().append(0, 300);
        harness.sink().refuse(row -> row.offset() == 200);
        harness.startWithEverything();
        harness.runUntil(() -> harness.sink().writes() > 2, Duration.ofMinutes(1));
        harness.sink().failNext(7, ScriptedSink.Code.AWAY);
        harness.runUntilEnded();
        assertFailedAt(200);
    }

    @Test
    void aRecordThatIsRefusedAgainAndAgainAfterRestartsIsNeverPassedBy() {
        harness.topic().append(0, 300);
        harness.sink().refuse(row -> row.offset() == 299);
        harness.startWithEverything();
        harness.runUntilEnded();
        assertFailedAt(299);
    }
}
