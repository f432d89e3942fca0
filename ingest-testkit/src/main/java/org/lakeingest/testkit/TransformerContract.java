package org.lakeingest.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Transformer;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/** What a {@link Transformer} owes the engine. */
@Timeout(120)
public abstract class TransformerContract extends Contract<TransformerContract.Trait> {
    /** Each is stood for by the test of the same words. */
    public enum Trait {
        YIELDS_GOLDEN_ROWS,
        IS_DETERMINISTIC,
        TAKES_VIEWS,
        LEAVES_ITS_INPUT_ALONE,
        REUSES_SCRATCH_CLEANLY,
        REUSES_ITS_SCHEMA,
        CLOSES_TWICE
    }

    /** A new instance, configured alike each time. */
    protected abstract Transformer newTransformer();

    /** At least four rows, each of a record of its own. */
    protected abstract RowBatch input();

    /** What each row of the input becomes, in the values of {@link RowValues}: no row, one or more. */
    protected abstract List<List<List<@Nullable Object>>> expected();

    @Test
    void yieldsGoldenRows() {
        requires(Trait.YIELDS_GOLDEN_ROWS);
        RowBatch input = input();
        checkRows(CollectedRows.transform(newTransformer(), input), input);
    }

    @Test
    void isDeterministic() {
        requires(Trait.IS_DETERMINISTIC);
        Transformer transformer = newTransformer();
        CollectedRows once = CollectedRows.transform(transformer, input());
        assertThat(CollectedRows.transform(transformer, input()).rows()).isEqualTo(once.rows());
        assertThat(CollectedRows.transform(newTransformer(), input()).rows()).isEqualTo(once.rows());
    }

    /** The engine cuts batches; the rows of a view count from 0 and their origins do not. */
    @Test
    void takesViews() {
        requires(Trait.TAKES_VIEWS);
        ColumnarRowBatch whole = (ColumnarRowBatch) input();
        Transformer transformer = newTransformer();
        for (int cut = 1; cut < whole.rowCount(); cut++) {
            int origin = whole.originIndex(cut);
            RowBatch tail = whole.slice(origin, whole.origin().size());
            checkRows(CollectedRows.transform(transformer, tail), tail);
        }
    }

    private void checkRows(CollectedRows transformed, RowBatch input) {
        int first = input().rowCount() - input.rowCount();
        for (int row = 0; row < input.rowCount(); row++) {
            assertThat(transformed.rowsOf(input.originIndex(row)))
                    .as("rows of input row %d", first + row)
                    .isEqualTo(expected().get(first + row));
        }
        assertThat(transformed.batches()).allMatch(batch -> batch.origin() == input.origin());
    }

    @Test
    void leavesItsInputAlone() {
        requires(Trait.LEAVES_ITS_INPUT_ALONE);
        RowBatch input = input();
        List<List<@Nullable Object>> before = RowValues.rows(input);
        CollectedRows.transform(newTransformer(), input);
        assertThat(RowValues.rows(input)).isEqualTo(before);
    }

    @Test
    void reusesScratchCleanly() {
        requires(Trait.REUSES_SCRATCH_CLEANLY);
        Transformer transformer = newTransformer();
        ColumnarRowBatch whole = (ColumnarRowBatch) input();
        for (int round = 0; round < 3; round++) {
            checkRows(CollectedRows.transform(transformer, whole), whole);
            ColumnarRowBatch last = whole.slice(
                    whole.originIndex(whole.rowCount() - 1), whole.origin().size());
            checkRows(CollectedRows.transform(transformer, last), last);
        }
    }

    /** Sinks and collectors compare schemas by identity first: a new instance per batch would cost them their caches. */
    @Test
    void reusesItsSchema() {
        requires(Trait.REUSES_ITS_SCHEMA);
        Transformer transformer = newTransformer();
        RowBatch input = input();
        List<ColumnarRowBatch> first =
                CollectedRows.transform(transformer, input).batches();
        List<ColumnarRowBatch> second =
                CollectedRows.transform(transformer, input).batches();
        assertThat(first).as("batches").hasSameSizeAs(second);
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i).schema()).isSameAs(first.get(i).schema());
        }
    }

    @Test
    void closesTwice() {
        requires(Trait.CLOSES_TWICE);
        Transformer transformer = newTransformer();
        CollectedRows.transform(transformer, input());
        transformer.close();
        transformer.close();
    }
}
