package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MaintainerTest {
    private static final Duration INTERVAL = Duration.ofMinutes(10);

    private final CommitterFixture fixture = new CommitterFixture();
    private final ScriptedLedger lake = fixture.lake;
    private final ManualTimers timing = new ManualTimers();

    private Maintainer started(Duration interval) {
        fixture.write(LedgerBatches.batch(LedgerBatches.P0, 0, 1));
        assertThat(fixture.committer.tables()).containsExactly(ScriptedLedger.TABLE);
        lake.asked.clear();
        Maintainer maintainer = new Maintainer(lake, fixture.committer, timing, "run", interval);
        maintainer.start();
        return maintainer;
    }

    /** Plays the next round and says what the lake was asked for. */
    private List<String> round() {
        lake.asked.clear();
        timing.fire();
        return new ArrayList<>(lake.asked);
    }

    @Test
    void aShortRunPaysNothing() {
        started(INTERVAL);
        timing.random = 0;
        assertThat(lake.asked).isEmpty();
        assertThat(timing.delays).containsExactly(Duration.ofMinutes(1));
    }

    @Test
    void withoutAnIntervalThereIsNoRoundAtAll() {
        started(Duration.ZERO);
        assertThat(timing.waiting()).isZero();
    }

    @Test
    void aFewSegmentsAreLeftAloneUntilTheIntervalIsOver() {
        started(INTERVAL);
        lake.segments = 500;
        for (int minute = 1; minute < 10; minute++) {
            assertThat(round()).containsExactly("lease run PT2M", "segments rows");
        }
        assertThat(round()).containsExactly("lease run PT2M", "compact rows", "segments rows");
        assertThat(round()).containsExactly("lease run PT2M", "segments rows");
    }

    @Test
    void manySegmentsAreCompactedWithinAMinuteUntilFewAreLeft() {
        started(INTERVAL);
        lake.segments = 2_600;
        assertThat(round())
                .containsExactly(
                        "lease run PT2M",
                        "segments rows",
                        "compact rows",
                        "segments rows",
                        "compact rows",
                        "segments rows",
                        "compact rows",
                        "segments rows");
        assertThat(lake.segments).isZero();
    }

    @Test
    void aTableThatGrowsFasterThanItIsCompactedEndsTheRoundNevertheless() {
        started(INTERVAL);
        lake.segments = 1_000_000;
        assertThat(round()).filteredOn("compact rows"::equals).hasSize(20);
        assertThat(timing.waiting()).isOne();
    }

    @Test
    void whoDoesNotHoldTheLeaseDoesNothing() {
        started(INTERVAL);
        lake.segments = 5_000;
        lake.answer("lease", false);
        assertThat(round()).containsExactly("lease run PT2M");
        assertThat(round()).contains("compact rows");
    }

    @Test
    void whatFailsIsLeftForTheNextRound() {
        started(INTERVAL);
        lake.segments = 600;
        lake.fail("compact", ModelPort.Code.CONFLICT);
        assertThat(round()).endsWith("compact rows");
        assertThat(round()).endsWith("compact rows", "segments rows");
    }

    @Test
    void oldVersionsOfTheLedgerAreRemovedOnceAnHour() {
        started(INTERVAL);
        List<String> all = new ArrayList<>();
        for (int minute = 1; minute <= 130; minute++) {
            all.addAll(round());
        }
        assertThat(all).filteredOn("purge"::equals).hasSize(2);
    }

    @Test
    void aShortIntervalIsKeptAndItsLeaseLastsAMinuteAtLeast() {
        started(Duration.ofSeconds(4));
        assertThat(timing.delays).containsExactly(Duration.ofSeconds(4));
        assertThat(round()).containsExactly("lease run PT1M", "compact rows", "segments rows");
    }

    @Test
    void afterTheCloseNothingIsAskedForAndNoRoundComes() {
        Maintainer maintainer = started(INTERVAL);
        maintainer.close();
        assertThat(round()).isEmpty();
        assertThat(timing.waiting()).isZero();
    }

    @Test
    void aCloseInTheMiddleEndsTheRound() {
        Maintainer maintainer = started(INTERVAL);
        lake.segments = 2_600;
        ScriptedLedger.Turn first = lake.hold("compact");
        timing.fire();
        maintainer.close();
        lake.asked.clear();
        first.go();
        assertThat(lake.asked).isEmpty();
    }
}
