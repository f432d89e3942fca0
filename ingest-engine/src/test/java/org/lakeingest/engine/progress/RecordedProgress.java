package org.lakeingest.engine.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;

/** What was reported, a line each, with ranges as their start. */
public final class RecordedProgress implements ProgressListener {
    public final List<String> events = new ArrayList<>();

    private static List<Long> starts(List<InFlightRange> ranges) {
        return ranges.stream().map(InFlightRange::start).toList();
    }

    private static List<Integer> numbers(Set<SourcePartition> partitions) {
        return partitions.stream().map(SourcePartition::number).sorted().toList();
    }

    @Override
    public void onSplit(InFlightRange range, int parts) {
        events.add("split " + range.start() + " in " + parts);
    }

    @Override
    public void onDecoded(InFlightRange range, long bytes) {
        events.add("decoded " + range.start() + ", " + bytes + " bytes");
    }

    @Override
    public void onDurable(List<InFlightRange> ranges) {
        events.add("durable " + starts(ranges));
    }

    @Override
    public void onDropped(List<InFlightRange> ranges, long from) {
        events.add("dropped " + starts(ranges) + " from " + from);
    }

    @Override
    public void onPoisoned(InFlightRange range, long position, IngestException reason) {
        events.add("poisoned " + range.start() + " at " + position);
    }

    @Override
    public void onFenced(Lease lease, IngestException reason) {
        events.add("fenced " + lease.partition().number());
    }

    @Override
    public void onHeld(int lane, Set<SourcePartition> partitions) {
        events.add("held " + numbers(partitions));
    }

    @Override
    public void onBlocked(int lane, Map<SourcePartition, IngestException> partitions) {
        events.add("blocked " + numbers(partitions.keySet()));
    }

    @Override
    public void onFailed(IngestException reason) {
        events.add("failed " + reason.code().name());
    }
}
