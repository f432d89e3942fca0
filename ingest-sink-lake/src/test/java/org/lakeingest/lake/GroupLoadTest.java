package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.lake.encode.TableLayout;

/** Order, halving and outcomes, with a strategy that does everything at once on the test's thread. */
class GroupLoadTest {
    private static final TablePlan PLAN =
            new TablePlan(new TableName("default", "orders"), new TableLayout.Raw(), List.of("uuid"));

    /** Refuses files that hold a bad partition's rows, and keeps what was loaded. */
    private static final class FakeStrategy implements LoadStrategy {
        final Set<Integer> bad = new HashSet<>();
        final List<Integer> loaded = new ArrayList<>();
        final List<String> discarded = new ArrayList<>();
        int loads;
        LakeErrorCode refusal = LakeErrorCode.LAKE_DATA_REFUSED;
        CompletableFuture<Void> encoding = CompletableFuture.completedFuture(null);
        CompletableFuture<Void> hold = CompletableFuture.completedFuture(null);

        @Override
        public CompletableFuture<List<ReadyFile>> prepare(List<PackedFile> files, GroupAttempt attempt) {
            List<ReadyFile> ready = new ArrayList<>();
            for (PackedFile file : files) {
                ready.add(new ReadyFile(file, PLAN, new StagePath("~", "d", file.name()), null));
            }
            return encoding.thenApply(done -> ready);
        }

        @Override
        public CompletableFuture<Void> load(List<ReadyFile> files, GroupAttempt attempt) {
            loads++;
            List<Integer> partitions = new ArrayList<>();
            for (ReadyFile file : files) {
                for (RowBatch rows : file.packed().batches()) {
                    partitions.add(rows.origin().partition().number());
                }
            }
            return hold.thenApply(go -> {
                for (int partition : partitions) {
                    if (bad.contains(partition)) {
                        throw new LakeException(refusal, "refused");
                    }
                }
                loaded.addAll(partitions);
                return null;
            });
        }

        @Override
        public void discard(List<ReadyFile> files) {
            files.forEach(file -> discarded.add(file.packed().name()));
        }
    }

    private final FakeStrategy strategy = new FakeStrategy();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final GroupLoad groups = new GroupLoad(
            strategy,
            new FilePacker(PLAN.table(), true),
            new WriteOrder(),
            new Attempts(),
            new Standing(),
            closed::get);
    private final RecordingListener listener = new RecordingListener();

