package org.lakeingest.engine.progress;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;

/**
 * How lanes and writes report to the poll thread. The methods post and return, so any thread may call them; what one thread
 * reports arrives in the order of its calls.
 */
public interface ProgressListener {
    /** See {@link InFlightTracker#split}; before any of the new parts is handed on. */
    void onSplit(InFlightRange range, int parts);

    /** Rows of this range were decoded and take this much memory. */
    void onDecoded(InFlightRange range, long bytes);

    /** One part of each of these ranges is durable. */
    void onDurable(List<InFlightRange> ranges);

    /**
     * One part of each of these ranges was given up, its lease having ended or been limited.
     *
     * @param from the parts stand for nothing before this position
     */
    void onDropped(List<InFlightRange> ranges, long from);

    /** The record at this position was given up: what is before it counts, and the pipeline ends. */
    void onPoisoned(InFlightRange range, long position, IngestException reason);

    /** Another writer has taken the partition over. */
    void onFenced(Lease lease, IngestException reason);

    /** The partitions of this lane whose writes wait for a retry, all of them. */
    void onHeld(int lane, Set<SourcePartition> partitions);

    /** The partitions of this lane whose writes wait for a person, all of them, and why. */
    void onBlocked(int lane, Map<SourcePartition, IngestException> partitions);

    /** The pipeline cannot go on. */
    void onFailed(IngestException reason);
}
