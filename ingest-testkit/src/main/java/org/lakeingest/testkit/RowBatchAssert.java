package org.lakeingest.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** Assertions about a row batch. */
public final class RowBatchAssert extends AbstractAssert<RowBatchAssert, RowBatch> {
    RowBatchAssert(RowBatch actual) {
        super(actual, RowBatchAssert.class);
    }

    public RowBatchAssert hasRowCount(int expected) {
        Assertions.assertThat(actual.rowCount()).as("row count").isEqualTo(expected);
        return this;
    }

    public RowBatchAssert hasTarget(String name) {
        Assertions.assertThat(actual.target().name()).as("target").isEqualTo(name);
        return this;
    }

    public RowBatchAssert hasColumns(String... names) {
        Assertions.assertThat(actual.schema().fields())
                .extracting(Schema.Field::name)
                .containsExactly(names);
        return this;
    }

    /** Values as {@link RowValues} reads them. */
    public RowBatchAssert hasRow(int row, @Nullable Object... values) {
        Assertions.assertThat(RowValues.row(actual, row)).as("row %d", row).isEqualTo(Arrays.asList(values));
        return this;
    }

    public RowBatchAssert containsExactlyRows(List<?>... rows) {
        Assertions.assertThat(RowValues.rows(actual)).isEqualTo(Arrays.asList(rows));
        return this;
    }

    /** The offsets of the records that the rows come from, row by row. */
    public RowBatchAssert comesFromOffsets(Long... offsets) {
        List<Long> found = new ArrayList<>();
        for (int row = 0; row < actual.rowCount(); row++) {
            found.add(actual.origin().offset(actual.originIndex(row)));
        }
        Assertions.assertThat(found).as("offsets of origin").containsExactly(offsets);
        return this;
    }
}
