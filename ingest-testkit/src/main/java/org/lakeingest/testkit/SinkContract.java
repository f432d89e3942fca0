package org.lakeingest.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Membership;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriterContext;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/**
 * What a {@link Sink} owes the engine. Rows are known by number: row <i>n</i> comes from a record at offset <i>n</i>. Each test
 * uses a sink of its own; a target may be shared by tests if {@link #visibleRows} tells them apart, but a fresh one is simpler.
 */
@Timeout(300)
public abstract class SinkContract extends Contract<SinkContract.Trait> {
    /** Each is stood for by the test of the same words. */
    public enum Trait {
        DURABLE_MEANS_READABLE,
        ANSWERS_ONCE,
        TAKES_BATCHES_WITHOUT_ROWS,
        WRITES_ONLY_THE_ROWS_OF_A_VIEW,
        WRITES_FROM_MANY_LANES,
        WRITES_WITHOUT_WAITING,
        SUPPRESSES_DOUBLES,
        CLASSIFIES_TRANSIENT,
        CLASSIFIES_INDETERMINATE,
        FAILS_WHAT_FOLLOWS_A_FAILURE,
        REFUSES_WRONG_CONFIGURATION,
        CLOSE_ANSWERS_WHAT_IS_OPEN,
        CLOSES_TWICE
    }

    /** Keeps the target from answering until it is closed. */
    public interface Hold extends AutoCloseable {
        @Override
        void close();
    }

    private final List<Sink> opened = new ArrayList<>();

    /** A new sink on the target of the running test, not yet opened. */
    protected abstract Sink newSink();

    /** Of the rows written. */
    protected abstract Schema schema();

    /** Row {@code number}, in the values of {@link RowValues}. */
    protected abstract List<@Nullable Object> row(int number);

    /** The numbers of the rows that a reader of the target sees now, in any order; a row that is there twice, twice. */
    protected abstract List<Integer> visibleRows();

    /** Makes the next write, and only that, fail with this kind; called before the write. */
    protected void failNext(ErrorKind kind) {
        throw missing(
                "failNext",
                kind == ErrorKind.INDETERMINATE ? Trait.CLASSIFIES_INDETERMINATE : Trait.CLASSIFIES_TRANSIENT);
    }

    /** Makes writes wait; called before the write. Held writes are not yet visible. */
    protected Hold hold() {
        throw missing("hold", Trait.WRITES_WITHOUT_WAITING);
    }

    /** A sink that cannot work as configured, for instance with a wrong password. */
    protected Sink misconfiguredSink() {
        throw missing("misconfiguredSink", Trait.REFUSES_WRONG_CONFIGURATION);
    }

    /** How long to wait for an outcome before a test fails. */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @AfterEach
    void closeSinks() {
        opened.forEach(Sink::close);
    }

    @Test
    void durableMeansReadable() {
        requires(Trait.DURABLE_MEANS_READABLE);
        List<WriteBatch> batches = List.of(batch(0, 0, 3), batch(1, 100, 102));
        writeDurably(openWriter(), batches);
        assertThat(visibleRows()).containsExactlyInAnyOrder(0, 1, 2, 100, 101);
    }

    @Test
    void answersOnce() {
        requires(Trait.ANSWERS_ONCE);
        Sink sink = open();
        SinkWriter writer = sink.openWriter(new Context());
        WriteOutcomes outcomes = new WriteOutcomes();
        List<WriteBatch> batches = List.of(batch(0, 0, 2), batch(1, 10, 12), batch(2, 20, 22));
        writer.write(batches, outcomes);
        outcomes.await(batches, patience());
        writer.close();
        sink.close();
        outcomes.noneTwice();
        assertThat(outcomes.count()).isEqualTo(batches.size());
    }

    @Test
    void takesBatchesWithoutRows() {
        requires(Trait.TAKES_BATCHES_WITHOUT_ROWS);
        SinkWriter writer = openWriter();
        WriteBatch empty = WriteBatches.empty(partition(0), new OffsetRange(0, 5));
        writeDurably(writer, List.of(empty));
        writeDurably(writer, List.of(batch(0, 5, 6), WriteBatches.empty(partition(1), new OffsetRange(7, 7))));
        assertThat(visibleRows()).containsExactly(5);
    }

