package org.lakeingest.engine.write;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.progress.EngineServices;
import org.lakeingest.engine.progress.InFlightRange;

/**
 * Says what happens to batches that failed, by the kind of the failure: again, in halves, or never. Confined to the lane's
 * thread.
 */
final class FailureSorter {
    private final EngineServices services;

    FailureSorter(EngineServices services) {
        this.services = services;
    }

    /** Batches to be written again, together, and why the first of them failed; null when there is none. */
    record Again(
            ErrorKind kind,
            List<PartitionBatch> batches,
            @Nullable IngestException reason) {}

    /**
     * What is left to write of a group.
     *
     * @param again by kind; batches whose outcome is open stay together, since the sink may know their file by them
     * @param halves of refused batches, each to be written alone, in this order
     */
    record Sorted(List<Again> again, List<WriteGroup> halves) {}

    Sorted sort(WriteGroup group, Map<PartitionBatch, IngestException> failed) {
        Map<ErrorKind, List<PartitionBatch>> again = new EnumMap<>(ErrorKind.class);
        Map<ErrorKind, IngestException> first = new EnumMap<>(ErrorKind.class);
        List<WriteGroup> halves = new ArrayList<>();
        for (PartitionBatch batch : group.batches) {
            IngestException reason = failed.get(batch);
            if (reason == null) {
                continue;
            }
            if (!batch.isWritable()) {
                services.progress().onDropped(batch.parts(), batch.range().start());
                continue;
            }
            ErrorKind kind = reason.code().kind();
            switch (kind) {
                case TRANSIENT, INDETERMINATE, BLOCKED -> {
                    again.computeIfAbsent(kind, any -> new ArrayList<>()).add(batch);
                    first.putIfAbsent(kind, reason);
                }
                case RECORD -> halve(batch, reason, group.closedNanos, halves);
                case FENCED -> fence(batch, reason);
                case CONFIGURATION, INTERNAL -> fail(batch, reason);
            }
        }
        List<Again> kinds = new ArrayList<>();
        again.forEach((kind, batches) -> kinds.add(new Again(kind, batches, first.get(kind))));
        return new Sorted(kinds, halves);
    }

    void giveUp(WriteGroup group, @Nullable IngestException reason) {
        PartitionBatch first = group.batches.get(0);
        IngestException end = new IngestException(
                EngineErrorCode.RETRIES_EXHAUSTED,
                "writing " + first + " failed " + group.failures + " times, for as long as retry.give-up-after allows"
                        + (reason == null ? "" : "; the last time: " + reason.getMessage()),
                reason);
        group.batches.forEach(batch -> fail(batch, end));
        group.batches.clear();
    }

    private void fence(PartitionBatch batch, IngestException reason) {
        batch.lease().limitTo(batch.range().start());
        services.progress().onFenced(batch.lease(), reason);
        services.progress().onDropped(batch.parts(), batch.range().start());
    }

    private void fail(PartitionBatch batch, IngestException reason) {
        batch.lease().limitTo(batch.range().start());
        services.progress().onFailed(reason);
        services.progress().onDropped(batch.parts(), batch.range().start());
    }

    /** Splits at the middle of the offsets that gave rows, so that each half has some, until one record stands alone. */
    private void halve(PartitionBatch batch, IngestException reason, long closedNanos, List<WriteGroup> halves) {
        if (batch.rowCount() == 0) {
            fail(
                    batch,
                    new IngestException(
                            EngineErrorCode.SINK_PROTOCOL,
                            "the sink refused a record of " + batch + ", which has none: " + reason.getMessage(),
                            reason));
            return;
        }
        long first = batch.firstRowOffset();
        long last = batch.lastRowOffset();
        long middle = first == last ? first : first + (last - first + 1) / 2;
        if (middle == batch.range().start()) {
            poison(batch, first, reason);
            return;
        }
        for (InFlightRange range : batch.straddling(middle)) {
            services.progress().onSplit(range, 2);
        }
        halves.add(new WriteGroup(List.of(batch.before(middle)), true, closedNanos));
        halves.add(new WriteGroup(List.of(batch.from(middle)), true, closedNanos));
    }

    /** The batch starts with the bad record, so nothing of it is left once its range is cut there. */
    private void poison(PartitionBatch batch, long offset, IngestException reason) {
        List<InFlightRange> parts = batch.parts();
        int holder = 0;
        while (holder + 1 < parts.size() && parts.get(holder + 1).start() <= offset) {
            holder++;
        }
        batch.lease().limitTo(offset);
        services.progress()
                .onPoisoned(parts.get(holder), offset, PoisonedRecord.failure(batch.partition(), offset, reason));
        services.progress().onDropped(parts, offset);
    }
}
