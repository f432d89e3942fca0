package org.lakeingest.testkit;

import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;

/** Assertions about what a decoder or transformer yielded. */
public final class CollectedRowsAssert extends AbstractAssert<CollectedRowsAssert, CollectedRows> {
    CollectedRowsAssert(CollectedRows actual) {
        super(actual, CollectedRowsAssert.class);
    }

    public CollectedRowsAssert hasRowCount(int expected) {
        Assertions.assertThat(actual.rowCount()).as("row count").isEqualTo(expected);
        return this;
    }

    /** All rows, batch after batch; values as {@link RowValues} reads them. */
    public CollectedRowsAssert containsExactlyRows(List<?>... rows) {
        Assertions.assertThat(actual.rows()).isEqualTo(Arrays.asList(rows));
        return this;
    }

    public CollectedRowsAssert rejectsNothing() {
        Assertions.assertThat(actual.rejects()).as("rejects").isEmpty();
        return this;
    }

    public CollectedRowsAssert rejectsExactly(Integer... originIndexes) {
        Assertions.assertThat(actual.rejects().keySet()).as("rejects").containsExactly(originIndexes);
        return this;
    }

    /** Rejected with this code, which is of kind RECORD. */
    public CollectedRowsAssert rejects(int originIndex, ErrorCode code) {
        IngestException reason = actual.rejects().get(originIndex);
        if (reason == null) {
            throw failure(
                    "record %d is not rejected, only %s",
                    originIndex, actual.rejects().keySet());
        }
        Assertions.assertThat(reason.code())
                .as("code of record %d", originIndex)
                .isEqualTo(code);
        Assertions.assertThat(reason.code().kind())
                .as("kind of record %d", originIndex)
                .isEqualTo(ErrorKind.RECORD);
        return this;
    }
}
