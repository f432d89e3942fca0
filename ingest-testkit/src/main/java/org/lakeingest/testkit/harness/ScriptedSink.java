package org.lakeingest.testkit.harness;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.api.WriterContext;

/**
 * A sink whose outcomes arrive as steps of the harness and follow a script: fail this often, hang, refuse a record. Batches of
 * one partition take effect in order, those of different partitions in any. Once one has failed, those open behind it fail
 * unapplied, as the contract of {@link SinkWriter} wants. Confined to the test's thread.
 */
public final class ScriptedSink implements Sink {
    private final Random dice;
    private final DurableRows rows = new DurableRows();
    private final List<OpenBatch> open = new ArrayList<>();
    private final List<List<String>> groups = new ArrayList<>();
    private final List<IngestException> openFailures = new ArrayList<>();
    private Predicate<WriteBatch> hanging = batch -> false;
    private Predicate<Row> refused = row -> false;
    private @Nullable Predicate<WriteBatch> failing;
    private Code failure = Code.AWAY;
    private int failuresLeft;
    private int opened;
    private int mostOpen;
    private boolean closed;

    /** A row, by the record behind it. */
    public record Row(SourcePartition partition, long offset) {}

    /** What a scripted sink says; one code per kind. */
    public enum Code implements ErrorCode {
        REFUSED(ErrorKind.RECORD),
        AWAY(ErrorKind.TRANSIENT),
        UNKNOWN(ErrorKind.INDETERMINATE),
        WAITS_FOR_A_PERSON(ErrorKind.BLOCKED),
        TAKEN_OVER(ErrorKind.FENCED),
        WRONG_PASSWORD(ErrorKind.CONFIGURATION),
        BROKEN(ErrorKind.INTERNAL);

        private final ErrorKind kind;

        Code(ErrorKind kind) {
            this.kind = kind;
        }

        @Override
        public ErrorKind kind() {
            return kind;
        }
    }

    /** Compared by identity. */
    private static final class OpenBatch {
        final WriteBatch batch;
        final WriteListener listener;
        final Set<SourcePartition> broken;

        OpenBatch(WriteBatch batch, WriteListener listener, Set<SourcePartition> broken) {
            this.batch = batch;
            this.listener = listener;
            this.broken = broken;
        }
    }

    ScriptedSink(StepThreads threads) {
        this.dice = threads.dice();
        threads.add("sink", this::hasStep, this::step);
    }

    public DurableRows rows() {
        return rows;
    }

    /** {@link #open} throws these first, one each time. */
    public void failOpen(List<IngestException> reasons) {
        openFailures.addAll(reasons);
    }

    /** The next batches fail, this many of them. */
    public void failNext(int times, Code code) {
        failuresLeft = times;
        failure = code;
    }

    /** Whatever matches fails until {@link #recover}. */
    public void failWhile(Predicate<WriteBatch> which, Code code) {
        failing = which;
        failure = code;
    }

    public void recover() {
        failing = null;
        failuresLeft = 0;
    }

    /** What matches gets no outcome until {@link #release}. */
    public void hang(Predicate<WriteBatch> which) {
        hanging = which;
    }

    public void release() {
        hanging = batch -> false;
    }

    /** These rows are bad for ever; the batch that holds one is refused whole. */
    public void refuse(Predicate<Row> which) {
        refused = which;
    }

    public int openBatches() {
        return open.size();
    }

    /** The most groups of batches that were open at once. */
    public int mostOpen() {
        return mostOpen;
    }

    /** How often a writer was given a group. */
    public int writes() {
        return groups.size();
    }

    /** What the writers were given, as the ids of the batches of each group. */
    public List<List<String>> groups() {
        return List.copyOf(groups);
    }

    /** How often {@link #open} was called. */
    public int opened() {
        return opened;
    }

    public boolean isClosed() {
        return closed;
    }

    private boolean hasStep() {
        return open.stream().anyMatch(this::mayEnd);
    }

    private boolean mayEnd(OpenBatch candidate) {
        if (hanging.test(candidate.batch)) {
            return false;
        }
        for (OpenBatch earlier : open) {
            if (earlier == candidate) {
                return true;
            }
            if (earlier.batch.partition().equals(candidate.batch.partition())) {
                return false;
            }
        }
        return false;
    }

    private void step() {
        List<OpenBatch> candidates = open.stream().filter(this::mayEnd).toList();
        end(candidates.get(dice.nextInt(candidates.size())));
    }

    private void end(OpenBatch ending) {
        open.remove(ending);
        WriteBatch batch = ending.batch;
        Code code = verdict(ending);
        if (code == null || (code == Code.UNKNOWN && dice.nextBoolean())) {
            ending.broken.remove(batch.partition());
            rows.add(batch);
        }
        if (code == null) {
            ending.listener.onDurable(batch);
        } else {
            ending.broken.add(batch.partition());
            ending.listener.onFailed(batch, new IngestException(code, "scripted for " + batch.id()));
        }
    }

    /** Null means durable. */
    private @Nullable Code verdict(OpenBatch ending) {
        WriteBatch batch = ending.batch;
        if (ending.broken.contains(batch.partition())) {
            return Code.AWAY;
        }
        if (failuresLeft > 0) {
            failuresLeft--;
            return failure;
        }
        if (failing != null && failing.test(batch)) {
            return failure;
        }
        return holdsRefused(batch) ? Code.REFUSED : null;
    }

    private boolean holdsRefused(WriteBatch batch) {
        for (RowBatch part : batch.rows()) {
            for (int row = 0; row < part.rowCount(); row++) {
                if (refused.test(new Row(batch.partition(), part.origin().offset(part.originIndex(row))))) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void open() {
        opened++;
        if (!openFailures.isEmpty()) {
            throw openFailures.remove(0);
        }
    }

    @Override
    public SinkWriter openWriter(WriterContext context) {
        return new Writer();
    }

    @Override
    public void close() {
        closed = true;
        for (OpenBatch batch : List.copyOf(open)) {
            open.remove(batch);
            batch.listener.onFailed(batch.batch, new IngestException(Code.AWAY, "the sink was closed"));
        }
    }

    private final class Writer implements SinkWriter {
        /** Partitions of which a batch has failed while later ones were open: those fail too. */
        private final Set<SourcePartition> broken = new HashSet<>();

        @Override
        public void write(List<WriteBatch> batches, WriteListener listener) {
            groups.add(batches.stream().map(WriteBatch::id).toList());
            for (WriteBatch batch : batches) {
                if (!isOpen(batch.partition())) {
                    broken.remove(batch.partition());
                }
                open.add(new OpenBatch(batch, listener, broken));
            }
            mostOpen = Math.max(mostOpen, (int)
                    open.stream().map(each -> each.listener).distinct().count());
        }

        private boolean isOpen(SourcePartition partition) {
            return open.stream()
                    .anyMatch(each ->
                            each.broken == broken && each.batch.partition().equals(partition));
        }

        @Override
        public void close() {}
    }
}
