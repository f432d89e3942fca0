package org.lakeingest.testkit;

import java.util.Map;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.lakeingest.api.SourcePartition;

/** Assertions about positions: the next offset to read, by partition. */
public final class PositionsAssert extends AbstractAssert<PositionsAssert, Map<SourcePartition, Long>> {
    PositionsAssert(Map<SourcePartition, Long> actual) {
        super(actual, PositionsAssert.class);
    }

    public PositionsAssert hasPosition(SourcePartition partition, long next) {
        Assertions.assertThat(actual).as("positions").containsEntry(partition, next);
        return this;
    }

    public PositionsAssert hasNoPosition(SourcePartition partition) {
        Assertions.assertThat(actual).as("positions").doesNotContainKey(partition);
        return this;
    }

    /** No position is ahead of the one given for its partition, and each has one. */
    public PositionsAssert areNotAheadOf(Map<SourcePartition, Long> durable) {
        actual.forEach((partition, position) -> {
            Long limit = durable.get(partition);
            if (limit == null || position > limit) {
                throw failure("position %s of %s is ahead of what is durable: %s", position, partition, limit);
            }
        });
        return this;
    }
}
