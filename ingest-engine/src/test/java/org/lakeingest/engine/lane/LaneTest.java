package org.lakeingest.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.ErrorPolicy;
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
import org.lakeingest.engine.rows.NumberedRecords;
import org.lakeingest.engine.write.ManualWriter;
import org.lakeingest.engine.write.RetryPolicy;

/** One lane by itself, step by step: what it reports, counts and gives up. */
class LaneTest {
    private static final Schema SCHEMA = new Schema(List.of(new Schema.Field("id", ColumnType.of(Kind.INT64), false)));
    private static final Duration IDLE = Duration.ofSeconds(1);

    private final ManualThreads threads = new ManualThreads();
    private final RecordedProgress progress = new RecordedProgress();
    private final Counters counters = new Counters();
    private final ManualWriter writer = new ManualWriter();
    private final NumberingDecoder decoder = new NumberingDecoder();
    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});
    private final Lease lease = tracker.assign(new SourcePartition("orders", "cluster/topic", 0), 0);
    private final Lease other = tracker.assign(new SourcePartition("orders", "cluster/topic", 1), 0);
    private final List<IngestException> wholesale = new ArrayList<>();
    private final Lane lane = lane(OnErrorOptions.defaults());
    private final LaneRouter router = routerTo(lane);

    private enum Code implements ErrorCode {
        BAD(ErrorKind.RECORD),
        AWAY(ErrorKind.TRANSIENT),
        WAITS(ErrorKind.BLOCKED),
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

    private static IngestException failure(Code code) {
        return new IngestException(code, "scripted");
    }

    private Lane lane(OnErrorOptions onError) {
        RejectDesk desk = new RejectDesk(onError, new MaxDeadLetterOptions(1, 100), counters, threads, wholesale::add);
        return new Lane(
                new Lane.Parts(0, "lane", decoder, List.of(), (stream, target) -> Optional.empty(), writer, null),
                new EngineServices("test", threads, progress, counters, desk),
                new BatchOptions(1_000, new DataSize(1 << 20), Duration.ofSeconds(9), IDLE),
                new RetryPolicy(Duration.ofMillis(100), Duration.ofSeconds(3), Optional.empty()),
                1);
    }

    private static LaneRouter routerTo(Lane only) {
        LaneRouter made = new LaneRouter(1);
        made.connect(List.of(only));
        return made;
    }

    private void give(Lease of, long start, int records) {
        give(router, of, start, records);
    }

    private void give(LaneRouter to, Lease of, long start, int records) {
        InFlightRange range = tracker.open(of, new OffsetRange(start, start + records), 0, 0);
        to.route(range.numbered(start), new NumberedRecords(records, start));
        threads.run();
    }

    private List<String> written() {
        return writer.groups.stream()
                .flatMap(List::stream)
                .map(batch -> batch.partition().number() + " [" + batch.range().start() + ", "
                        + batch.range().end() + ")")
                .toList();
    }

    private void closeOpen() {
        router.closeOpen(0);
        threads.run();
    }

    @Test
    void aDecoderThatIsAwayIsTriedAgainLaterAndLaterAndNothingIsPassedBy() {
        decoder.failures.addAll(List.of(failure(Code.AWAY), failure(Code.AWAY)));
        give(lease, 0, 10);
        give(lease, 10, 5);
        assertThat(decoder.calls).isEqualTo(1);
        threads.pass(Duration.ofMillis(100));
        assertThat(decoder.calls).isEqualTo(2);
        threads.pass(Duration.ofMillis(199));
        assertThat(decoder.calls).as("the delay doubles").isEqualTo(2);
        threads.pass(Duration.ofMillis(1));
        assertThat(decoder.calls).isEqualTo(4);
        closeOpen();
        assertThat(written()).containsExactly("0 [0, 15)");
        assertThat(counters.errors()).isEqualTo(2);
        assertThat(progress.events).noneMatch(event -> event.startsWith("failed") || event.startsWith("dropped"));
    }

    @Test
    void aDecoderThatCannotGoOnStopsThePartitionInFrontOfItsRecords() {
        give(lease, 0, 3);
        decoder.failures.add(failure(Code.WRONG));
        give(lease, 3, 10);
        give(lease, 13, 5);
        closeOpen();
        assertThat(written()).containsExactly("0 [0, 3)");
        assertThat(progress.events)
                .contains("failed WRONG", "dropped [3] from 3", "dropped [13] from 13")
                .doesNotHaveDuplicates();
        assertThat(decoder.calls).isEqualTo(2);
        assertThat(counters.errors()).isEqualTo(1);
    }

    @Test
    void timesAndSizesOfWhatWasDecodedAndClosedAreTold() {
        List<String> closed = new ArrayList<>();
        counters.onBatchClosed(
                (rows, bytes, nanos) -> closed.add(rows + " rows, " + bytes + " bytes, " + nanos / 1_000_000 + " ms"));
        counters.onGroupClosed((rows, nanos) -> closed.add(rows + " rows in all, " + nanos / 1_000_000 + " ms"));
        decoder.takes = Duration.ofMillis(7);
        give(lease, 0, 10);
        threads.take(Duration.ofMillis(200));
        give(other, 0, 20);
        assertThat(counters.decodeNanos.sum()).isEqualTo(Duration.ofMillis(14).toNanos());
        threads.take(Duration.ofMillis(300));
        closeOpen();
        WriteBatch first = writer.groups.get(0).get(0);
        WriteBatch second = writer.groups.get(0).get(1);
        assertThat(closed)
                .containsExactly(
                        "10 rows, " + first.sizeInBytes() + " bytes, 507 ms",
                        "20 rows, " + second.sizeInBytes() + " bytes, 300 ms",
                        "30 rows in all, 507 ms");
        assertThat(progress.events)
                .contains(
                        "decoded 0, " + first.sizeInBytes() + " bytes",
                        "decoded 0, " + second.sizeInBytes() + " bytes");
        assertThat(first.sizeInBytes()).isPositive();
    }

    @Test
    void theFirstBadRecordEndsItsPartitionAndIsCounted() {
        decoder.bad = OptionalInt.of(4);
        give(lease, 0, 10);
        give(lease, 10, 5);
        closeOpen();
        assertThat(written()).containsExactly("0 [0, 4)");
        assertThat(progress.events).contains("poisoned 0 at 4", "dropped [10] from 10");
        assertThat(counters.errors()).isEqualTo(1);
    }

    @Test
    void whatStartsAtTheLimitOfALeaseIsGivenUp() {
        lease.limitTo(10);
        give(lease, 0, 10);
        give(lease, 10, 5);
        closeOpen();
        assertThat(written()).containsExactly("0 [0, 10)");
        assertThat(progress.events).contains("dropped [10] from 10");
    }

    @Test
    void recordsThatAreGivenUpAreNumberedAsTheyWereRead() {
        LaneRouter passingBy = routerTo(lane(OnErrorOptions.all(ErrorPolicy.SKIP)));
        decoder.bad = OptionalInt.of(4);
        for (int i = 0; i < 11; i++) {
            give(passingBy, lease, i * 5L, 5);
        }
        assertThat(wholesale)
                .singleElement()
                .satisfies(reason -> assertThat(reason).hasMessageContaining("11 of about 55 since the start"));
    }

    @Test
    void atItsEndALaneGivesUpWhatIsOpenAndClosesItsDecoderOnce() {
        give(lease, 0, 10);
        List<String> done = new ArrayList<>();
        lane.end(() -> done.add("first"));
        threads.run();
        assertThat(progress.events).contains("dropped [0] from 0");
        assertThat(decoder.closed).isEqualTo(1);
        assertThat(threads.closed()).isEqualTo(1);
        lane.end(() -> done.add("second"));
        give(lease, 10, 5);
        assertThat(done).containsExactly("first", "second");
        assertThat(decoder.closed).isEqualTo(1);
        assertThat(decoder.calls).isEqualTo(1);
    }

    @Test
    void whatTheSinkDoesNotHoldOfALeaseThatEndsIsGivenUp() {
        give(lease, 0, 10);
        closeOpen();
        writer.fail(0, failure(Code.AWAY));
        threads.run();
        give(lease, 10, 5);
        lease.stopWriting();
        router.forgetEnded();
        threads.run();
        assertThat(progress.events).contains("dropped [0] from 0", "dropped [10] from 10");
        threads.pass(Duration.ofMinutes(1));
        assertThat(written()).containsExactly("0 [0, 10)");
    }

    @Test
    void recordsOfAPartitionThatWaitsForAPersonAreWrittenOnceHoweverOftenItWaits() {
        give(lease, 0, 10);
        closeOpen();
        writer.fail(0, failure(Code.WAITS));
        threads.run();
        give(lease, 10, 5);
        assertThat(decoder.calls).as("parked").isEqualTo(1);
        threads.pass(Duration.ofMillis(100));
        writer.durable(1);
        threads.run();
        threads.pass(IDLE);
        assertThat(written()).containsExactly("0 [0, 10)", "0 [0, 10)", "0 [10, 15)");
        writer.fail(2, failure(Code.WAITS));
        threads.run();
        threads.pass(Duration.ofMillis(100));
        writer.durable(3);
        threads.run();
        threads.pass(IDLE);
        assertThat(decoder.calls).isEqualTo(2);
        assertThat(written()).hasSize(4);
    }

    @Test
    void anOpenBatchOfAPartitionThatWaitsForAPersonIsPutAsideAndGoesOutAfterwards() {
        give(lease, 0, 10);
        closeOpen();
        give(lease, 10, 5);
        for (int write = 0; write < 6; write++) {
            writer.fail(write, failure(Code.WAITS));
            threads.run();
            assertThat(counters.groupsClosed.sum()).isEqualTo(1);
            threads.pass(Duration.ofSeconds(3));
        }
        writer.durable(6);
        threads.run();
        assertThat(written()).hasSize(8).endsWith("0 [10, 15)");
    }

    @Test
    void whatIsTakenUpAgainIsClosedWhenNothingMoreCame() {
        give(lease, 0, 10);
        closeOpen();
        give(lease, 10, 5);
        writer.fail(0, failure(Code.WAITS));
        threads.pass(Duration.ZERO);
        threads.pass(Duration.ofMillis(500));
        give(other, 0, 2);
        tracker.lose(other.partition());
        router.forgetEnded();
        threads.pass(Duration.ofMillis(500));
        threads.pass(Duration.ofMillis(200));
        writer.durable(1);
        threads.pass(Duration.ofMillis(299));
        assertThat(written()).hasSize(2);
        threads.pass(Duration.ofMillis(1));
        assertThat(written()).hasSize(3).endsWith("0 [10, 15)");
    }

    @Test
    void recordsOfALeaseThatEndedWhileItWaitedAreDroppedAndNotParked() {
        give(lease, 0, 10);
        closeOpen();
        writer.fail(0, failure(Code.WAITS));
        threads.run();
        InFlightRange late = tracker.open(lease, new OffsetRange(10, 15), 0, 0);
        tracker.lose(lease.partition());
        lane.accept(late, new NumberedRecords(5, 10));
        threads.run();
        assertThat(progress.events).contains("dropped [10] from 10");
    }

    private final class NumberingDecoder implements Decoder {
        final List<IngestException> failures = new ArrayList<>();
        Duration takes = Duration.ZERO;
        OptionalInt bad = OptionalInt.empty();
        int calls;
        int closed;

        @Override
        public void decode(RecordBatch records, BytesColumn payloads, RowCollector output) {
            calls++;
            threads.take(takes);
            if (!failures.isEmpty()) {
                throw failures.remove(0);
            }
            RowAppender rows = output.appender(Target.DEFAULT, SCHEMA);
            for (int i = 0; i < records.size(); i++) {
                if (bad.isPresent() && bad.getAsInt() == i) {
                    output.reject(i, failure(Code.BAD));
                } else {
                    rows.beginRow(i);
                    rows.setLong(0, i);
                    rows.endRow();
                }
            }
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
