package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.P0;
import static org.lakeingest.lake.ledger.LedgerBatches.P1;
import static org.lakeingest.lake.ledger.LedgerBatches.P2;
import static org.lakeingest.lake.ledger.LedgerBatches.bare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.ledger.ModelPort.Code;

final class CommitQueueTest {
    private final IngestException reason = ScriptedLedger.failure(Code.NOT_APPLIED);

    private final CommitQueue queue = new CommitQueue(2, 3);
    private final Told told = new Told(new ArrayList<>());
    private int files;

    /** A batch of that size. */
    private record Sized(SourcePartition partition, OffsetRange range, long rowCount, long sizeInBytes)
            implements WriteBatch {
        @Override
        public String id() {
            return "id";
        }

        @Override
        public long claimEpoch() {
            return 1;
        }

        @Override
        public List<RowBatch> rows() {
            return List.of();
        }

        @Override
        public List<RejectedRecord> rejected() {
            return List.of();
        }
    }

    private Entry entry(WriteBatch batch, String owner) {
        return new Entry(batch, told, new Member(), owner, false);
    }

    private Entry entry(SourcePartition partition, long start) {
        return entry(bare(partition, start, start + 1), "run.1");
    }

    private Packet unstaged(boolean solo, Entry... entries) {
        Packet packet = new Packet(List.of(entries), solo);
        queue.add(packet);
        return packet;
    }

    private Packet unstaged(Entry... entries) {
        return unstaged(false, entries);
    }

    private Packet staged(Packet packet, String... tables) {
        packet.files = Stream.of(tables.length == 0 ? new String[] {"t"} : tables)
                .<StagedFile>map(table -> new ScriptedLedger.File(++files, table, "", 1, List.of()))
                .toList();
        return packet;
    }

    private Packet staged(Entry... entries) {
        return staged(unstaged(entries));
    }

