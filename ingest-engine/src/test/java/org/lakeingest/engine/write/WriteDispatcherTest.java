package org.lakeingest.engine.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.EngineThreads;
import org.lakeingest.engine.FatalHandler;
import org.lakeingest.engine.MaxDeadLetterOptions;
import org.lakeingest.engine.OnErrorOptions;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.EngineServices;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.progress.ProgressListener;
import org.lakeingest.engine.reject.RejectDesk;

/** The moments between a sink's thread and the lane's, which a harness of whole steps cannot reach. */
class WriteDispatcherTest {
    private final Queue<Runnable> laneQueue = new ArrayDeque<>();
    private final List<Runnable> timers = new ArrayList<>();
    private final Progress progress = new Progress();
    private final Writer writer = new Writer();
    private final Counters counters = new Counters();
    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});
    private final Lease lease = tracker.assign(new SourcePartition("orders", "cluster/topic", 0), 0);
    private final Threads threads = new Threads();
    private final RejectDesk desk = new RejectDesk(
            OnErrorOptions.defaults(), MaxDeadLetterOptions.defaults(), counters, threads, progress::onFailed);
    private final WriteDispatcher dispatcher = new WriteDispatcher(
            0,
            writer,
            new LetterSender(null, laneQueue::add),
            new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(3), Optional.empty()),
            2,
            new EngineServices("test", threads, progress, counters, desk),
            laneQueue::add);

    private enum Away implements ErrorCode {
        AWAY;

        @Override
        public ErrorKind kind() {
            return ErrorKind.TRANSIENT;
        }
    }

    private enum Waits implements ErrorCode {
        WAITS;

        @Override
        public ErrorKind kind() {
            return ErrorKind.BLOCKED;
        }
    }

    private static IngestException waits() {
        return new IngestException(Waits.WAITS, "somebody must act");
    }

    private enum Unknown implements ErrorCode {
        UNKNOWN;

        @Override
        public ErrorKind kind() {
            return ErrorKind.INDETERMINATE;
        }
    }

    private static IngestException unknown() {
        return new IngestException(Unknown.UNKNOWN, "scripted");
    }

    private PartitionBatch batch(Lease of, long start, long end) {
        OffsetRange range = new OffsetRange(start, end);
        return PartitionBatch.of("test", of, range, List.of(tracker.open(of, range, 0, 0)), List.of(), List.of());
    }

    private static IngestException away() {
        return new IngestException(Away.AWAY, "scripted");
    }

    private PartitionBatch batch(long start, long end) {
        OffsetRange range = new OffsetRange(start, end);
        return PartitionBatch.of("test", lease, range, List.of(tracker.open(lease, range, 0, 0)), List.of(), List.of());
    }

    private void runLane() {
        while (!laneQueue.isEmpty()) {
            laneQueue.remove().run();
        }
    }

    @Test
    void nothingGoesOutWhileAFailureIsOnItsWayToTheLane() {
        PartitionBatch first = batch(0, 10);
        PartitionBatch second = batch(10, 20);
        dispatcher.submit(List.of(first));
        writer.listener(0).onFailed(first, away());
        dispatcher.submit(List.of(second));
        assertThat(writer.groups)
                .as("the sink no longer holds the failure against a successor")
                .hasSize(1);
        runLane();
        assertThat(writer.groups).as("the failed one comes first").hasSize(1);
        timers.remove(0).run();
        runLane();
        assertThat(writer.groups.get(1)).containsExactly(first);
        writer.listener(1).onDurable(first);
        runLane();
        assertThat(writer.groups.get(2)).containsExactly(second);
    }

    @Test
    void anOutcomeToldTwiceCountsOnce() {
        PartitionBatch batch = batch(0, 10);
        dispatcher.submit(List.of(batch));
        writer.listener(0).onDurable(batch);
        writer.listener(0).onFailed(batch, away());
        writer.listener(0).onDurable(batch);
        runLane();
        assertThat(progress.durable).isEqualTo(1);
        assertThat(counters.errors()).isEqualTo(2);
        assertThat(writer.groups).hasSize(1);
    }

    @Test
    void aWriterThatThrowsFailsThePipelineWithItsBug() {
        writer.thrown = new IllegalStateException("scripted");
        dispatcher.submit(List.of(batch(0, 10)));
        runLane();
        assertThat(progress.failed).extracting(IngestException::code).containsExactly(EngineErrorCode.COMPONENT_BUG);
        assertThat(progress.durable).isZero();
    }

    @Test
    void aRetryHasTheFailedBatchesOnlyAndInTheirOrder() {
        Lease other = tracker.assign(new SourcePartition("orders", "cluster/topic", 1), 0);
        Lease third = tracker.assign(new SourcePartition("orders", "cluster/topic", 2), 0);
        OffsetRange range = new OffsetRange(0, 5);
        List<PartitionBatch> group = new ArrayList<>();
        for (Lease each : List.of(lease, other, third)) {
            group.add(PartitionBatch.of(
                    "test", each, range, List.of(tracker.open(each, range, 0, 0)), List.of(), List.of()));
        }
        dispatcher.submit(group);
        writer.listener(0).onFailed(group.get(2), away());
        writer.listener(0).onDurable(group.get(1));
        writer.listener(0).onFailed(group.get(0), away());
        runLane();
        assertThat(progress.held).containsExactlyInAnyOrder(lease.partition(), third.partition());
        timers.remove(0).run();
        runLane();
        assertThat(writer.groups.get(1)).containsExactly(group.get(0), group.get(2));
    }

    @Test
    void whatWaitsForAPersonKeepsItsOwnPartitionOnly() {
        Lease other = tracker.assign(new SourcePartition("orders", "cluster/topic", 1), 0);
        List<PartitionBatch> first = List.of(batch(lease, 0, 5), batch(other, 0, 5));
        List<PartitionBatch> second = List.of(batch(lease, 5, 9), batch(other, 5, 9));
        dispatcher.submit(first);
        writer.listener(0).onFailed(first.get(0), waits());
        dispatcher.submit(second);
        writer.listener(0).onDurable(first.get(1));
        runLane();
        assertThat(writer.groups.get(1)).as("divided").containsExactly(second.get(1));
        assertThat(dispatcher.blocked()).containsExactly(lease.partition());
        assertThat(counters.blockages.reason())
                .hasValueSatisfying(
                        reason -> assertThat(reason).contains("1 partitions", "WAITS", "somebody must act"));
        writer.listener(1).onDurable(second.get(1));
        runLane();
        assertThat(dispatcher.hasRoom()).isTrue();
        for (int i = 0; i < 5; i++) {
            PartitionBatch next = batch(other, 9 + i, 10 + i);
            dispatcher.submit(List.of(next));
            assertThat(writer.groups).hasSize(3 + i);
            writer.listener(2 + i).onDurable(next);
            runLane();
        }
        timers.remove(0).run();
        runLane();
        assertThat(writer.groups.get(7)).containsExactly(first.get(0));
        writer.listener(7).onDurable(first.get(0));
        runLane();
        assertThat(writer.groups.get(8)).as("in order").containsExactly(second.get(0));
        assertThat(dispatcher.blocked()).isEmpty();
        assertThat(counters.blockages.partitions()).isZero();
    }

    @Test
    void manyBlockedGroupsLeaveRoomForTheOthers() {
        List<PartitionBatch> group = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            Lease bad = tracker.assign(new SourcePartition("orders", "cluster/topic", i), 0);
            group.add(batch(bad, 0, 1));
        }
        for (int i = 0; i < group.size(); i++) {
            dispatcher.submit(List.of(group.get(i)));
            writer.listener(i).onFailed(group.get(i), waits());
            runLane();
        }
        assertThat(dispatcher.blocked()).hasSize(10);
        assertThat(dispatcher.hasRoom()).isTrue();
        assertThat(counters.failedWrites(ErrorKind.BLOCKED).sum()).isEqualTo(10);
        assertThat(counters.openWrites.sum()).isZero();
    }

    @Test
    void whatMayHaveBeenWrittenIsTriedAgainApartFromWhatWaits() {
        Lease other = tracker.assign(new SourcePartition("orders", "cluster/topic", 1), 0);
        Lease third = tracker.assign(new SourcePartition("orders", "cluster/topic", 2), 0);
        List<PartitionBatch> group = List.of(batch(lease, 0, 5), batch(other, 0, 5), batch(third, 0, 5));
        dispatcher.submit(group);
        writer.listener(0).onFailed(group.get(0), unknown());
        writer.listener(0).onFailed(group.get(1), waits());
        writer.listener(0).onFailed(group.get(2), unknown());
        runLane();
        timers.forEach(Runnable::run);
        timers.clear();
        runLane();
        assertThat(writer.groups).contains(List.of(group.get(0), group.get(2)), List.of(group.get(1)));
    }

    @Test
    void aBatchIsNamedByPipelinePartitionAndRange() {
        PartitionBatch batch = batch(7, 9);
        assertThat(batch.id()).matches("test-orders-0-[0-9a-f]{16}-7-9");
        SourcePartition odd = new SourcePartition("a/b c", "cluster/topic", 0);
        SourcePartition twin = new SourcePartition("a_b_c", "cluster/topic", 0);
        OffsetRange range = new OffsetRange(0, 1);
        String oddId = PartitionBatch.of("test", tracker.assign(odd, 0), range, List.of(), List.of(), List.of())
                .id();
        String twinId = PartitionBatch.of("test", tracker.assign(twin, 0), range, List.of(), List.of(), List.of())
                .id();
        assertThat(oddId).matches("[A-Za-z0-9._-]+").isNotEqualTo(twinId);
    }

    private static final class Writer implements SinkWriter {
        final List<List<WriteBatch>> groups = new ArrayList<>();
        final List<WriteListener> listeners = new ArrayList<>();

        @Nullable
        RuntimeException thrown;

        WriteListener listener(int write) {
            return listeners.get(write);
        }

        @Override
        public void write(List<WriteBatch> batches, WriteListener listener) {
            groups.add(batches);
            listeners.add(listener);
            if (thrown != null) {
                throw thrown;
            }
        }

        @Override
        public void close() {}
    }

    private static final class Progress implements ProgressListener {
        final List<IngestException> failed = new ArrayList<>();
        Set<SourcePartition> held = Set.of();
        int durable;

        @Override
        public void onSplit(InFlightRange range, int parts) {}

        @Override
        public void onDecoded(InFlightRange range, long bytes) {}

        @Override
        public void onDurable(List<InFlightRange> ranges) {
            durable += ranges.size();
        }

        @Override
        public void onDropped(List<InFlightRange> ranges, long from) {}

        @Override
        public void onPoisoned(InFlightRange range, long position, IngestException reason) {}

        @Override
        public void onFenced(Lease fenced, IngestException reason) {}

        @Override
        public void onHeld(int lane, Set<SourcePartition> partitions) {
            held = partitions;
        }

        @Override
        public void onBlocked(int lane, Map<SourcePartition, IngestException> partitions) {}

        @Override
        public void onFailed(IngestException reason) {
            failed.add(reason);
        }
    }

    /** Time stands still; timers fire when the test takes them. */
    private final class Threads implements EngineThreads {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public double random() {
            return 0;
        }

        @Override
        public Serial serial(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void loop(String name, BooleanSupplier step) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            timers.add(task);
            return () -> timers.remove(task);
        }

        @Override
        public <T> @Nullable T await(BlockingQueue<T> queue, Duration timeout) {
            return queue.poll();
        }

        @Override
        public Executor cpu() {
            return Runnable::run;
        }

        @Override
        public void onFatal(FatalHandler handler) {}

        @Override
        public void close() {}
    }
}
