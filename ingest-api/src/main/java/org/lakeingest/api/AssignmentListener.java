package org.lakeingest.api;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Told by a {@link Source} which partitions it gains and loses; always on the poll thread, inside {@link Source#poll} or
 * {@link Source#close}. The methods never call back into the source and never wait for the sink's network.
 */
public interface AssignmentListener {
    /** The partitions start paused at the source's own committed position; the engine seeks and resumes them later. */
    void onAssigned(Set<SourcePartition> partitions);

    /**
     * Drains these partitions for at most the grace period, then forgets them.
     *
     * @return final positions, to be committed synchronously before the partitions are given up
     */
    Map<SourcePartition, Long> onRevoked(Set<SourcePartition> partitions, Duration grace);

    /** The partitions already have another owner: forget them at once; nothing may be committed. */
    void onLost(Set<SourcePartition> partitions);
}
