package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CadenceTest {
    private final ManualTiming timing = new ManualTiming();
    private final Cadence cadence = new Cadence(timing);

    /** Time that stands still unless it is moved, and chance that is none. */
    private static final class ManualTiming implements LedgerTiming {
        long nanos = 1;

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void after(Duration delay, Runnable task) {
            throw new UnsupportedOperationException();
        }

        @Override
        public double random() {
            return 0.5;
        }
    }

    private void commits(int times, long millis) {
        for (int i = 0; i < times; i++) {
            cadence.committed(timing.nanos, Duration.ofMillis(millis));
        }
    }

    @Test
    void theFirstTransactionWaitsForNothing() {
        assertThat(cadence.pause(false)).isZero();
    }

    @Test
    void littleWaitsTheLongerTheSlowerTheLastCommitWas() {
        commits(1, 30);
        assertThat(cadence.pause(false)).isEqualTo(Duration.ofMillis(300));
        commits(1, 1);
        assertThat(cadence.pause(false)).isBetween(Duration.ofMillis(200), Duration.ofMillis(230));
    }

    @Test
    void littleNeverWaitsLessThanATenthOfASecondNorMoreThanFive() {
        commits(1, 1);
        assertThat(cadence.pause(false)).isEqualTo(Duration.ofMillis(100));
        commits(1, 60_000);
        assertThat(cadence.pause(false)).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void timeThatPassesShortensThePause() {
        commits(1, 30);
        timing.nanos += Duration.ofMillis(300).toNanos();
        assertThat(cadence.pause(false)).isZero();
    }

    @Test
    void whatIsWorthATransactionGoesAtOnce() {
        commits(10, 30);
        assertThat(cadence.pause(true)).isZero();
    }

    @Test
    void anEvenlySlowLakeIsNotACrowdedOne() {
        commits(10, 700);
        assertThat(cadence.pause(true)).isZero();
    }

    @Test
    void aBusyMachineIsNotACrowdedLake() {
        commits(10, 10);
        commits(1, 240);
        assertThat(cadence.pause(true)).isZero();
    }

    @Test
    void whoMetOthersGivesWayEvenWithMuch() {
        commits(10, 30);
        commits(1, 400);
        assertThat(cadence.pause(true)).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void afterSomeQuickCommitsNobodyIsInTheWayAnyMore() {
        commits(10, 30);
        commits(1, 400);
        commits(1, 30);
        assertThat(cadence.pause(true)).isPositive();
        commits(3, 30);
        assertThat(cadence.pause(true)).isZero();
    }

    @Test
    void aLakeThatHasBecomeSlowerForGoodIsNotCrowdedForEver() {
        commits(10, 30);
        commits(60, 1_000);
        assertThat(cadence.pause(true)).isZero();
    }

    @Test
    void littleGivesWayForAsLongAsCommitsMeetOthersNowAndThen() {
        commits(10, 20);
        assertThat(cadence.pause(false)).isEqualTo(Duration.ofMillis(200));
        for (int i = 0; i < 30; i++) {
            commits(1, 100);
            commits(3, 20);
        }
        commits(3, 20);
        assertThat(cadence.pause(false)).isGreaterThan(Duration.ofMillis(2_500));
        assertThat(cadence.pause(true)).isZero();

        commits(100, 20);
        assertThat(cadence.pause(false)).isEqualTo(Duration.ofMillis(200));
    }
}
