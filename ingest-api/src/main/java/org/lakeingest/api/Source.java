package org.lakeingest.api;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads records and owns group membership and committed positions.
 *
 * <p>Confined to one thread, the poll thread, except for {@link #wakeup}. Life: {@link #start} once, then any number of
 * {@link #poll} calls, then {@link #close} once. The engine polls often enough to keep membership alive even when every
 * partition is paused.
 */
public interface Source extends AutoCloseable {
    /** Joins the group or takes fixed partitions. Must not call the listener yet. */
    void start(AssignmentListener listener);

    /**
     * Waits up to the timeout and returns at most one batch per assigned, unpaused partition; never null. The listener
     * is called only from inside this method and {@link #close}, and a returned batch belongs to the assignment in force
     * on return. Ranges of one partition are contiguous: each starts where the previous one ended, gaps in the log included;
     * a batch may be empty with a range that moved on (transaction markers, compaction).
     *
     * @throws IngestException of kind TRANSIENT to be polled again later; any other kind fails the pipeline
     */
    List<RecordBatch> poll(Duration timeout);

    /** Sets where the next poll of these partitions reads from. */
    void seek(Map<SourcePartition, Long> positions);

    /**
     * Reads on from the positions that a sink has kept; each claim has one. Unlike a {@link #seek} these say what is durable:
     * a source that can tell compares them with its log and with what was committed, and fails, here or in a later
     * {@link #poll}, when the log does not lead up to them, instead of going on elsewhere.
     *
     * @throws IngestException when the log does not contain a position any more
     */
    default void goOnFrom(Map<SourcePartition, Claim> claims) {
        Map<SourcePartition, Long> positions = new HashMap<>();
        claims.forEach(
                (partition, claim) -> positions.put(partition, claim.position().orElseThrow()));
        seek(positions);
    }

    /**
     * Told of partitions that a sink which keeps positions has none of: they are read from where the source itself would go on. A
     * source that can tell that the sink once had some says so.
     */
    default void goOnAlone(Set<SourcePartition> partitions) {}

    /** Stops returning records of these partitions. Nothing already fetched may be lost. */
    void pause(Set<SourcePartition> partitions);

    void resume(Set<SourcePartition> partitions);

    /** Records durable positions. Returns at once; a later call replaces an unfinished earlier one. */
    void commit(Map<SourcePartition, Long> positions);

    /** Who this member is in its group right now; for sinks that commit positions on the source's behalf. */
    Membership membership();

    /** Makes a running or the next {@link #poll} return early. Callable from any thread; not during a listener call. */
    void wakeup();

    /** Finishes outstanding commits, leaves the group, frees resources. Idempotent; does not throw. */
    @Override
    void close();
}
