package org.lakeingest.testkit.proof;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
import org.lakeingest.testkit.SinkContract.Trait;

/** Keeps numbers in a list, on a thread of its own; with one flaw, or none. */
final class ReferenceSink implements Sink {
    /** What a reader sees, what is to fail next, and what holds writes back. Shared by the sinks of a test. */
    static final class Table {
        private final List<Integer> rows = new ArrayList<>();
        private final Set<String> written = new HashSet<>();
        private @Nullable ErrorKind failure;
        private CountDownLatch gate = new CountDownLatch(0);

        synchronized List<Integer> rows() {
            return List.copyOf(rows);
        }

        synchronized void failNext(ErrorKind kind) {
            failure = kind;
        }

        synchronized CountDownLatch hold() {
            gate = new CountDownLatch(1);
            return gate;
        }

        synchronized CountDownLatch gate() {
            return gate;
        }

        synchronized @Nullable ErrorKind takeFailure() {
            ErrorKind kind = failure;
            failure = null;
            return kind;
        }

        synchronized void add(WriteBatch batch, boolean onceOnly, @Nullable Enum<?> flaw) {
            if (!written.add(batch.id()) && onceOnly) {
                return;
            }
            for (RowBatch part : batch.rows()) {
                int count = part.rowCount();
                int more = flaw == Trait.WRITES_ONLY_THE_ROWS_OF_A_VIEW
                                && count < part.origin().size()
                        ? 1
                        : 0;
                for (int row = 0; row < count + more; row++) {
                    rows.add(row == count ? -1 : (int) part.column(0).getLong(row));
                }
            }
        }
    }

    private record Write(List<WriteBatch> batches, WriteListener listener) {}

    private final Table table;
    private final @Nullable Enum<?> flaw;
    private final boolean usable;
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final Deque<Write> open = new ArrayDeque<>();
    private final Set<SourcePartition> broken = new HashSet<>();
    private boolean closed;

    ReferenceSink(Table table, @Nullable Enum<?> flaw, boolean usable) {
        this.table = table;
        this.flaw = flaw;
        this.usable = usable;
    }

    @Override
    public void open() {
        if (!usable) {
            throw new IngestException(
                    flaw == Trait.REFUSES_WRONG_CONFIGURATION ? Code.BUSY : Code.WRONG_PASSWORD, "cannot log in");
        }
    }

    @Override
    public SinkWriter openWriter(WriterContext context) {
        return new Writer();
    }

    private void enqueue(Write write) {
        synchronized (open) {
            open.add(write);
        }
        if (flaw == Trait.WRITES_WITHOUT_WAITING) {
            run();
        } else {
            executor.execute(this::run);
        }
    }

    private void run() {
        try {
            table.gate().await();
        } catch (InterruptedException e) {
            return;
        }
        Write write;
        synchronized (open) {
            write = open.poll();
        }
        if (write != null) {
            apply(write);
        }
    }

    private void apply(Write write) {
        ErrorKind failure = table.takeFailure();
        for (WriteBatch batch : write.batches()) {
            if (failure != null) {
                fail(batch, failure, write.listener());
            } else if (broken.contains(batch.partition()) && isBehindAFailure(batch)) {
                write.listener().onFailed(batch, new IngestException(Code.BUSY, "the batch before failed"));
            } else {
                broken.remove(batch.partition());
                succeed(batch, write.listener());
            }
        }
    }

    /** The batch that failed comes again first; all others of its partition have to wait for it. */
    private boolean isBehindAFailure(WriteBatch batch) {
        return flaw != Trait.FAILS_WHAT_FOLLOWS_A_FAILURE && batch.range().start() > 0;
    }

    private void fail(WriteBatch batch, ErrorKind kind, WriteListener listener) {
        broken.add(batch.partition());
        boolean happened = kind == ErrorKind.INDETERMINATE || flaw == Trait.CLASSIFIES_TRANSIENT;
        if (happened) {
            table.add(batch, flaw != Trait.SUPPRESSES_DOUBLES, flaw);
        }
        boolean mistaken = kind == ErrorKind.INDETERMINATE && flaw == Trait.CLASSIFIES_INDETERMINATE;
        listener.onFailed(
                batch,
                new IngestException(
                        kind == ErrorKind.INDETERMINATE && !mistaken ? Code.NO_ANSWER : Code.BUSY, "failed"));
    }

    private void succeed(WriteBatch batch, WriteListener listener) {
        if (flaw == Trait.TAKES_BATCHES_WITHOUT_ROWS && batch.rowCount() == 0) {
            listener.onFailed(batch, new IngestException(Code.BUSY, "nothing to write"));
            return;
        }
        boolean drop = flaw == Trait.WRITES_FROM_MANY_LANES && batch.partition().number() > 1;
        if (flaw != Trait.DURABLE_MEANS_READABLE && !drop) {
            table.add(batch, flaw != Trait.SUPPRESSES_DOUBLES, flaw);
        }
        listener.onDurable(batch);
        if (flaw == Trait.ANSWERS_ONCE) {
            listener.onDurable(batch);
        }
    }

    @Override
    public void close() {
        if (closed) {
            if (flaw == Trait.CLOSES_TWICE) {
                throw new IllegalStateException("closed already");
            }
            return;
        }
        closed = true;
        executor.shutdownNow();
        List<Write> left;
        synchronized (open) {
            left = List.copyOf(open);
            open.clear();
        }
        if (flaw != Trait.CLOSE_ANSWERS_WHAT_IS_OPEN) {
            left.forEach(write -> write.batches()
                    .forEach(batch -> write.listener().onFailed(batch, new IngestException(Code.BUSY, "closed"))));
        }
    }

    private final class Writer implements SinkWriter {
        @Override
        public void write(List<WriteBatch> batches, WriteListener listener) {
            enqueue(new Write(batches, listener));
        }

        @Override
        public void close() {}
    }

    enum Code implements ErrorCode {
        BUSY(ErrorKind.TRANSIENT),
        NO_ANSWER(ErrorKind.INDETERMINATE),
        WRONG_PASSWORD(ErrorKind.CONFIGURATION);

        private final ErrorKind kind;

        Code(ErrorKind kind) {
            this.kind = kind;
        }

        @Override
        public ErrorKind kind() {
            return kind;
        }
    }
}
