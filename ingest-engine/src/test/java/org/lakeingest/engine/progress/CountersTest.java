package org.lakeingest.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.engine.EngineErrorCode;

class CountersTest {
    private final Counters counters = new Counters();

    @Test
    void eachErrorCodeIsToldOnceAndCountedEveryTime() {
        List<String> told = new ArrayList<>();
        List<LongAdder> counts = new ArrayList<>();
        counters.onNewError((code, count) -> {
            told.add(code);
            counts.add(count);
        });
        counters.error(EngineErrorCode.COMPONENT_BUG);
        counters.error(EngineErrorCode.COMPONENT_BUG, 3);
        counters.error(EngineErrorCode.SINK_PROTOCOL);
        assertThat(told).containsExactly("COMPONENT_BUG", "SINK_PROTOCOL");
        assertThat(counts.get(0).sum()).isEqualTo(4);
        assertThat(counters.errors()).isEqualTo(5);
    }

    @Test
    void eachCombinationOfLabelsIsToldOnceAndCountedEveryTime() {
        List<String> told = new ArrayList<>();
        List<LongAdder> counts = new ArrayList<>();
        counters.onNewRejection((stage, code, policy, count) -> {
            told.add(stage + "/" + code + "/" + policy);
            counts.add(count);
        });
        counters.rejected("load", "TOO_LARGE", "skip");
        counters.rejected("load", "TOO_LARGE", "skip");
        counters.rejected("load", "TOO_LARGE", "dead-letter");
        counters.rejected("decode", "TOO_LARGE", "skip");
        assertThat(told).containsExactly("load/TOO_LARGE/skip", "load/TOO_LARGE/dead-letter", "decode/TOO_LARGE/skip");
        assertThat(counts.get(0).sum()).isEqualTo(2);
        assertThat(counters.rejected()).isEqualTo(4);
    }

    @Test
    void listenersHearOfGroupsAndBatches() {
        List<String> heard = new ArrayList<>();
        counters.onGroupClosed((rows, nanos) -> heard.add("group " + rows + " " + nanos));
        counters.onBatchClosed((rows, bytes, nanos) -> heard.add("batch " + rows + " " + bytes + " " + nanos));
        counters.batchClosed(3, 40, 5);
        counters.groupFilled(6, 7);
        assertThat(heard).containsExactly("batch 3 40 5", "group 6 7");
    }

    @Test
    void recordsAreNumberedInTheOrderOfReading() {
        assertThat(counters.number(5)).isZero();
        assertThat(counters.number(2)).isEqualTo(5);
        assertThat(counters.number(1)).isEqualTo(7);
    }

    @Test
    void failedWritesAreCountedByKind() {
        counters.failedWrites(ErrorKind.FENCED).increment();
        assertThat(counters.failedWrites(ErrorKind.FENCED).sum()).isEqualTo(1);
        assertThat(counters.failedWrites(ErrorKind.RECORD).sum()).isZero();
    }
}
