package org.lakeingest.engine.progress;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;

/** What a pipeline counts about itself, for health and meters. Thread-safe; all figures but the open writes only grow. */
public final class Counters {
    public final LongAdder recordsPolled = new LongAdder();
    /** Of the values only, as the producer sent them. */
    public final LongAdder bytesPolled = new LongAdder();

    public final LongAdder rowsDurable = new LongAdder();
    /** Of the values that durable rows were made of, comparable to {@link #bytesPolled}. */
    public final LongAdder bytesDurable = new LongAdder();

    public final LongAdder batchesDurable = new LongAdder();
    public final LongAdder groupsClosed = new LongAdder();
    public final LongAdder retries = new LongAdder();
    public final LongAdder lateCompletions = new LongAdder();
    public final LongAdder commits = new LongAdder();
    public final LongAdder rebalances = new LongAdder();
    public final LongAdder decodeNanos = new LongAdder();
    /** From closing a group to its outcome, retries included. */
    public final LongAdder writeNanos = new LongAdder();

    /** Groups that the sink holds without an outcome. */
    public final LongAdder openWrites = new LongAdder();

    public final Blockages blockages = new Blockages();
    private final Map<ErrorKind, LongAdder> failedWrites = new EnumMap<>(ErrorKind.class);
    private final Map<String, LongAdder> errors = new ConcurrentHashMap<>();
    private volatile BiConsumer<String, LongAdder> newError = (code, count) -> {};

    private final Map<String, LongAdder> rejected = new ConcurrentHashMap<>();
    private volatile RejectionListener newRejection = (stage, code, policy, count) -> {};
    private final AtomicLong numbered = new AtomicLong();

    private volatile GroupListener groupListener = (rows, fillNanos) -> {};
    private volatile BatchListener batchListener = (rows, bytes, ageNanos) -> {};

    public Counters() {
        for (ErrorKind kind : ErrorKind.values()) {
            failedWrites.put(kind, new LongAdder());
        }
    }

    /** Batches that the sink reported as failed, each attempt counted. */
    public LongAdder failedWrites(ErrorKind kind) {
        return Objects.requireNonNull(failedWrites.get(kind));
    }

    /** Told of each group of batches that closed. */
    @FunctionalInterface
    public interface GroupListener {
        /**
         * On the lane's thread.
         *
         * @param fillNanos from its first record to its closing
         */
        void onFilled(long rows, long fillNanos);
    }

    /** Told of each batch that closed. */
    @FunctionalInterface
    public interface BatchListener {
        /**
         * On the lane's thread.
         *
         * @param ageNanos since its first rows were decoded
         */
        void onClosed(long rows, long bytes, long ageNanos);
    }

    /** Set before the pipeline starts. */
    public void onBatchClosed(BatchListener listener) {
        batchListener = listener;
    }

    /** A batch closed. */
    public void batchClosed(long rows, long bytes, long ageNanos) {
        batchListener.onClosed(rows, bytes, ageNanos);
    }

    /** Set before the pipeline starts. */
    public void onGroupClosed(GroupListener listener) {
        groupListener = listener;
    }

    /** A group of batches closed. */
    public void groupFilled(long rows, long fillNanos) {
        groupListener.onFilled(rows, fillNanos);
    }

    /** Told each code when it is counted for the first time. Set before the pipeline starts. */
    public void onNewError(BiConsumer<String, LongAdder> listener) {
        newError = listener;
    }

    /** One failure or rejected record. */
    public void error(ErrorCode code) {
        error(code, 1);
    }

    public void error(ErrorCode code, long times) {
        errors.computeIfAbsent(code.name(), name -> {
                    LongAdder count = new LongAdder();
                    newError.accept(name, count);
                    return count;
                })
                .add(times);
    }

    /** Told each combination of labels when it is counted for the first time. */
    @FunctionalInterface
    public interface RejectionListener {
        void onNew(String stage, String code, String policy, LongAdder count);
    }

    /** Set before the pipeline starts. */
    public void onNewRejection(RejectionListener listener) {
        newRejection = listener;
    }

    /** A record was given up. */
    public void rejected(String stage, String code, String policy) {
        rejected.computeIfAbsent(stage + ' ' + code + ' ' + policy, labels -> {
                    LongAdder count = new LongAdder();
                    newRejection.onNew(stage, code, policy, count);
                    return count;
                })
                .increment();
    }

    /** Records that were given up, dead letters and skipped ones; those read again are counted again. */
    public long rejected() {
        return rejected.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** Numbers so many records in the order of reading; answers the number of the first. */
    public long number(int records) {
        return numbered.getAndAdd(records);
    }

    public long errors() {
        return errors.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
