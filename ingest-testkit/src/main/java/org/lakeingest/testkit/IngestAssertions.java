package org.lakeingest.testkit;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;

/** Entry point of the kit's assertions, to be imported statically beside AssertJ's own. */
public final class IngestAssertions {
    private IngestAssertions() {}

    public static RowBatchAssert assertThat(RowBatch actual) {
        return new RowBatchAssert(actual);
    }

    public static CollectedRowsAssert assertThat(CollectedRows actual) {
        return new CollectedRowsAssert(actual);
    }

    public static OffsetRangeAssert assertThat(OffsetRange actual) {
        return new OffsetRangeAssert(actual);
    }

    public static PositionsAssert assertThatPositions(Map<SourcePartition, Long> actual) {
        return new PositionsAssert(actual);
    }

    /** The values of a row, by column; nulls allowed. */
    public static List<@Nullable Object> row(@Nullable Object... values) {
        return Collections.unmodifiableList(Arrays.asList(values.clone()));
    }
}