    /** The engine cuts batches: at a rejected record, and in halves to find a refused one. */
    @Test
    void writesOnlyTheRowsOfAView() {
        requires(Trait.WRITES_ONLY_THE_ROWS_OF_A_VIEW);
        ColumnarRowBatch whole = (ColumnarRowBatch) batch(0, 0, 10).rows().get(0);
        WriteBatch middle = WriteBatches.of(partition(0), new OffsetRange(3, 6), List.of(whole.slice(3, 6)));
        writeDurably(openWriter(), List.of(middle));
        assertThat(visibleRows()).containsExactlyInAnyOrder(3, 4, 5);
    }

    @Test
    void writesFromManyLanes() throws Exception {
        requires(Trait.WRITES_FROM_MANY_LANES);
        SinkWriter writer = openWriter();
        ExecutorService lanes = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int lane = 0; lane < 4; lane++) {
                int first = lane * 1000;
                int number = lane;
                running.add(lanes.submit(() -> {
                    for (int i = 0; i < 5; i++) {
                        writeDurably(writer, List.of(batch(number, first + 2 * i, first + 2 * i + 2)));
                    }
                }));
            }
            for (Future<?> lane : running) {
                lane.get(5 * patience().toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            lanes.shutdownNow();
        }
        Integer[] all =
                IntStream.range(0, 40).map(i -> i / 10 * 1000 + i % 10).boxed().toArray(Integer[]::new);
        assertThat(visibleRows()).containsExactlyInAnyOrder(all);
    }

