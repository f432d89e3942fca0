package org.lakeingest.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryPolicyTest {
    private final RetryPolicy policy =
            new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(3), Optional.of(Duration.ofMinutes(1)));

    @Test
    void theDelayDoublesUpToTheLimit() {
        assertThat(policy.delay(1, 0)).isEqualTo(Duration.ofMillis(100));
        assertThat(policy.delay(2, 0)).isEqualTo(Duration.ofMillis(200));
        assertThat(policy.delay(5, 0)).isEqualTo(Duration.ofMillis(1600));
        assertThat(policy.delay(6, 0)).isEqualTo(Duration.ofSeconds(3));
        assertThat(policy.delay(Integer.MAX_VALUE, 0)).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void jitterLeavesOutAtMostHalf() {
        assertThat(policy.delay(6, 0.5)).isEqualTo(Duration.ofMillis(2250));
        assertThat(policy.delay(6, 0.999_999)).isBetween(Duration.ofMillis(1500), Duration.ofMillis(1501));
    }

    @Test
    void itGivesUpOnlyWhenToldTo() {
        assertThat(policy.givesUp(Duration.ofSeconds(59))).isFalse();
        assertThat(policy.givesUp(Duration.ofSeconds(60))).isTrue();
        RetryPolicy patient = new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(3), Optional.empty());
        assertThat(patient.givesUp(Duration.ofDays(365))).isFalse();
    }

    @Test
    void noDelayIsSoShortThatDoublingItOverflows() {
        for (long initial = 1; initial < Duration.ofSeconds(3).toNanos(); initial *= 3) {
            RetryPolicy patient = new RetryPolicy(Duration.ofNanos(initial), Duration.ofSeconds(3), Optional.empty());
            assertThat(patient.delay(Integer.MAX_VALUE, 0)).isEqualTo(Duration.ofSeconds(3));
        }
    }
}
