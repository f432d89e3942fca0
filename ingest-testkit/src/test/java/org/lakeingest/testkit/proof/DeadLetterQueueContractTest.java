package org.lakeingest.testkit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.testkit.DeadLetterQueueContract;
import org.lakeingest.testkit.DeadLetterQueueContract.Trait;

final class DeadLetterQueueContractTest {
    @Test
    void rightQueueKeepsTheWholeContract() {
        ContractRun run = ContractRun.of(OfAList.class, null);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed())
                .containsExactlyInAnyOrder(
                        Arrays.stream(Trait.values()).map(Trait::name).toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void everyTraitFailsForAQueueThatLacksIt(Trait flaw) {
        assertThat(ContractRun.of(OfAList.class, flaw).failed()).containsKey(flaw.name());
    }

    static final class OfAList extends DeadLetterQueueContract {
        private final ReferenceQueue.Place place = new ReferenceQueue.Place();

        @Override
        protected DeadLetterQueue newQueue() {
            return new ReferenceQueue(place, ContractRun.flaw(), true);
        }

        @Override
        protected List<DeadLetter> readBack() {
            return place.letters();
        }

        @Override
        protected void failNext() {
            place.failNext();
        }

        @Override
        protected DeadLetterQueue misconfiguredQueue() {
            return new ReferenceQueue(place, ContractRun.flaw(), false);
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(ContractRun.flaw() == null ? 10_000 : 300);
        }
    }
}