    @Test
    void writesWithoutWaiting() {
        requires(Trait.WRITES_WITHOUT_WAITING);
        SinkWriter writer = openWriter();
        WriteOutcomes outcomes = new WriteOutcomes();
        List<WriteBatch> batches = List.of(batch(0, 0, 2));
        try (Hold hold = hold()) {
            inTime("write", () -> writer.write(batches, outcomes));
            assertThat(outcomes.isOpen(batches.get(0)))
                    .as("open while the target is held")
                    .isTrue();
            assertThat(visibleRows()).isEmpty();
            assertThat(hold).isNotNull();
        }
        outcomes.await(batches, patience()).allDurable(batches);
        assertThat(visibleRows()).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void suppressesDoubles() {
        requires(Trait.SUPPRESSES_DOUBLES);
        SinkWriter writer = openWriter();
        List<WriteBatch> batches = List.of(batch(0, 0, 3));
        failNext(ErrorKind.INDETERMINATE);
        assertThat(writeFailing(writer, batches).code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
        writeDurably(writer, batches);
        assertThat(visibleRows()).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void classifiesTransient() {
        requires(Trait.CLASSIFIES_TRANSIENT);
        SinkWriter writer = openWriter();
        List<WriteBatch> batches = List.of(batch(0, 0, 3));
        failNext(ErrorKind.TRANSIENT);
        assertThat(writeFailing(writer, batches).code().kind()).isEqualTo(ErrorKind.TRANSIENT);
        assertThat(visibleRows()).as("nothing happened").isEmpty();
        writeDurably(writer, batches);
        assertThat(visibleRows()).containsExactlyInAnyOrder(0, 1, 2);
    }

    @Test
    void classifiesIndeterminate() {
        requires(Trait.CLASSIFIES_INDETERMINATE);
        SinkWriter writer = openWriter();
        List<WriteBatch> batches = List.of(batch(0, 0, 3));
        failNext(ErrorKind.INDETERMINATE);
        assertThat(writeFailing(writer, batches).code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
        writeDurably(writer, batches);
        assertThat(visibleRows()).contains(0, 1, 2);
    }

    /** Order of a partition: what was given after a batch that failed must not overtake its retry. */
    @Test
    void failsWhatFollowsAFailure() {
        requires(Trait.FAILS_WHAT_FOLLOWS_A_FAILURE);
        SinkWriter writer = openWriter();
        WriteOutcomes outcomes = new WriteOutcomes();
        WriteBatch first = batch(0, 0, 2);
        WriteBatch second = batch(0, 2, 4);
        failNext(ErrorKind.TRANSIENT);
        try (Hold hold = hold()) {
            inTime("write", () -> writer.write(List.of(first), outcomes));
            inTime("write", () -> writer.write(List.of(second), outcomes));
            assertThat(hold).isNotNull();
        }
        outcomes.await(List.of(first, second), patience());
        assertThat(outcomes.failure(first)).as("failure of the first").isNotNull();
        assertThat(outcomes.failure(second)).as("failure of what followed").isNotNull();
        assertThat(visibleRows()).isEmpty();
        writeDurably(writer, List.of(first));
        writeDurably(writer, List.of(second));
        assertThat(visibleRows()).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @Test
    void refusesWrongConfiguration() {
        requires(Trait.REFUSES_WRONG_CONFIGURATION);
        Sink sink = misconfiguredSink();
        opened.add(sink);
        assertThatThrownBy(sink::open)
                .isInstanceOfSatisfying(
                        IngestException.class,
                        e -> assertThat(e.code().kind()).as("kind").isEqualTo(ErrorKind.CONFIGURATION));
    }

    @Test
    void closeAnswersWhatIsOpen() {
        requires(Trait.CLOSE_ANSWERS_WHAT_IS_OPEN);
        Sink sink = open();
        SinkWriter writer = sink.openWriter(new Context());
        WriteOutcomes outcomes = new WriteOutcomes();
        List<WriteBatch> batches = List.of(batch(0, 0, 2), batch(1, 10, 12));
        try (Hold hold = hold()) {
            inTime("write", () -> writer.write(batches, outcomes));
            inTime("close", sink::close);
            outcomes.await(batches, patience());
            assertThat(hold).isNotNull();
        }
        outcomes.noneTwice();
    }

    @Test
    void closesTwice() {
        requires(Trait.CLOSES_TWICE);
        Sink sink = open();
        SinkWriter writer = sink.openWriter(new Context());
        writer.close();
        writer.close();
        sink.close();
        sink.close();
        newSink().close();
    }

    private Sink open() {
        Sink sink = newSink();
        opened.add(sink);
        sink.open();
        return sink;
    }

    private SinkWriter openWriter() {
        return open().openWriter(new Context());
    }

    /** Calls what must not wait for the target, without waiting for it for ever. */
    private void inTime(String what, Runnable call) {
        Thread caller = new Thread(call, "contract-" + what);
        caller.setDaemon(true);
        caller.start();
        try {
            caller.join(patience().toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(caller.isAlive()).as(what + " waits for the target").isFalse();
    }

    private void writeDurably(SinkWriter writer, List<WriteBatch> batches) {
        WriteOutcomes outcomes = new WriteOutcomes();
        writer.write(batches, outcomes);
        outcomes.await(batches, patience()).allDurable(batches);
    }

    private IngestException writeFailing(SinkWriter writer, List<WriteBatch> batches) {
        WriteOutcomes outcomes = new WriteOutcomes();
        writer.write(batches, outcomes);
        IngestException reason = outcomes.await(batches, patience()).failure(batches.get(0));
        if (reason == null) {
            throw new AssertionError("the write was expected to fail and became durable");
        }
        return reason;
    }

    /** The rows {@code [start, end)} of a partition, one per offset. */
    private WriteBatch batch(int partition, int start, int end) {
        RowBatches rows = RowBatches.of(schema()).at(partition(partition), start);
        for (int number = start; number < end; number++) {
            rows.row(row(number).toArray());
        }
        return WriteBatches.of(rows.build());
    }

    private static SourcePartition partition(int number) {
        return new SourcePartition("contract", RecordBatches.INCARNATION, number);
    }

    private record Context() implements WriterContext {
        @Override
        public int worker() {
            return 0;
        }

        @Override
        public Membership membership() {
            return new Membership() {};
        }
    }
}
