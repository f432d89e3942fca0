package org.lakeingest.app.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SandboxPlanTest {
    private static final SandboxPlan.Ports FREE = new SandboxPlan.Ports(0, 0, 0);

    @Test
    void expectsTheDistributionOfTheGuide() {
        assertThat(plan(100_000, 2, 8).expectedRows())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(0, 16250L, 1, 16250L, 2, 11250L, 3, 11250L, 4, 11250L, 5, 11250L, 6, 11250L, 7, 11250L));
    }

    @ParameterizedTest
    @CsvSource({"10, 1, 1", "11, 2, 3", "1237, 3, 7", "99, 5, 5", "64, 1, 128"})
    void expectsWhatTheGeneratorProduces(long messages, int partitions, int expandTo) {
        SandboxPlan plan = plan(messages, partitions, expandTo);
        Map<Integer, Long> counted = new HashMap<>();
        for (int partition = 0; partition < expandTo; partition++) {
            counted.put(partition, 0L);
        }
        for (long sequence = 0; sequence < messages; sequence++) {
            int modulus = sequence < plan.firstPart() ? partitions : expandTo;
            counted.merge((int) (sequence % modulus), 1L, Long::sum);
        }

        assertThat(plan.expectedRows()).isEqualTo(counted);
    }

    private static SandboxPlan plan(long messages, int partitions, int expandTo) {
        return new SandboxPlan(messages, partitions, expandTo, 4, "copy", 0, null, FREE);
    }
}
