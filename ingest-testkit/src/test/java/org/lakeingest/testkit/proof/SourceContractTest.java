package org.lakeingest.testkit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.Source;
import org.lakeingest.testkit.SourceContract;
import org.lakeingest.testkit.SourceContract.Trait;

final class SourceContractTest {
    @Test
    void rightSourceKeepsTheWholeContract() {
        ContractRun run = ContractRun.of(OfMemory.class, null);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed())
                .containsExactlyInAnyOrder(
                        Arrays.stream(Trait.values()).map(Trait::name).toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void everyTraitFailsForASourceThatLacksIt(Trait flaw) {
        assertThat(ContractRun.of(OfMemory.class, flaw).failed()).containsKey(flaw.name());
    }

    static final class OfMemory extends SourceContract {
        private final MemoryLog log = new MemoryLog(PARTITIONS);

        @Override
        protected Source newSource() {
            return new MemorySource(log, ContractRun.flaw());
        }

        @Override
        protected void publish(int partition, List<Published> records) {
            log.append(partition, records);
        }

        @Override
        protected OptionalLong committed(int partition) {
            return log.committed(partition);
        }

        @Override
        protected void makeGap(int partition) {
            log.gap(partition);
        }

        @Override
        protected void loseAssignment(Source source) {
            ((MemorySource) source).lose();
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(ContractRun.flaw() == null ? 10_000 : 300);
        }
    }
}
