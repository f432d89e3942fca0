package org.lakeingest.engine.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;

/** When positions go to the source, and which. */
class CommitterTest {
    private static final long START = 1_000;
    private static final long INTERVAL = 100;

    private final InFlightTracker tracker = new InFlightTracker((range, bytes) -> {});
    private final List<Map<SourcePartition, Long>> commits = new ArrayList<>();
    private final Committer committer = new Committer(tracker, commits::add, INTERVAL, START);
    private final SourcePartition partition = new SourcePartition("orders", "cluster/topic", 0);
    private final SourcePartition other = new SourcePartition("orders", "cluster/topic", 1);
    private final Lease lease = tracker.assign(partition, 0);

    private void makeDurable(Lease of, long start, long end) {
        tracker.complete(tracker.open(of, new OffsetRange(start, end), 0, 0));
    }

    @Test
    void nothingIsCommittedBeforeAnIntervalHasPassedAndThenAtOnce() {
        makeDurable(lease, 0, 5);
        committer.commitIfDue(START + INTERVAL - 1);
        assertThat(commits).isEmpty();
        committer.commitIfDue(START + INTERVAL);
        assertThat(commits).containsExactly(Map.of(partition, 5L));
        makeDurable(lease, 5, 8);
        committer.commitIfDue(START + 2 * INTERVAL - 1);
        assertThat(commits).as("the next interval starts with the last commit").hasSize(1);
        committer.commitIfDue(START + 2 * INTERVAL);
        assertThat(commits).hasSize(2);
    }

    @Test
    void aCommitNamesAllKnownPositionsAndNoneIsMadeWhileNothingMoved() {
        makeDurable(lease, 0, 5);
        Lease second = tracker.assign(other, 0);
        committer.commitNow();
        assertThat(commits).as("nothing is known of the other").containsExactly(Map.of(partition, 5L));
        committer.commitNow();
        assertThat(commits).hasSize(1);
        makeDurable(second, 40, 41);
        committer.commitNow();
        assertThat(commits.get(1)).containsOnly(Map.entry(partition, 5L), Map.entry(other, 41L));
    }

    @Test
    void whatIsCommittedIsKnownUntilThePartitionIsForgotten() {
        assertThat(committer.committed(partition)).isEqualTo(-1);
        makeDurable(lease, 0, 5);
        committer.commitNow();
        assertThat(committer.committed(partition)).isEqualTo(5);
        committer.forget(partition);
        assertThat(committer.committed(partition)).isEqualTo(-1);
        committer.commitNow();
        assertThat(commits).as("committed under another lease, perhaps").hasSize(2);
    }
}
