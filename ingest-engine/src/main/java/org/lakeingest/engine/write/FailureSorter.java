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
     * @param halves of refused batches, each to be written alone, in this order
     */
    record Sorted(List<Again> again, List<WriteGroup> halves) {}

    Sorted sort(WriteGroup group, Map<PartitionBatch, WriteAttempt.Refusal> failed) {
        Map<ErrorKind, List<PartitionBatch>> again = new EnumMap<>(ErrorKind.class);
        Map<ErrorKind, IngestException> first = new EnumMap<>(ErrorKind.class);
        List<WriteGroup> halves = new ArrayList<>();
        for (PartitionBatch batch : group.batches) {
            WriteAttempt.Refusal refusal = failed.get(batch);
            if (refusal == null) {
                continue;
            }
            IngestException reason = refusal.reason();
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
                case RECORD -> divide(batch, refusal, group, halves);
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
     * Splits in front of the record that the sink names, or at the middle of the offsets that gave rows, so that each half has
     * some, until one record stands alone. The halves go out in order, each starting where the one before ended.
     */
    private void divide(PartitionBatch batch, WriteAttempt.Refusal refusal, WriteGroup group, List<WriteGroup> halves) {
        if (batch.rowCount() == 0) {
            fail(batch, refusedNothing(batch, refusal.reason()));
            return;
        }
        long first = batch.firstRowOffset();
        long last = batch.lastRowOffset();
        boolean named = refusal.offset() >= first && refusal.offset() <= last;
        long middle = first == last ? first : named ? refusal.offset() : first + (last - first + 1) / 2;
        if (middle > batch.range().start()) {
            split(batch, middle);
            halves.add(group.half(batch.before(middle)));
            halves.add(group.half(batch.from(middle)));
        } else if (first == last) {
            giveUp(batch, refusal.reason(), group, halves);
        } else {
            // The sink names the first of several.
            split(batch, middle + 1);
            giveUp(batch.before(middle + 1), refusal.reason(), group, halves);
            if (policy(refusal.reason()) == ErrorPolicy.FAIL) {
                PartitionBatch rest = batch.from(middle + 1);
                services.progress().onDropped(rest.parts(), rest.range().start());
            } else {
                halves.add(group.half(batch.from(middle + 1)));
            }
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

    /** The batch has rows of one record, with which it starts. */
    private void giveUp(PartitionBatch batch, IngestException reason, WriteGroup group, List<WriteGroup> halves) {
        long offset = batch.range().start();
        if (policy(reason) == ErrorPolicy.FAIL) {
            // Nothing of the batch is left once its range is cut there.
            batch.lease().limitTo(offset);
            services.progress()
                    .onPoisoned(
                            batch.holder(offset), offset, PoisonedRecord.failure(batch.partition(), offset, reason));
            services.progress().onDropped(batch.parts(), offset);
            return;
        }
        RejectedRecord rejected =
                batch.reject(RejectDesk.stageOf(reason, RejectStage.LOAD), group.refusals + 1, reason);
        long number = batch.holder(offset).firstNumber() + rejected.index();
        boolean letter = services.rejects().giveUp(rejected, number);
        halves.add(group.half(batch.withoutRecord(letter ? rejected : null)));
    }
}
