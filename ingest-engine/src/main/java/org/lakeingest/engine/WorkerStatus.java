package org.lakeingest.engine;

import org.jspecify.annotations.Nullable;

/**
 * What a worker's poll thread last said about itself. Immutable.
 *
 * @param turnNanos when the poll loop last turned
 * @param joined whether a poll has succeeded
 * @param assigned partitions
 * @param paused of these
 * @param oldestNanos when the oldest range in flight was opened; meaningless without one
 * @param oldest the oldest range in flight, for a message; null when there is none
 */
record WorkerStatus(
        long turnNanos,
        boolean joined,
        int assigned,
        int paused,
        long oldestNanos,
        @Nullable String oldest) {}
