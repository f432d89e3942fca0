package org.lakeingest.engine.lane;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Transformer;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.EngineThreads;
import org.lakeingest.engine.progress.EngineServices;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.rows.ColumnarRowBatch;
import org.lakeingest.engine.write.LetterSender;
import org.lakeingest.engine.write.PartitionBatch;
import org.lakeingest.engine.write.PoisonedRecord;
import org.lakeingest.engine.write.RetryPolicy;
import org.lakeingest.engine.write.WriteDispatcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes, transforms and batches the records of its partitions and hands the batches to the sink; one thread.
 *
 * <p>Two queues feed it. Control (outcomes of writes, timers, ended leases) goes first. Records wait while the open batches
 * are full and the sink has enough to do: encoded they take the least memory, and the budget knows them already.
 */
public final class Lane {
    private static final Logger log = LoggerFactory.getLogger(Lane.class);

    private final EngineServices services;
    private final EngineThreads.Serial thread;
    private final RowPipeline rows;
    private final Batcher batcher;
    private final WriteDispatcher dispatcher;
    private final RetryPolicy retries;
    private final Queue<Runnable> control = new ConcurrentLinkedQueue<>();
    private final Deque<Task> data = new ConcurrentLinkedDeque<>();
    /** Records of partitions whose writes wait for a person, in their order: encoded, and out of the way of the others. */
    private final List<Task> parked = new ArrayList<>();

    private final AtomicBoolean scheduled = new AtomicBoolean();
    private Set<SourcePartition> blocked = Set.of();
    private boolean timerArmed;
    private boolean decoderResting;
    private int decoderFailures;
    private boolean ended;

    /** Work in the order of arrival; without a batch: close what is open. */
    private record Task(
            @Nullable InFlightRange range, @Nullable RecordBatch records) {}

    /** What a lane is made of; decoder and transformers are its own. Without a queue, dead letters go with the batches. */
    public record Parts(
            int number,
            String name,
            Decoder decoder,
            List<Transformer> transformers,
            KnowsTargets targets,
            SinkWriter writer,
            @Nullable DeadLetterQueue deadLetters) {}

    public Lane(Parts parts, EngineServices services, BatchOptions batch, RetryPolicy retries, int openWrites) {
        this.services = services;
        this.retries = retries;
        this.thread = services.threads().serial(parts.name());
        this.rows = new RowPipeline(parts.decoder(), parts.transformers(), parts.targets(), services.rejects());
        this.batcher = new Batcher(services.pipeline(), batch, services.progress());
        LetterSender letters = new LetterSender(parts.deadLetters(), this::control);
        this.dispatcher = new WriteDispatcher(
                parts.number(), parts.writer(), letters, retries, openWrites, services, this::control);
    }

    /** Takes records over. Any thread; records of one partition in their order. */
    public void accept(InFlightRange range, RecordBatch records) {
        data.add(new Task(range, records));
        wake();
    }

    /** Closes what is open once everything accepted so far was decoded. Any thread. */
    public void closeOpen() {
        data.add(new Task(null, null));
        wake();
    }

    /** Gives up whatever the sink does not hold of leases that have ended or end soon. Any thread. */
    public void forgetEnded() {
        control(this::purge);
    }

    /** Gives up everything, closes decoder and transformers, then frees the thread. Does not wait. Any thread. */
    public void end(Runnable done) {
        control(() -> {
            if (!ended) {
                ended = true;
                data.clear();
                parked.clear();
                batcher.forget(true);
                rows.close();
            }
            done.run();
            thread.close();
        });
    }

    private void control(Runnable task) {
        control.add(task);
        wake();
    }

    private void wake() {
        if (scheduled.compareAndSet(false, true)) {
            thread.execute(this::step);
        }
    }

    /** One piece of work. The flag falls before the queues are read, so whoever adds later wakes the lane again. */
    private void step() {
        scheduled.set(false);
        Runnable task = control.poll();
        if (task != null) {
            task.run();
            noteBlocked();
        } else if (!ended) {
            work();
        }
        if (!control.isEmpty() || (!ended && hasWork())) {
            wake();
        }
    }

    private void noteBlocked() {
        Set<SourcePartition> now = dispatcher.blocked();
        if (now.equals(blocked)) {
            return;
        }
        blocked = now;
        batcher.setAside(now, services.threads().nanoTime());
        for (int i = parked.size() - 1; i >= 0; i--) {
            data.addFirst(parked.get(i));
        }
        parked.clear();
        armTimer();
    }

    private boolean hasWork() {
        return canClose() || canDecode();
    }

    private boolean canClose() {
        return batcher.isDue(services.threads().nanoTime())
                && dispatcher.hasRoom()
                && batcher.hasOther(dispatcher::isHeld);
    }

    private boolean canDecode() {
        Task next = data.peek();
        return next != null && !decoderResting && (next.records() == null || !batcher.isFull());
    }

