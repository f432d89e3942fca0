package org.lakeingest.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.EngineThreads;
import org.lakeingest.engine.ManualThreads;
import org.lakeingest.engine.MaxDeadLetterOptions;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.EngineServices;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.progress.RecordedProgress;
import org.lakeingest.engine.reject.RejectDesk;
import org.lakeingest.engine.rows.ColumnarRowBatch;
import org.lakeingest.engine.rows.NumberedRecords;
import org.lakeingest.engine.rows.NumberedRows;
import org.slf4j.LoggerFactory;

/** What a dispatcher counts, logs and reports, and for how much it has room. */
class DispatcherFiguresTest {
    private final ManualThreads threads = new ManualThreads();
    private final EngineThreads.Serial laneThread = threads.serial("lane");
    private final RecordedProgress progress = new RecordedProgress();
    private final Counters counters = new Counters();
    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});
    private final Lease lease = lease(0);
    private final ManualWriter writer = new ManualWriter();
    private final Queue queue = new Queue();
    private final Logger logger = (Logger) LoggerFactory.getLogger(WriteDispatcher.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final WriteDispatcher dispatcher = dispatcher(2, Optional.empty());

    private enum Code implements ErrorCode {
        BAD(ErrorKind.RECORD),
        AWAY(ErrorKind.TRANSIENT),
        WAITS(ErrorKind.BLOCKED),
        TAKEN(ErrorKind.FENCED),
        WRONG(ErrorKind.CONFIGURATION);

        private final ErrorKind kind;

        Code(ErrorKind kind) {
            this.kind = kind;
        }

        @Override
        public ErrorKind kind() {
            return kind;
        }
    }

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(lines);
    }

    private WriteDispatcher dispatcher(int maxOpen, Optional<Duration> giveUpAfter) {
        RejectDesk desk = new RejectDesk(
                OnErrorOptions.defaults(), MaxDeadLetterOptions.defaults(), counters, threads, reason -> {});
        return new WriteDispatcher(
                0,
                writer,
                new LetterSender(queue, laneThread),
                new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(3), giveUpAfter),
                maxOpen,
                new EngineServices("test", threads, progress, counters, desk),
                laneThread);
    }

    private Lease lease(int partition) {
        return tracker.assign(new SourcePartition("orders", "cluster/topic", partition), 0);
    }

    private PartitionBatch batch(Lease of, long start, int records, int letters) {
        OffsetRange range = new OffsetRange(start, start + records + letters);
        InFlightRange part = tracker.open(of, range, 0, 0);
        List<ColumnarRowBatch> rows = records == 0 ? List.of() : List.of(NumberedRows.of(start, records));
        List<RejectedRecord> rejected = new ArrayList<>();
        for (int i = records; i < records + letters; i++) {
            rejected.add(new RejectedRecord(
                    new NumberedRecords(records + letters, start), i, RejectStage.DECODE, 1, failure(Code.BAD)));
        }
        return PartitionBatch.of("test", of, range, List.of(part), rows, rejected);
    }

    private PartitionBatch submit(Lease of, long start, int records, int letters) {
        PartitionBatch batch = batch(of, start, records, letters);
        dispatcher.submit(List.of(batch));
        threads.run();
        return batch;
    }

    private static IngestException failure(Code code) {
        return new IngestException(code, "scripted");
    }

    private List<String> told() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void whatBecameDurableIsCountedInRowsBytesBatchesAndTime() {
        submit(lease, 0, 4, 0);
        assertThat(counters.openWrites.sum()).isEqualTo(1);
        threads.pass(Duration.ofMillis(30));
        writer.fail(0, failure(Code.AWAY));
        threads.run();
        assertThat(counters.openWrites.sum()).isZero();
        threads.pass(Duration.ofMillis(100));
        writer.durable(1);
        threads.run();
        assertThat(counters.rowsDurable.sum()).isEqualTo(4);
        assertThat(counters.bytesDurable.sum()).as("1, none, 3 and 4 bytes").isEqualTo(8);
        assertThat(counters.batchesDurable.sum()).isEqualTo(1);
        assertThat(counters.groupsClosed.sum()).isEqualTo(1);
        assertThat(counters.retries.sum()).isEqualTo(1);
        assertThat(counters.errors()).isEqualTo(1);
        assertThat(counters.failedWrites(ErrorKind.TRANSIENT).sum()).isEqualTo(1);
        assertThat(counters.writeNanos.sum())
                .as("retries included")
                .isEqualTo(Duration.ofMillis(130).toNanos());
    }

    @Test
    void anOutageIsToldWhenItBeginsAndWhenItEnds() {
        Lease other = lease(1);
        submit(lease, 0, 1, 0);
        submit(other, 0, 1, 0);
        writer.fail(0, failure(Code.AWAY));
        threads.run();
        writer.fail(1, failure(Code.AWAY));
        threads.run();
        assertThat(told()).singleElement().asString().contains("AWAY", "will be tried again", "scripted");
        threads.pass(Duration.ofMillis(100));
        writer.fail(2, failure(Code.AWAY));
        threads.run();
        writer.durable(3);
        threads.run();
        assertThat(told()).as("one waits still").hasSize(1);
        threads.pass(Duration.ofMillis(200));
        writer.durable(4);
        threads.run();
        assertThat(told()).hasSize(2).endsWith("writing goes on after a failure");
        submit(lease, 1, 1, 0);
        writer.durable(5);
        threads.run();
        assertThat(told()).hasSize(2);
    }

    @Test
    void whatWaitsForAPersonIsNoOutage() {
        submit(lease, 0, 1, 0);
        writer.fail(0, failure(Code.WAITS));
        threads.run();
        assertThat(told()).isEmpty();
        threads.pass(Duration.ofMillis(100));
        writer.durable(1);
        threads.run();
        assertThat(told()).isEmpty();
        assertThat(progress.events).containsSubsequence("blocked [0]", "durable [0]", "blocked []");
    }

    @Test
    void itOpensNoMoreThanItMayAndHasRoomForAsManyToWait() {
        for (int i = 1; i <= 4; i++) {
            assertThat(dispatcher.hasRoom()).as("with %d", i - 1).isEqualTo(i <= 2);
            submit(lease(i), 0, 1, 0);
        }
        assertThat(writer.groups).hasSize(2);
        writer.durable(0);
        threads.run();
        assertThat(writer.groups).hasSize(3);
    }

    @Test
    void whatWaitsForARetryTakesRoom() {
        for (int i = 1; i <= 3; i++) {
            assertThat(dispatcher.hasRoom()).as("%d wait", i - 1).isTrue();
            submit(lease(i), 0, 1, 0);
            writer.fail(i - 1, failure(Code.AWAY));
            threads.run();
        }
        assertThat(dispatcher.hasRoom()).as("three wait").isFalse();
    }

    @Test
    void whatStandsBehindAWaitForAPersonTakesNoRoom() {
        submit(lease, 0, 1, 0);
        writer.fail(0, failure(Code.WAITS));
        threads.run();
        for (int i = 1; i <= 4; i++) {
            submit(lease, i, 1, 0);
        }
        assertThat(dispatcher.hasRoom()).isTrue();
        assertThat(writer.groups).hasSize(1);
    }

    @Test
    void whatIsGivenUpAtOnceTakesNoRoom() {
        tracker.lose(lease.partition());
        for (int i = 0; i < 4; i++) {
            Lease ended = lease(9);
            PartitionBatch batch = batch(ended, 0, 1, 0);
            tracker.lose(ended.partition());
            dispatcher.submit(List.of(batch));
        }
        assertThat(dispatcher.hasRoom()).isTrue();
        assertThat(writer.groups).isEmpty();
        assertThat(progress.events).hasSize(4).containsOnly("dropped [0] from 0");
    }

    @Test
    void lettersOnTheirWayTakeTheRoomOfAWrite() {
        submit(lease, 0, 1, 1);
        submit(lease(1), 0, 1, 1);
        assertThat(queue.sends).hasSize(2);
        assertThat(dispatcher.hasRoom()).isFalse();
        submit(lease(2), 0, 1, 1);
        assertThat(queue.sends).hasSize(2);
        queue.sends.get(0).complete(null);
        threads.run();
        assertThat(writer.groups).as("durable letters leave their batch").hasSize(1);
        assertThat(writer.groups.get(0).get(0).rejected()).isEmpty();
    }

    @Test
    void lettersThatWaitForAPersonBlockTheirPartitionAndOthersThatFailDoNot() {
        submit(lease, 0, 1, 1);
        queue.sends.get(0).completeExceptionally(failure(Code.AWAY));
        threads.run();
        assertThat(dispatcher.blocked()).isEmpty();
        assertThat(counters.errors()).isEqualTo(1);
        assertThat(told()).singleElement().asString().contains("AWAY");
        threads.pass(Duration.ofMillis(100));
        queue.sends.get(1).completeExceptionally(failure(Code.WAITS));
        threads.run();
        assertThat(dispatcher.blocked()).containsExactly(lease.partition());
        threads.pass(Duration.ofMillis(200));
        queue.sends.get(2).complete(null);
        threads.run();
        assertThat(dispatcher.blocked()).isEmpty();
        assertThat(told()).endsWith("writing goes on after a failure");
        assertThat(writer.groups).hasSize(1);
    }

    @Test
    void aQueueThatThrowsIsAFailureLikeAnyOther() {
        queue.thrown = failure(Code.AWAY);
        submit(lease, 0, 1, 1);
        assertThat(told()).singleElement().asString().contains("AWAY");
        queue.thrown = null;
        threads.pass(Duration.ofMillis(100));
        assertThat(queue.sends).hasSize(1);
        queue.sends.get(0).completeExceptionally(new CompletionException(failure(Code.WRONG)));
        threads.run();
        assertThat(progress.events).containsSubsequence("failed WRONG", "dropped [0] from 0");
        assertThat(writer.groups).isEmpty();
    }

    @Test
    void aQueueWithABugStopsThePipelineWithItsName() {
        queue.thrown = new IllegalStateException("scripted");
        submit(lease, 0, 1, 1);
        assertThat(progress.events).contains("failed COMPONENT_BUG");
        queue.thrown = null;
        submit(lease(1), 0, 1, 1);
        queue.sends.get(0).completeExceptionally(new CompletionException("no cause", null));
        threads.run();
        assertThat(progress.events.stream().filter("failed COMPONENT_BUG"::equals))
                .hasSize(2);
    }

    @Test
    void aFailureThatIsFinalLimitsTheLeaseAndGivesUpWhatFollows() {
        submit(lease, 0, 2, 0);
        submit(lease, 2, 2, 0);
        submit(lease, 4, 2, 0);
        writer.fail(0, failure(Code.WRONG));
        threads.run();
        assertThat(progress.events).containsSubsequence("failed WRONG", "dropped [0] from 0");
        assertThat(lease.limit()).isZero();
        writer.fail(1, failure(Code.AWAY));
        threads.run();
        assertThat(progress.events).contains("dropped [2] from 2", "dropped [4] from 4");
        assertThat(threads.timers()).isZero();
    }

    @Test
    void aFencedBatchLimitsItsLeaseAndSaysSo() {
        submit(lease, 0, 2, 0);
        writer.fail(0, failure(Code.TAKEN));
        threads.run();
        assertThat(progress.events).containsSubsequence("fenced 0", "dropped [0] from 0");
        assertThat(lease.limit()).isZero();
    }

    @Test
    void aSinkThatRefusesARecordOfABatchWithoutAnyBreaksItsContract() {
        submit(lease, 0, 0, 0);
        dispatcher.submit(List.of(batch(lease(1), 0, 0, 0)));
        threads.run();
        writer.fail(0, failure(Code.BAD));
        threads.run();
        assertThat(progress.events).contains("failed SINK_PROTOCOL", "dropped [0] from 0");
    }

    @Test
    void retriesEndAfterTheTimeTheyAreGivenCountedFromTheFirstFailure() {
        WriteDispatcher impatient = dispatcher(1, Optional.of(Duration.ofMillis(250)));
        impatient.submit(List.of(batch(lease, 0, 1, 0)));
        writer.fail(0, failure(Code.AWAY));
        threads.run();
        threads.pass(Duration.ofMillis(100));
        writer.fail(1, failure(Code.AWAY));
        threads.run();
        assertThat(progress.events).doesNotContain("failed RETRIES_EXHAUSTED");
        threads.pass(Duration.ofMillis(200));
        writer.fail(2, failure(Code.AWAY));
        threads.run();
        assertThat(progress.events).containsSubsequence("failed RETRIES_EXHAUSTED", "dropped [0] from 0");
        assertThat(impatient.hasRoom()).isTrue();
        threads.pass(Duration.ofMinutes(1));
        assertThat(writer.groups).hasSize(3);
    }

    private static final class Queue implements DeadLetterQueue {
        final List<CompletableFuture<Void>> sends = new ArrayList<>();

        @Nullable
        RuntimeException thrown;

        @Override
        public CompletionStage<Void> send(List<RejectedRecord> rejected) {
            if (thrown != null) {
                throw thrown;
            }
            CompletableFuture<Void> send = new CompletableFuture<>();
            sends.add(send);
            return send;
        }

        @Override
        public void open() {}

        @Override
        public void close() {}
    }
}
