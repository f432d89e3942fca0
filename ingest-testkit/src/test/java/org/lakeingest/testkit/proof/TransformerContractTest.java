package org.lakeingest.testkit.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Transformer;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.TransformerContract;
import org.lakeingest.testkit.TransformerContract.Trait;

final class TransformerContractTest {
    private static final Schema IN = schema("text");
    private static final Schema OUT = schema("letter");

    @Test
    void rightTransformerKeepsTheWholeContract() {
        ContractRun run = ContractRun.of(OfLetters.class, null);

        assertThat(run.failed()).isEmpty();
        assertThat(run.passed())
                .containsExactlyInAnyOrder(
                        Arrays.stream(Trait.values()).map(Trait::name).toArray(String[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void everyTraitFailsForATransformerThatLacksIt(Trait flaw) {
        assertThat(ContractRun.of(OfLetters.class, flaw).failed()).containsKey(flaw.name());
    }

    private static Schema schema(String column) {
        return new Schema(List.of(new Schema.Field(column, ColumnType.of(Kind.STRING), true)));
    }

    static final class OfLetters extends TransformerContract {
        @Override
        protected Transformer newTransformer() {
            return new Letters(ContractRun.flaw());
        }

        @Override
        protected RowBatch input() {
            return RowBatches.of(IN).row("ab").row("").row("c").row("def").build();
        }

        @Override
        protected List<List<List<@Nullable Object>>> expected() {
            return List.of(
                    List.of(List.of("a"), List.of("b")),
                    List.of(),
                    List.of(List.of("c")),
                    List.of(List.of("d"), List.of("e"), List.of("f")));
        }
    }

    /** One row for each letter. */
    private static final class Letters implements Transformer {
        private final @Nullable Enum<?> flaw;
        private final List<byte[]> left = new ArrayList<>();
        private int calls;
        private boolean closed;

        Letters(@Nullable Enum<?> flaw) {
            this.flaw = flaw;
        }

        @Override
        public void transform(RowBatch input, RowCollector output) {
            calls++;
            Schema schema = flaw == Trait.REUSES_ITS_SCHEMA ? schema("letter") : OUT;
            for (int row = 0; row < input.rowCount(); row++) {
                // A row of a view is not the row of that number in the batch it was cut from.
                int read = flaw == Trait.TAKES_VIEWS && input.rowCount() < 4 ? 0 : row;
                letters(input, read, row, output.appender(input.target(), schema));
            }
        }

        private void letters(RowBatch input, int read, int row, RowAppender rows) {
            BytesColumn text = input.column(0).bytes();
            for (int i = 0; i < text.length(read); i++) {
                byte[] letter = {text.array(read)[text.arrayOffset(read) + i]};
                if (flaw == Trait.LEAVES_ITS_INPUT_ALONE) {
                    text.array(read)[text.arrayOffset(read) + i] = 'x';
                }
                append(flaw == Trait.YIELDS_GOLDEN_ROWS ? "?".getBytes(UTF_8) : letter, row, rows);
            }
            if (flaw == Trait.IS_DETERMINISTIC && calls == 2) {
                append("2".getBytes(UTF_8), row, rows);
            }
            if (flaw == Trait.REUSES_SCRATCH_CLEANLY) {
                left.forEach(letter -> append(letter, row, rows));
                left.add("left".getBytes(UTF_8));
            }
        }

        private static void append(byte[] letter, int row, RowAppender rows) {
            rows.beginRow(row);
            rows.setBytes(0, letter, 0, letter.length);
            rows.endRow();
        }

        @Override
        public void close() {
            if (closed && flaw == Trait.CLOSES_TWICE) {
                throw new IllegalStateException("closed already");
            }
            closed = true;
        }
    }
}
