package org.lakeingest.testkit.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Sink;
import org.lakeingest.testkit.SinkContract;
import org.lakeingest.testkit.SinkContract.Trait;

final class SinkContractTest {
    @Test
    void rightSinkKeepsTheWholeContract() {
        ContractRun run = ContractRun.of(OfNumbers.class, null);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed())
                .containsExactlyInAnyOrder(
                        Arrays.stream(Trait.values()).map(Trait::name).toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void everyTraitFailsForASinkThatLacksIt(Trait flaw) {
        assertThat(ContractRun.of(OfNumbers.class, flaw).failed()).containsKey(flaw.name());
    }

    static final class OfNumbers extends SinkContract {
        private final ReferenceSink.Table table = new ReferenceSink.Table();

        @Override
        protected Sink newSink() {
            return new ReferenceSink(table, ContractRun.flaw(), true);
        }

        @Override
        protected Schema schema() {
            return new Schema(List.of(new Schema.Field("number", ColumnType.of(Kind.INT64), false)));
        }

        @Override
        protected List<@Nullable Object> row(int number) {
            return List.of(number);
        }

        @Override
        protected List<Integer> visibleRows() {
            return table.rows();
        }

        @Override
        protected void failNext(ErrorKind kind) {
            table.failNext(kind);
        }

        @Override
        protected Hold hold() {
            CountDownLatch gate = table.hold();
            return gate::countDown;
        }

        @Override
        protected Sink misconfiguredSink() {
            return new ReferenceSink(table, ContractRun.flaw(), false);
        }

        @Override
        protected Duration patience() {
            return Duration.ofMillis(ContractRun.flaw() == null ? 10_000 : 300);
        }
    }
}
