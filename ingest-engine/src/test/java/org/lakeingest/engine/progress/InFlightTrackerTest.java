package org.lakeingest.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;

/** Answers that the comparison with an oracle does not ask for. */
class InFlightTrackerTest {
    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});
    private final SourcePartition partition = new SourcePartition("orders", "cluster/topic", 0);
    private final SourcePartition other = new SourcePartition("orders", "cluster/topic", 1);

    private InFlightRange open(Lease lease, long start, long end, long nanos) {
        return tracker.open(lease, new OffsetRange(start, end), 10, nanos);
    }

    @Test
    void aLeaseOfAPartitionThatHasOneEndsTheFirst() {
        Lease first = tracker.assign(partition, 0);
        InFlightRange inFlight = open(first, 0, 5, 0);
        Lease second = tracker.assign(partition, 0);
        assertThat(first.isActive()).isFalse();
        assertThat(second.isActive()).isTrue();
        assertThat(second.number()).isGreaterThan(first.number());
        assertThat(tracker.isIdle()).isTrue();
        assertThat(first.oldest()).isNull();
        assertThat(tracker.complete(inFlight)).as("too late to matter").isFalse();
        assertThat(tracker.lease(partition)).isSameAs(second);
    }

    @Test
    void theOldestRangeIsTheOnePolledFirstWhicheverPartitionItIsOf() {
        assertThat(tracker.oldest()).isNull();
        Lease late = tracker.assign(partition, 0);
        Lease early = tracker.assign(other, 0);
        InFlightRange second = open(late, 0, 5, 70);
        assertThat(tracker.oldest()).isSameAs(second);
        InFlightRange first = open(early, 0, 5, 30);
        InFlightRange third = open(early, 5, 9, 90);
        assertThat(tracker.oldest()).isSameAs(first);
        tracker.complete(first);
        assertThat(tracker.oldest()).isSameAs(second);
        tracker.complete(second);
        assertThat(tracker.oldest()).isSameAs(third);
    }

    @Test
    void theOldestRangeIsFoundAlsoWhereElapsedTimeOverflows() {
        Lease late = tracker.assign(partition, 0);
        Lease early = tracker.assign(other, 0);
        open(late, 0, 5, Long.MIN_VALUE + 10);
        InFlightRange first = open(early, 0, 5, Long.MAX_VALUE - 10);
        assertThat(tracker.oldest()).isSameAs(first);
    }

    @Test
    void whatNobodyWorksOnAnyMoreGetsNoHeavierAndEndsOnce() {
        Lease lease = tracker.assign(partition, 0);
        InFlightRange range = open(lease, 0, 5, 0);
        assertThat(tracker.addWeight(range, 7)).isTrue();
        assertThat(tracker.unfinishedRanges()).isEqualTo(1);
        tracker.complete(range);
        assertThat(tracker.unfinishedRanges()).isZero();
        assertThat(tracker.addWeight(range, 7)).isFalse();
        assertThatThrownBy(() -> tracker.complete(range)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> tracker.split(range, 2)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void recordsGoOnWhereTheLastOnesEndedAndNowhereElse() {
        Lease lease = tracker.assign(partition, 0);
        assertThat(tracker.committable(lease)).isEmpty();
        tracker.seek(lease, 0);
        assertThat(tracker.committable(lease)).hasValue(0);
        assertThatThrownBy(() -> open(lease, 1, 5, 0)).hasMessageContaining("should go on at 0 but are [1, 5)");
        open(lease, 0, 5, 0);
        assertThatThrownBy(() -> tracker.seek(lease, 3)).isInstanceOf(IllegalStateException.class);
        tracker.lose(partition);
        assertThatThrownBy(() -> open(lease, 5, 6, 0)).hasMessageContaining("after it had ended");
    }

    @Test
    void aCutAtTheStartOfARangeWhoseWorkHasEndedLeavesNothingBehind() {
        Lease lease = tracker.assign(partition, 0);
        InFlightRange first = open(lease, 0, 5, 0);
        InFlightRange second = open(lease, 5, 9, 0);
        tracker.cut(second, 9);
        assertThat(lease.next).as("a cut at the end cuts nothing").isEqualTo(9);
        assertThatThrownBy(() -> tracker.cut(second, 4)).isInstanceOf(IllegalArgumentException.class);
        tracker.cut(second, 5);
        tracker.complete(first);
        tracker.drop(second, 5);
        assertThat(tracker.committable(lease)).hasValue(5);
        assertThat(tracker.isIdle(partition)).isTrue();
        assertThat(tracker.isIdle(other)).isTrue();
    }
}
