package org.lakeingest.api;

import java.util.Optional;

/**
 * A {@link Sink} that can say which columns a target has, so that whoever makes the rows reads values as what the target
 * holds. Reached through {@link RowCollector#columnsOf}.
 */
public interface KnowsTargets {
    /**
     * Columns of the target as last seen; empty while there is no such target, or while it was not looked at yet (asking
     * may make the sink look). The same instance until something changed. Callable from any thread; waits for nothing.
     */
    Optional<TargetColumns> columnsOf(Target target);
}
