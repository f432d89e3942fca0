package org.lakeingest.engine.write;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.ErrorPolicy;
import org.lakeingest.engine.progress.EngineServices;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.reject.RejectDesk;

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
     * @param parts of refused batches, each to be written alone, in this order
     */
    record Sorted(List<Again> again, List<WriteGroup> parts) {}

    Sorted sort(WriteGroup group, Map<PartitionBatch, IngestException> failed) {
        Map<ErrorKind, List<PartitionBatch>> again = new EnumMap<>(ErrorKind.class);
        Map<ErrorKind, IngestException> first = new EnumMap<>(ErrorKind.class);
        List<WriteGroup> parts = new ArrayList<>();
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
                case RECORD -> divide(batch, reason, group, parts);
                case FENCED -> fence(batch, reason);
                case CONFIGURATION, INTERNAL -> fail(batch, reason);
            }
        }
        List<Again> kinds = new ArrayList<>();
        again.forEach((kind, batches) -> kinds.add(new Again(kind, batches, first.get(kind))));
        return new Sorted(kinds, parts);
    }

    void giveUp(WriteGroup group, @Nullable IngestException reason) {
        PartitionBatch first = group.batches.get(0);
        IngestException end = new IngestException(
                EngineErrorCode.RETRIES_EXHAUSTED,
                "writing " + first + " failed " + group.failures + " times, for as long as retry.give-up-after allows"
                        + (reason == null ? "" : "; the last time: " + reason.getMessage()),
                reason);
        fail(group, end);
    }

    /** Stops the pipeline in front of the group. */
    void fail(WriteGroup group, IngestException reason) {
        group.batches.forEach(batch -> fail(batch, reason));
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

    /**
     * Takes the one record out that it can only be, or that the sink names; else splits at the middle of the offsets that gave
     * rows, so that each half has some, until one record stands alone. The parts go out in order, each starting where the one
     * before ended.
     */
    private void divide(PartitionBatch batch, IngestException reason, WriteGroup group, List<WriteGroup> parts) {
        if (batch.rowCount() == 0) {
            fail(batch, refusedNothing(batch, reason));
            return;
        }
        long first = batch.firstRowOffset();
        long last = batch.lastRowOffset();
        boolean named = reason.recordOffset() >= 0 && batch.hasRowsOf(reason.recordOffset());
        long middle = first == last ? first : named ? reason.recordOffset() : first + (last - first + 1) / 2;
        boolean fails = policy(reason) == ErrorPolicy.FAIL;
        if (!fails && middle == first) {
            parts.add(group.half(giveUpFirst(batch, first, reason, group)));
        } else if (fails && middle == batch.range().start()) {
            poison(batch, middle, reason);
        } else {
            split(batch, middle);
            parts.add(group.half(batch.before(middle)));
            PartitionBatch rest = batch.from(middle);
            parts.add(group.half(named && !fails ? giveUpFirst(rest, middle, reason, group) : rest));
        }
    }

    private void split(PartitionBatch batch, long position) {
        for (InFlightRange range : batch.straddling(position)) {
            services.progress().onSplit(range, 2);
        }
    }

    private static IngestException refusedNothing(PartitionBatch batch, IngestException reason) {
        return new IngestException(
                EngineErrorCode.SINK_PROTOCOL,
                "the sink refused a record of " + batch + ", which has none: " + reason.getMessage(),
                reason);
    }

    private ErrorPolicy policy(IngestException reason) {
        return services.rejects().policy(RejectDesk.stageOf(reason, RejectStage.LOAD));
    }

    /** The batch starts with the bad record, so nothing of it is left once its range is cut there. */
    private void poison(PartitionBatch batch, long offset, IngestException reason) {
        batch.lease().limitTo(offset);
        services.progress()
                .onPoisoned(batch.holder(offset), offset, PoisonedRecord.failure(batch.partition(), offset, reason));
        services.progress().onDropped(batch.parts(), offset);
    }

    /** What is left of a batch without the record, the first that has rows in it. */
    private PartitionBatch giveUpFirst(PartitionBatch batch, long offset, IngestException reason, WriteGroup group) {
        RejectStage stage = RejectDesk.stageOf(reason, RejectStage.LOAD);
        RejectedRecord rejected = batch.reject(offset, stage, group.refusals + 1, reason);
        long number = batch.holder(offset).firstNumber() + rejected.index();
        boolean letter = services.rejects().giveUp(rejected, number);
        return batch.withoutRecord(offset, letter ? rejected : null);
    }
}