    private static List<WriteBatch> onePerPartition(int count) {
        List<WriteBatch> batches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            batches.add(Batches.documents(i, 0, 1));
        }
        return batches;
    }

    @Test
    void aRefusedGroupIsHalvedUntilTheBatchToBlameStandsAlone() {
        strategy.bad.add(11);
        List<WriteBatch> batches = onePerPartition(64);

        groups.start(batches, listener);

        assertThat(listener.await(64).failure(batches.get(11)).code().kind()).isEqualTo(ErrorKind.RECORD);
        assertThat(strategy.loaded).hasSize(63).doesNotHaveDuplicates().isSorted();
        assertThat(strategy.loads)
                .as("two for each halving and one for the whole")
                .isEqualTo(13);
        assertThat(strategy.discarded).as("refused files are removed").hasSize(7);
    }

    @Test
    void severalBadBatchesEachFailAlone() {
        strategy.bad.addAll(Set.of(0, 7, 8));
        List<WriteBatch> batches = onePerPartition(9);

        groups.start(batches, listener);
        listener.await(9);

        assertThat(strategy.loaded).containsExactly(1, 2, 3, 4, 5, 6);
        for (int bad : strategy.bad) {
            assertThat(listener.failure(batches.get(bad)).code()).isEqualTo(LakeErrorCode.LAKE_DATA_REFUSED);
        }
    }

    @Test
    void afterAHalfFailsForAnotherReasonTheOtherIsNotTried() {
        strategy.bad.add(0);
        List<WriteBatch> batches = onePerPartition(4);
        CompletableFuture<Void> whole = new CompletableFuture<>();
        CompletableFuture<Void> rest = new CompletableFuture<>();
        strategy.hold = whole;

        groups.start(batches, listener);
        strategy.hold = rest;
        whole.complete(null);
        strategy.refusal = LakeErrorCode.LAKE_UNREACHABLE;
        rest.complete(null);
        listener.await(4);

        assertThat(strategy.loaded).isEmpty();
        assertThat(strategy.loads).isEqualTo(2);
        assertThat(listener.failure(batches.get(0)).code()).isEqualTo(LakeErrorCode.LAKE_UNREACHABLE);
        assertThat(listener.failure(batches.get(3)).code()).isEqualTo(LakeErrorCode.LAKE_NOT_APPLIED);
    }

    @Test
    void groupsThatShareAPartitionAreLoadedInOrderAndOthersAreNotHeldUp() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        strategy.hold = first;
        WriteBatch earlier = Batches.documents(0, 0, 1);
        WriteBatch later = Batches.documents(0, 1, 1);
        WriteBatch beside = Batches.documents(1, 0, 1);

        groups.start(List.of(earlier), listener);
        strategy.hold = CompletableFuture.completedFuture(null);
        groups.start(List.of(later), listener);
        groups.start(List.of(beside), listener);

        assertThat(listener.order()).containsExactly(beside);
        first.complete(null);
        assertThat(listener.order()).containsExactly(beside, earlier, later);
    }

    @Test
    void aGroupIsRepackedWithoutTheBatchesThatAnEarlierFailureDoomed() {
        CompletableFuture<Void> first = new CompletableFuture<>();
        strategy.hold = first;
        strategy.bad.add(0);
        WriteBatch failing = Batches.documents(0, 0, 1);
        WriteBatch doomed = Batches.documents(0, 1, 1);
        WriteBatch fine = Batches.documents(1, 0, 1);
        groups.start(List.of(failing), listener);
        groups.start(List.of(doomed, fine), listener);

        first.complete(null);
        listener.await(3);

        assertThat(listener.failure(doomed).code()).isEqualTo(LakeErrorCode.LAKE_NOT_APPLIED);
        assertThat(listener.isDurable(fine)).isTrue();
        assertThat(strategy.loaded).containsExactly(1);
    }

    @Test
    void nothingIsReportedOfABatchThatMayStillBeRead() {
        strategy.bad.add(0);
        CompletableFuture<Void> first = new CompletableFuture<>();
        strategy.hold = first;
        WriteBatch failing = Batches.documents(0, 0, 1);
        WriteBatch doomed = Batches.documents(0, 1, 1);
        groups.start(List.of(failing), listener);
        CompletableFuture<Void> encoding = new CompletableFuture<>();
        strategy.encoding = encoding;
        groups.start(List.of(doomed), listener);

        first.complete(null);
        assertThat(listener.order()).containsExactly(failing);
        encoding.complete(null);
        assertThat(listener.order()).containsExactly(failing, doomed);
    }

    @Test
    void aClosedSinkLoadsNothing() {
        closed.set(true);
        List<WriteBatch> batches = onePerPartition(2);

        groups.start(batches, listener);

        assertThat(listener.await(2).failure(batches.get(1)).code()).isEqualTo(LakeErrorCode.LAKE_CLOSED);
        assertThat(strategy.loads).isZero();
    }

    @Test
    void aListenerThatThrowsDoesNotHoldUpTheOthers() {
        List<WriteBatch> batches = onePerPartition(2);

        groups.start(List.of(batches.get(0)), new WriteListener() {
            @Override
            public void onDurable(WriteBatch batch) {
                throw new IllegalStateException("listener");
            }

            @Override
            public void onFailed(WriteBatch batch, IngestException reason) {}
        });
        groups.start(List.of(Batches.documents(0, 1, 1)), listener);

        assertThat(listener.await(1).count()).isEqualTo(1);
    }
}