    private void work() {
        if (canClose()) {
            long age = batcher.ageNanos(services.threads().nanoTime());
            List<PartitionBatch> group = batcher.close(dispatcher::isHeld, this::noteClosed);
            if (!group.isEmpty()) {
                noteFilled(group, age);
                dispatcher.submit(group);
            }
        } else if (canDecode()) {
            run(data.element());
        }
    }

    private void noteClosed(PartitionBatch batch, long firstNanos) {
        long age = services.threads().nanoTime() - firstNanos;
        services.counters().batchClosed(batch.rowCount(), batch.sizeInBytes(), age);
    }

    private void noteFilled(List<PartitionBatch> group, long nanos) {
        long count = 0;
        for (PartitionBatch batch : group) {
            count += batch.rowCount();
        }
        services.counters().groupFilled(count, nanos);
        log.debug("Batch complete: batch_size={} partitions={} duration_ms={}", count, group.size(), nanos / 1_000_000);
    }

    private void run(Task task) {
        InFlightRange range = task.range();
        RecordBatch records = task.records();
        if (range == null || records == null) {
            data.remove();
            batcher.request();
        } else if (blocked.contains(range.lease().partition()) && !isGone(range)) {
            parked.add(data.remove());
        } else if (isGone(range)) {
            data.remove();
            services.progress().onDropped(List.of(range), range.start());
        } else if (decode(range, records)) {
            data.remove();
            armTimer();
        }
    }

    private static boolean isGone(InFlightRange range) {
        Lease lease = range.lease();
        return !lease.isWritable() || range.start() >= lease.limit();
    }

    /** Answers false when it has to be tried again. */
    private boolean decode(InFlightRange range, RecordBatch records) {
        long before = services.threads().nanoTime();
        List<ColumnarRowBatch> decoded;
        try {
            decoded = rows.rows(records);
        } catch (IngestException e) {
            return onDecoderFailure(range, records, e);
        }
        decoderFailures = 0;
        OffsetRange covered = coveredBy(range, records);
        long bytes = 0;
        for (ColumnarRowBatch batch : decoded) {
            bytes += batch.sizeInBytes();
        }
        services.progress().onDecoded(range, bytes);
        long now = services.threads().nanoTime();
        services.counters().decodeNanos.add(now - before);
        batcher.add(range, covered, decoded, letters(range), now);
        return true;
    }

    private List<RejectedRecord> letters(InFlightRange range) {
        List<RejectedRecord> passedBy = rows.rejects().passedBy();
        if (passedBy.isEmpty()) {
            return passedBy;
        }
        List<RejectedRecord> letters = new ArrayList<>(passedBy.size());
        for (RejectedRecord each : passedBy) {
            if (services.rejects().giveUp(each, range.firstNumber() + each.index())) {
                letters.add(each);
            }
        }
        return letters;
    }

    /** The whole range, or what is before the record that fails the pipeline, which ends the partition. */
    private OffsetRange coveredBy(InFlightRange range, RecordBatch records) {
        IngestException reason = rows.rejects().reason();
        if (reason == null) {
            return records.range();
        }
        long offset = records.offset(rows.rejects().index());
        services.counters().error(reason.code());
        range.lease().limitTo(offset);
        services.progress().onPoisoned(range, offset, PoisonedRecord.failure(records.partition(), offset, reason));
        return new OffsetRange(records.range().start(), offset);
    }

    private boolean onDecoderFailure(InFlightRange range, RecordBatch records, IngestException reason) {
        services.counters().error(reason.code());
        if (!reason.code().kind().isRetried()) {
            range.lease().limitTo(range.start());
            services.progress().onFailed(reason);
            services.progress().onDropped(List.of(range), range.start());
            return true;
        }
        if (decoderFailures++ == 0) {
            log.warn(
                    "[{}] decoding {} from offset {} failed and will be tried again: {}",
                    reason.code().name(),
                    records.partition().stream() + "-" + records.partition().number(),
                    range.start(),
                    reason.getMessage());
        }
        decoderResting = true;
        Duration delay = retries.delay(decoderFailures, services.threads().random());
        services.threads().schedule(delay, () -> control(() -> decoderResting = false));
        return false;
    }

    private void armTimer() {
        if (timerArmed || batcher.isEmpty()) {
            return;
        }
        long remaining = batcher.nanosUntilDue(services.threads().nanoTime());
        if (remaining > 0) {
            timerArmed = true;
            services.threads()
                    .schedule(
                            Duration.ofNanos(remaining),
                            () -> control(() -> {
                                timerArmed = false;
                                armTimer();
                            }));
        }
    }

    private boolean dropIfGone(Task task) {
        InFlightRange range = task.range();
        if (range == null || !isGone(range)) {
            return false;
        }
        services.progress().onDropped(List.of(range), range.start());
        return true;
    }

    private void purge() {
        data.removeIf(this::dropIfGone);
        parked.removeIf(this::dropIfGone);
        batcher.forget(false);
        dispatcher.forget();
    }
}
