package org.lakeingest.engine.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RejectStage;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.engine.BatchOptions;
import org.lakeingest.engine.EngineErrorCode;
import org.lakeingest.engine.progress.InFlightRange;
import org.lakeingest.engine.progress.InFlightTracker;
import org.lakeingest.engine.progress.Lease;
import org.lakeingest.engine.progress.RecordedProgress;
import org.lakeingest.engine.rows.ColumnarRowBatch;
import org.lakeingest.engine.rows.NumberedRecords;
import org.lakeingest.engine.rows.NumberedRows;
import org.lakeingest.engine.write.PartitionBatch;

/** When what was decoded is due, and what a group then holds. */
class BatcherTest {
    private static final int MOST_ROWS = 10;
    private static final long AGE = 900;
    private static final long IDLE = 100;

    private final RecordedProgress progress = new RecordedProgress();
    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});
    private final SourcePartition partition = new SourcePartition("orders", "cluster/topic", 0);
    private final SourcePartition other = new SourcePartition("orders", "cluster/topic", 1);
    private final Lease lease = tracker.assign(partition, 0);
    private final Lease second = tracker.assign(other, 0);
    private final List<Long> firsts = new ArrayList<>();
    private Batcher batcher = batcher(1L << 30);

    private Batcher batcher(long mostBytes) {
        return new Batcher(
                "test",
                new BatchOptions(MOST_ROWS, new DataSize(mostBytes), Duration.ofNanos(AGE), Duration.ofNanos(IDLE)),
                progress);
    }

    private void add(Lease of, long start, int records, int letters, long now) {
        OffsetRange range = new OffsetRange(start, start + records + letters);
        InFlightRange part = tracker.open(of, range, 0, 0);
        List<RejectedRecord> rejected = IntStream.range(records, records + letters)
                .mapToObj(i -> new RejectedRecord(
                        new NumberedRecords(records + letters, start),
                        i,
                        RejectStage.DECODE,
                        1,
                        new IngestException(EngineErrorCode.COMPONENT_BUG, "scripted")))
                .toList();
        List<ColumnarRowBatch> rows = records == 0 ? List.of() : List.of(NumberedRows.of(start, records));
        batcher.add(part, range, rows, rejected, now);
    }

    private List<String> close(Set<SourcePartition> held) {
        List<PartitionBatch> group = batcher.close(held::contains, (batch, first) -> firsts.add(first));
        return group.stream()
                .map(batch -> batch.partition().number() + " [" + batch.range().start() + ", "
                        + batch.range().end() + ")")
                .toList();
    }

    @Test
    void rowsAndDeadLettersOfAllPartitionsFillIt() {
        add(lease, 0, 4, 2, 0);
        add(second, 0, 3, 0, 0);
        assertThat(batcher.isFull()).isFalse();
        add(lease, 6, 1, 0, 0);
        assertThat(batcher.isFull()).as("six and three rows, and one").isTrue();
        assertThat(batcher.isDue(0)).isTrue();
    }

    @Test
    void bytesFillItToo() {
        long bytes = NumberedRows.of(0, 2).sizeInBytes();
        batcher = batcher(2 * bytes);
        add(lease, 0, 2, 0, 0);
        assertThat(batcher.isFull()).isFalse();
        add(lease, 2, 2, 0, 0);
        assertThat(batcher.isFull()).isTrue();
    }

    @Test
    void itIsDueWhenOldOrIdleAndNotWhenEmpty() {
        assertThat(batcher.isEmpty()).isTrue();
        assertThat(batcher.isDue(AGE)).isFalse();
        add(lease, 0, 1, 0, 1000);
        assertThat(batcher.isEmpty()).isFalse();
        assertThat(batcher.nanosUntilDue(1000 + IDLE - 1)).isEqualTo(1);
        assertThat(batcher.isDue(1000 + IDLE - 1)).isFalse();
        assertThat(batcher.isDue(1000 + IDLE)).isTrue();
        add(lease, 1, 1, 0, 1000 + AGE - 20);
        assertThat(batcher.nanosUntilDue(1000 + AGE - 10)).isEqualTo(10);
        assertThat(batcher.ageNanos(1000 + AGE - 10)).isEqualTo(AGE - 10);
        close(Set.of());
        add(lease, 2, 1, 0, 5000);
        assertThat(batcher.ageNanos(5000)).as("age begins anew").isZero();
    }

    @Test
    void aRequestClosesWhatIsOpenAndNothingThatComesLater() {
        batcher.request();
        add(lease, 0, 1, 0, 0);
        assertThat(batcher.isDue(0)).as("there was nothing to close").isFalse();
        batcher.request();
        assertThat(batcher.isDue(0)).isTrue();
        assertThat(close(Set.of())).containsExactly("0 [0, 1)");
        add(lease, 1, 1, 0, 0);
        assertThat(batcher.isDue(0)).isFalse();
    }

    @Test
    void whatIsHeldStaysOpenWithItsRowsAndItsRequest() {
        add(lease, 0, 5, 1, 3);
        add(second, 0, 4, 0, 4);
        batcher.request();
        assertThat(batcher.hasOther(Set.of(partition)::contains)).isTrue();
        assertThat(close(Set.of(partition))).containsExactly("1 [0, 4)");
        assertThat(firsts).containsExactly(4L);
        assertThat(batcher.hasOther(Set.of(partition)::contains)).isFalse();
        assertThat(batcher.isDue(4)).as("the request stands").isTrue();
        add(lease, 6, 3, 0, 5);
        assertThat(batcher.isFull()).as("nine").isFalse();
        add(lease, 9, 1, 0, 5);
        assertThat(batcher.isFull()).as("ten").isTrue();
    }

    @Test
    void aPartitionThatWaitsFillsNothingUntilItIsTakenUpAgain() {
        add(lease, 0, 6, 0, 10);
        add(second, 0, 4, 0, 10);
        batcher.setAside(Set.of(partition), 20);
        assertThat(batcher.isFull()).isFalse();
        assertThat(close(Set.of())).containsExactly("1 [0, 4)");
        assertThat(batcher.isEmpty()).isTrue();
        batcher.setAside(Set.of(partition), 30);
        assertThat(batcher.isEmpty()).isTrue();
        batcher.setAside(Set.of(other), 50);
        assertThat(batcher.isEmpty()).isFalse();
        assertThat(batcher.ageNanos(60)).as("since it was taken up").isEqualTo(10);
        add(second, 4, 4, 0, 60);
        assertThat(batcher.isFull()).isTrue();
        batcher.setAside(Set.of(other), 70);
        assertThat(batcher.ageNanos(70)).as("it never was empty").isEqualTo(20);
        assertThat(close(Set.of())).containsExactly("0 [0, 6)");
    }

    @Test
    void whatMayNotBeWrittenAnyMoreIsDroppedAndWhatIsEmptyIsDurable() {
        add(lease, 0, 5, 0, 0);
        InFlightRange empty = tracker.open(second, new OffsetRange(0, 3), 0, 0);
        batcher.add(empty, new OffsetRange(0, 0), List.of(), List.of(), 0);
        lease.stopWriting();
        assertThat(close(Set.of())).isEmpty();
        assertThat(progress.events).containsExactly("dropped [0] from 0", "durable [0]");
    }

    @Test
    void onlyWhatEndsBeyondTheLimitOfItsLeaseIsGivenUp() {
        add(lease, 0, 5, 0, 0);
        add(second, 0, 5, 0, 0);
        batcher.setAside(Set.of(other), 0);
        lease.limitTo(5);
        second.limitTo(4);
        batcher.forget(false);
        assertThat(progress.events).containsExactly("dropped [0] from 0");
        batcher.setAside(Set.of(), 0);
        assertThat(close(Set.of())).containsExactly("0 [0, 5)");
        add(lease, 5, 5, 0, 0);
        batcher.request();
        batcher.forget(true);
        assertThat(progress.events).hasSize(2).endsWith("dropped [5] from 5");
        assertThat(batcher.isFull()).isFalse();
    }
}