    @Test
    void whatHasFilesGoesInOrderAndOnce() {
        Packet first = staged(entry(P0, 0));
        Packet second = staged(entry(P1, 0));
        assertThat(queue.isEmpty()).isFalse();
        assertThat(queue.takeReady()).containsExactly(first, second);
        assertThat(queue.takeReady()).isEmpty();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void whatIsPutBackComesFirstAndInItsOrder() {
        Packet later = staged(entry(P2, 0));
        Packet first = staged(new Packet(List.of(entry(P0, 0)), false));
        Packet second = staged(new Packet(List.of(entry(P1, 0)), false));
        queue.putBack(List.of(first, second));
        assertThat(queue.takeReady()).containsExactly(first, second, later);
    }

    @Test
    void nothingOvertakesABatchOfItsPartitionThatHasNoFilesYet() {
        Packet waiting = unstaged(entry(P0, 0), entry(P2, 0));
        Packet behind = staged(entry(P0, 1), entry(P1, 0));
        Packet behindThat = staged(entry(P1, 1));
        assertThat(queue.takeReady()).isEmpty();
        staged(waiting);
        assertThat(queue.takeReady()).containsExactly(waiting, behind, behindThat);
    }

    @Test
    void anotherPartitionDoesNotWait() {
        unstaged(entry(P0, 0));
        Packet other = staged(entry(P1, 0));
        assertThat(queue.takeReady()).containsExactly(other);
        assertThat(queue.isEmpty()).isFalse();
    }

    @Test
    void rangesOfATransactionFollowEachOther() {
        Packet first = staged(entry(P0, 0));
        Packet gap = staged(entry(P0, 2));
        Packet behind = staged(entry(P0, 3));
        Packet other = staged(entry(P1, 0));
        assertThat(queue.takeReady()).containsExactly(first, other);
        assertThat(queue.takeReady()).containsExactly(gap, behind);
    }

    @Test
    void whatWasReadUnderANewerClaimGoesIntoATransactionOfItsOwn() {
        Packet first = staged(entry(P0, 0));
        Packet newer = staged(entry(bare(P0, 1, 2), "run.2"));
        assertThat(queue.takeReady()).containsExactly(first);
        assertThat(queue.takeReady()).containsExactly(newer);
    }

    @Test
    void onlyTheFirstBatchOfAPacketHasToFollowWhatIsBeforeThePacket() {
        Packet first = staged(entry(P0, 0));
        Packet both = staged(entry(P1, 5), entry(P0, 1), entry(P0, 2));
        Packet last = staged(entry(P0, 3), entry(P1, 6));
        assertThat(queue.takeReady()).containsExactly(first, both, last);
    }

    @Test
    void aPacketThatGoesAloneIsTakenWithNothingElse() {
        Packet first = staged(entry(P0, 0));
        Packet alone = staged(unstaged(true, entry(P1, 0)));
        Packet behind = staged(entry(P1, 1));
        Packet other = staged(entry(P2, 0));
        assertThat(queue.takeReady()).containsExactly(first, other);
        assertThat(queue.takeReady()).containsExactly(alone);
        assertThat(queue.takeReady()).containsExactly(behind);
    }

    @Test
    void tablesOfATransactionStayWithinTheirLimit() {
        Packet first = staged(unstaged(entry(P0, 0)), "a");
        Packet second = staged(unstaged(entry(P1, 0)), "b");
        Packet third = staged(unstaged(entry(P2, 0)), "c");
        assertThat(queue.takeReady()).containsExactly(first, second);
        assertThat(queue.takeReady()).containsExactly(third);
    }

    @Test
    void aTableIsCountedOnceAndNothingPassesWhatHasNoRoom() {
        Packet first = staged(unstaged(entry(P0, 0)), "a");
        Packet second = staged(unstaged(entry(P1, 0)), "b", "c");
        Packet third = staged(unstaged(entry(P2, 0)), "a");
        Packet fourth = staged(unstaged(entry(P0, 1)), "a");
        assertThat(queue.takeReady()).containsExactly(first);
        assertThat(queue.takeReady()).containsExactly(second);
        assertThat(queue.takeReady()).containsExactly(third, fourth);
    }

    @Test
    void filesOfATransactionStayWithinTheirLimit() {
        Packet first = staged(unstaged(entry(P0, 0)), "a", "a");
        Packet second = staged(unstaged(entry(P1, 0)), "a");
        Packet third = staged(unstaged(entry(P2, 0)), "a");
        assertThat(queue.takeReady()).containsExactly(first, second);
        assertThat(queue.takeReady()).containsExactly(third);
    }

    @Test
    void onePacketMayExceedTheLimits() {
        Packet large = staged(unstaged(entry(P0, 0)), "a", "b", "c", "d");
        Packet next = staged(unstaged(entry(P1, 0)), "a");
        assertThat(queue.takeReady()).containsExactly(large);
        assertThat(queue.takeReady()).containsExactly(next);
    }

    @Test
    void filesAreMadeOnceForEachPacket() {
        Packet waiting = unstaged(entry(P0, 0));
        staged(entry(P1, 0));
        assertThat(queue.needingFiles()).containsExactly(waiting);
    }

    @Test
    void aPacketWithoutFilesForEverWaitsForWhatIsBeforeIt() {
        Packet first = unstaged(entry(P0, 0));
        Packet broken = unstaged(entry(P0, 1));
        Packet other = unstaged(entry(P1, 0));
        broken.failure = reason;
        assertThat(queue.takeFailed()).isNull();
        other.failure = reason;
        assertThat(queue.takeFailed()).isSameAs(other);
        staged(first);
        assertThat(queue.takeReady()).containsExactly(first);
        assertThat(queue.takeFailed()).isSameAs(broken);
        assertThat(queue.takeFailed()).isNull();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void doomedBatchesAreTakenOutAndTheirFilesHandedOver() {
        Entry doomed = entry(P0, 0);
        Entry kept = entry(P1, 0);
        Packet both = staged(doomed, kept);
        List<StagedFile> old = both.files;
        Packet untouched = staged(entry(P2, 0));
        queue.doom(entry -> entry == doomed, reason);

        List<List<StagedFile>> unwanted = new ArrayList<>();
        assertThat(queue.sweep(unwanted)).containsExactly(doomed);
        assertThat(unwanted).singleElement().isSameAs(old);
        assertThat(both.entries).containsExactly(kept);
        assertThat(both.needsFiles()).isTrue();
        assertThat(untouched.files).isNotNull();
        assertThat(doomed.doom).isSameAs(reason);
        assertThat(kept.doom).isNull();
    }

    @Test
    void theFirstReasonCounts() {
        Entry doomed = entry(P0, 0);
        unstaged(doomed);
        queue.doom(any -> true, reason);
        queue.doom(any -> true, ScriptedLedger.failure(Code.CLOSED));
        assertThat(doomed.doom).isSameAs(reason);
    }

    @Test
    void aBatchThatIsReadStaysUntilItsFilesAreMade() {
        Entry doomed = entry(P0, 0);
        Packet packet = unstaged(doomed);
        packet.staging = true;
        queue.doom(any -> true, reason);
        assertThat(queue.sweep(new ArrayList<>())).isEmpty();
        packet.staging = false;
        assertThat(queue.sweep(new ArrayList<>())).containsExactly(doomed);
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void whatIsLeftOfAPacketThatCouldNotBeStagedIsStagedAgain() {
        Entry doomed = entry(P0, 0);
        Packet packet = unstaged(doomed, entry(P1, 0));
        packet.failure = reason;
        queue.doom(entry -> entry == doomed, reason);
        List<List<StagedFile>> unwanted = new ArrayList<>();
        queue.sweep(unwanted);
        assertThat(unwanted).isEmpty();
        assertThat(queue.needingFiles()).containsExactly(packet);
    }

    @Test
    void batchesThatHaveTheirOutcomeGo() {
        Entry done = entry(P0, 0);
        staged(done);
        Packet other = staged(entry(P1, 0));
        done.durable();
        assertThat(queue.sweep(new ArrayList<>())).containsExactly(done);
        assertThat(queue.takeReady()).containsExactly(other);
    }

    private Packet sized(SourcePartition partition, long rows, long bytes) {
        Entry entry = entry(new Sized(partition, new OffsetRange(0, 10), rows, bytes), "run.1");
        return staged(entry);
    }

    @Test
    void twentyThousandRowsAreWorthATransaction() {
        sized(P0, 10_000, 0);
        sized(P1, 9_999, 0);
        assertThat(queue.isWorthwhile()).isFalse();
        sized(P2, 1, 0);
        assertThat(queue.isWorthwhile()).isTrue();
    }

    @Test
    void eightMegabytesAreWorthATransaction() {
        sized(P0, 1, 4 << 20);
        sized(P1, 1, (4 << 20) - 1);
        assertThat(queue.isWorthwhile()).isFalse();
        sized(P2, 1, 1);
        assertThat(queue.isWorthwhile()).isTrue();
    }

    @Test
    void whatHasNoFilesIsWorthNothingYet() {
        sized(P0, 50_000, 0).files = null;
        assertThat(queue.isWorthwhile()).isFalse();
    }

    @Test
    void whatIsLeftOfARefusedBatchIsWorthATransaction() {
        queue.refused(bare(P0, 0, 10));
        staged(entry(P1, 3));
        assertThat(queue.isWorthwhile()).isFalse();
        staged(entry(P0, 10));
        assertThat(queue.isWorthwhile()).as("behind the refused batch").isFalse();
        staged(entry(P0, 9));
        assertThat(queue.isWorthwhile()).isTrue();
    }
}
