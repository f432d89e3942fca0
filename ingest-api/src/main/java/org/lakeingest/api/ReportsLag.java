package org.lakeingest.api;

import java.util.OptionalLong;

/** A {@link Source} that knows how far it is behind. */
public interface ReportsLag {
    /**
     * Records between the committed positions and the ends of the partitions owned; empty while unknown. Callable from any
     * thread at any time; waits for nothing.
     */
    OptionalLong lag();
}
