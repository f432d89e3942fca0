package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Target;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.api.WriteListener;
import org.lakeingest.lake.encode.TableLayout;
import org.lakeingest.testkit.RecordedMetrics;
import org.lakeingest.testkit.RowBatches;

/** Order, halving and outcomes, with a strategy that does everything at once on the test's thread. */
class GroupLoadTest {
    private static final TablePlan PLAN =
            new TablePlan(new TableName("default", "orders"), new TableLayout.Raw(), List.of());

    /** Refuses files that hold a bad partition's rows, and keeps what was loaded. */
    private static final class FakeStrategy implements LoadStrategy {
        final Set<Integer> bad = new HashSet<>();
        final Set<String> badTables = new HashSet<>();
        final List<String> tables = new ArrayList<>();
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
                for (ReadyFile file : files) {
                    if (badTables.contains(file.packed().table().table())) {
                        throw new LakeException(refusal, "no such table");
                    }
                }
                for (int partition : partitions) {
                    if (bad.contains(partition)) {
                        throw new LakeException(refusal, "refused");
                    }
                }
                loaded.addAll(partitions);
                files.forEach(file -> tables.add(file.packed().table().table() + partitions));
                return null;
            });
        }

        @Override
        public void discard(List<ReadyFile> files) {
            files.forEach(file -> discarded.add(file.packed().name()));
        }
    }

    private final FakeStrategy strategy = new FakeStrategy();
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final GroupLoad groups = new GroupLoad(
            new FileLoader(strategy, file -> CompletableFuture.completedFuture(PLAN), table -> {}, 4),
            new FilePacker(TableRouter.of("orders", Map.of("audit", "audit"), "default"), true, null),
            new WriteOrder(),
            new Attempts(),
            new Standing(LakeSinkConfig.OnTableError.PAUSE_TABLE, new PausedTables(metrics)),
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

    private static RowBatch row(int partition, String target) {
        return RowBatches.of(Batches.DOCUMENT)
                .at(Batches.partition(partition), 0)
                .target(new Target(target))
                .row("1")
                .build();
    }

    @Test
    void aTableThatCannotBeLoadedHoldsBatchesWithRowsForItOnly() {
        strategy.badTables.add("bad");
        strategy.refusal = LakeErrorCode.LAKE_OBJECT_MISSING;
        WriteBatch good = Batches.of(0, 0, 1, row(0, "good"));
        WriteBatch mixed = Batches.of(1, 0, 1, row(1, "good"), row(1, "bad"));
        WriteBatch bad = Batches.of(2, 0, 1, row(2, "bad"));

        groups.start(List.of(good, mixed, bad), listener);
        listener.await(3);

        assertThat(listener.isDurable(good)).isTrue();
        IngestException reason = listener.failure(mixed);
        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_PAUSED);
        assertThat(reason).hasMessageContaining("default.bad").hasMessageContaining("LAKE_OBJECT_MISSING");
        assertThat(listener.failure(bad).code().kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(metrics.gauge("tables.paused")).isEqualTo(1);
        assertThat(strategy.tables).containsExactly("good[0, 1]");

        strategy.badTables.clear();
        RecordingListener again = new RecordingListener();
        groups.start(List.of(mixed, bad), again);
        again.await(2);

        assertThat(again.isDurable(mixed)).isTrue();
        assertThat(strategy.tables)
                .as("what was loaded is not loaded again")
                .containsExactly("good[0, 1]", "bad[1, 2]");
        assertThat(metrics.gauge("tables.paused")).isZero();
    }

    @Test
    void whatIsLoadedOfABatchThatIsHalvedLaterIsLeftOutOfTheHalves() {
        strategy.badTables.add("bad");
        RowBatch two = RowBatches.of(Batches.DOCUMENT)
                .at(Batches.partition(0), 0)
                .target(new Target("good"))
                .row("1")
                .row("2")
                .build();
        WriteBatch whole = Batches.of(0, 0, 2, two, row(0, "bad"));
        groups.start(List.of(whole), listener);

        assertThat(listener.await(1).failure(whole).code().kind()).isEqualTo(ErrorKind.RECORD);
        strategy.badTables.clear();
        RecordingListener again = new RecordingListener();
        groups.start(List.of(Batches.of(0, 0, 1, row(0, "good"), row(0, "bad"))), again);
        again.await(1);

        assertThat(strategy.tables).containsExactly("good[0]", "bad[0]");
    }

    @Test
    void oneRefusedFileIsHalvedWithoutLoadingTheOthersTwice() {
        strategy.bad.add(1);
        WriteBatch mixed = Batches.of(0, 0, 1, row(0, "one"), row(0, "two"));
        WriteBatch beside = Batches.of(2, 0, 1, row(2, "one"));
        WriteBatch poisoned = Batches.of(1, 0, 1, row(1, "two"));

        groups.start(List.of(mixed, poisoned, beside), listener);
        listener.await(3);

        assertThat(listener.failure(poisoned).code().kind()).isEqualTo(ErrorKind.RECORD);
        assertThat(listener.isDurable(mixed)).isTrue();
        assertThat(strategy.tables).containsExactly("one[0, 2]", "two[0]");
    }

    @Test
    void aLakeThatIsAwayIsNotAskedForEveryTable() {
        List<WriteBatch> batches = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            batches.add(Batches.of(i, 0, 1, row(i, "t" + i)));
            strategy.badTables.add("t" + i);
        }
        strategy.refusal = LakeErrorCode.LAKE_UNREACHABLE;

        groups.start(batches, listener);
        listener.await(100);

        assertThat(strategy.loads).isLessThan(10);
        assertThat(listener.failure(batches.get(99)).code().kind()).isEqualTo(ErrorKind.TRANSIENT);
    }

    @Test
    void rowsWithoutATableWaitAndTheOthersDoNot() {
        WriteBatch lost = Batches.of(0, 0, 1, row(0, "a`b"));
        WriteBatch fine = Batches.documents(1, 0, 1);

        groups.start(List.of(lost, fine), listener);
        listener.await(2);

        assertThat(listener.isDurable(fine)).isTrue();
        assertThat(listener.failure(lost).code()).isEqualTo(LakeErrorCode.LAKE_TABLE_PAUSED);
        assertThat(listener.failure(lost)).hasMessageContaining("LAKE_NO_TABLE");
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
