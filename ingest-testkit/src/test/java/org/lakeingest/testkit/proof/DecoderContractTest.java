package org.lakeingest.testkit.proof;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.DecoderContract;
import org.lakeingest.testkit.DecoderContract.Trait;

final class DecoderContractTest {
    @Test
    void rightDecoderKeepsTheWholeContract() {
        ContractRun run = ContractRun.of(OfWords.class, null);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed()).containsExactlyInAnyOrder(names());
    }

    @ParameterizedTest
    @EnumSource
    void everyTraitFailsForADecoderThatLacksIt(Trait flaw) {
        assertThat(ContractRun.of(OfWords.class, flaw).failed()).containsKey(flaw.name());
    }

    @Test
    void traitSwitchedOffWithAReasonIsSkippedAndWithoutOneFails() {
        assertThat(ContractRun.of(WithReason.class, Trait.TAKES_TOMBSTONES).aborted())
                .containsExactly("TAKES_TOMBSTONES");
        assertThat(ContractRun.of(WithoutReason.class, null).failed()).containsOnlyKeys("TAKES_TOMBSTONES");
    }

    private static String[] names() {
        return Arrays.stream(Trait.values()).map(Trait::name).toArray(String[]::new);
    }

    static class OfWords extends DecoderContract {
        @Override
        protected Decoder newDecoder() {
            return new ReferenceDecoder(ContractRun.flaw());
        }

        @Override
        protected List<Golden> golden() {
            return List.of(
                    Golden.of("apple", "apple"),
                    new Golden("pear;plum".getBytes(US_ASCII), List.of(List.of("pear"), List.of("plum"))));
        }

        @Override
        protected List<byte[]> badPayloads() {
            return List.of(
                    "NOT A WORD AT ALL".getBytes(US_ASCII), new byte[] {-1, -2, -3, -4, -5, -6, -7, -8, -9, -10});
        }

        @Override
        protected byte[] hugePayload() {
            byte[] huge = new byte[2_000_000];
            Arrays.fill(huge, (byte) 'x');
            return huge;
        }
    }

    static final class WithReason extends OfWords {
        @Override
        protected Map<Trait, String> switchedOff() {
            return Map.of(Trait.TAKES_TOMBSTONES, "to show that it can be");
        }
    }

    static final class WithoutReason extends OfWords {
        @Override
        protected Map<Trait, String> switchedOff() {
            return Map.of(Trait.TAKES_TOMBSTONES, " ");
        }
    }
}
