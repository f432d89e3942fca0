package org.lakeingest.api;

import java.util.Optional;
import java.util.Set;

/**
 * A {@link Sink} that can say which columns a target has, so that whoever makes the rows reads values as what the target
 * holds. Reached through {@link RowCollector#columnsOf}.
 */
public interface KnowsTargets {
    /**
     * Columns of the target that rows of a stream go to, as last seen; empty while there is no such target, or none that can be
     * looked at. The same instance until something changed. Callable from any thread. Waits for nothing but the first look at a
     * target, and for that a few seconds at most.
     *
     * @throws IngestException of a kind that is retried while nothing can be said of the target yet; the records come again
     */
    Optional<TargetColumns> columnsOf(String stream, Target target);

    /**
     * Whether a column that a row lacks stays as it is in the target, so that rows must not have a null for want of a value. Of all
     * targets, and always the same. From any thread.
     */
    default boolean takesPartialRows() {
        return false;
    }

    /** Rows of these streams are about to come: their targets may be looked at in advance. From any thread; waits for nothing. */
    default void expect(Set<String> streams) {}
}
