package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.EPOCH;
import static org.lakeingest.lake.ledger.LedgerBatches.OWNER;
import static org.lakeingest.lake.ledger.LedgerBatches.P0;
import static org.lakeingest.lake.ledger.LedgerBatches.P1;
import static org.lakeingest.lake.ledger.LedgerBatches.bare;
import static org.lakeingest.lake.ledger.LedgerBatches.batch;
import static org.lakeingest.lake.ledger.LedgerBatches.rows;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.ledger.CommitRun.End;
import org.lakeingest.lake.ledger.ModelPort.Code;
import org.lakeingest.testkit.WriteBatches;

final class CommitRunTest {
    private final CommitterFixture fixture = new CommitterFixture();
    private final ScriptedLedger lake = fixture.lake;
    private final LedgerMeters meters = new LedgerMeters(fixture.metrics);
    private int files;

    private static Packet packet(WriteBatch... batches) {
        List<Entry> entries = Stream.of(batches)
                .map(batch -> new Entry(batch, new Told(new ArrayList<>()), new Member(), OWNER, false))
                .toList();
        return new Packet(entries, false);
    }

    private StagedFile file(String table, Object form, long rows) {
        StagedFile file = new ScriptedLedger.File(++files, table, form, rows, List.of());
        lake.stage.add(file);
        return file;
    }

    private Packet staged(Packet packet, StagedFile... staged) {
        packet.files = List.of(staged);
        return packet;
    }

    private CommitRun run(Packet... packets) {
        return new CommitRun(lake, fixture.settings, meters, List.of(packets), Map.of("t", "t7"));
    }

    /** One batch of three rows. */
    private CommitRun run() {
        return run(staged(packet(batch(P0, 0, 3)), file("t", "", 3)));
    }

    private CommitRun.Outcome end(CommitRun run) {
        CommitRun.Outcome outcome = run.run().join();
        for (End end : End.values()) {
            String name = "ledger.transactions." + end.name().toLowerCase(Locale.ROOT);
            assertThat(fixture.metrics.count(name)).as(name).isEqualTo(end == outcome.end() ? 1 : 0);
        }
        return outcome;
    }

    private void assertEnd(CommitRun.Outcome outcome, End end, Code code) {
        assertThat(outcome.end()).isEqualTo(end);
        assertThat(outcome.reason()).isNotNull();
        assertThat(outcome.reason().code()).isEqualTo(code);
    }

    @Test
    void aTransactionMovesPositionsLoadsFilesAndCommits() {
        CommitRun.Outcome outcome = end(run());
        assertThat(outcome).isEqualTo(new CommitRun.Outcome(End.COMMITTED, null));
        assertThat(lake.asked).containsExactly("begin", "move 0[0,3)", "load t 1", "commit");
        assertThat(lake.ledger).contains(new LedgerRow(P0, 3, -1, EPOCH, OWNER, Map.of("t", "t7")));
    }

    @Test
    void rangesOfAPartitionAreOneMoveUnderTheLeaderEpochOfTheLastRows() {
        WriteBatch first = WriteBatches.under(EPOCH, WriteBatches.of(rows(P0, 0, 2, 4)));
        WriteBatch second = WriteBatches.under(EPOCH, WriteBatches.of(rows(P0, 2, 3, 5)));
        WriteBatch other = WriteBatches.under(EPOCH, WriteBatches.of(rows(P1, 9, 10, 0)));
        run(packet(first, other), packet(second), packet(bare(P0, 3, 8))).run().join();
        assertThat(lake.moved.values())
                .containsExactly(
                        new LedgerMove(P0, new OffsetRange(0, 8), 5, EPOCH, OWNER),
                        new LedgerMove(P1, new OffsetRange(9, 10), 0, EPOCH, OWNER));
    }

    @Test
    void theLastRowsOfABatchSayTheLeaderEpoch() {
        WriteBatch two = WriteBatches.under(
                EPOCH, WriteBatches.of(P0, new OffsetRange(0, 4), List.of(rows(P0, 0, 2, 4), rows(P0, 2, 4, 6))));
        run(packet(two)).run().join();
        assertThat(lake.moved.get(P0)).extracting(LedgerMove::leaderEpoch).isEqualTo(6);
    }

    @Test
    void withoutRowsTheLeaderEpochIsNotKnown() {
        run(packet(bare(P0, 0, 4))).run().join();
        assertThat(lake.moved.get(P0)).extracting(LedgerMove::leaderEpoch).isEqualTo(-1);
        assertThat(lake.count("load")).isZero();
    }

    @Test
    void filesOfOneTableAndFormAreLoadedByOneStatement() {
        Packet first = staged(packet(batch(P0, 0, 3)), file("t", "", 1), file("u", "", 1), file("t", "wide", 1));
        Packet second = staged(packet(batch(P1, 0, 3)), file("t", "", 2), file("u", "", 5));
        CommitRun run = run(first, second);
        assertThat(end(run).end()).isEqualTo(End.COMMITTED);
        assertThat(lake.asked("load")).containsExactly("load t 1 4", "load u 2 5", "load t 3");
        assertThat(CommitRun.rowsByTable(List.of(first, second))).containsOnly(Map.entry("t", 4L), Map.entry("u", 6L));
    }

    @Test
    void aTransactionThatCannotBeginFailed() {
        lake.fail("begin", Code.AWAY);
        assertEnd(end(run()), End.FAILED, Code.AWAY);
        assertThat(lake.asked).containsExactly("begin");
    }

    @Test
    void positionsThatCannotBeMovedEndIt() {
        lake.fail("move", Code.CONFLICT);
        assertEnd(end(run()), End.CONFLICT, Code.CONFLICT);
        assertThat(lake.asked).containsExactly("begin", "move 0[0,3)", "rollback");
    }

    @Test
    void onePositionThatIsAnotherEndsIt() {
        fixture.position(P1, 5, EPOCH, OWNER);
        CommitRun.Outcome outcome = end(run(staged(packet(batch(P0, 0, 3), batch(P1, 0, 3)), file("t", "", 6))));
        assertEnd(outcome, End.MOVED, Code.FENCED);
        assertThat(outcome.reason()).hasMessage("1 of 2 positions are as expected");
        assertThat(lake.asked).containsExactly("begin", "move 0[0,3) 1[0,3)", "rollback");
    }

    @Test
    void rowsThatDifferAreNotCommitted() {
        lake.answer("load", 2L);
        CommitRun.Outcome outcome = end(run(staged(packet(batch(P0, 0, 3)), file("t", "", 3), file("u", "", 3))));
        assertEnd(outcome, End.FAILED, Code.ROWS_DIFFER);
        assertThat(outcome.reason()).hasMessage("the lake loaded 2 rows of 3 into t; nothing was committed");
        assertThat(lake.asked).containsExactly("begin", "move 0[0,3)", "load t 1", "rollback");
    }

    @Test
    void aRefusedValueIsToldFromAnotherFailureOfALoad() {
        lake.fail("load", Code.REFUSED);
        assertEnd(end(run()), End.REFUSED, Code.REFUSED);
        assertThat(lake.asked).endsWith("load t 1", "rollback");
    }

    @Test
    void aLoadThatFailsForAnotherReasonFails() {
        lake.fail("load", Code.AWAY);
        assertEnd(end(run()), End.FAILED, Code.AWAY);
        assertThat(lake.asked).endsWith("load t 1", "rollback");
    }

    @Test
    void aConflictAtCommitIsOne() {
        lake.fail("commit", Code.CONFLICT);
        assertEnd(end(run()), End.CONFLICT, Code.CONFLICT);
        assertThat(lake.asked).endsWith("commit");
    }

    @Test
    void aCommitWithoutAnAnswerIsUnknown() {
        lake.lose("commit");
        assertEnd(end(run()), End.UNKNOWN, Code.LOST);
        assertThat(lake.asked).endsWith("commit");
    }

    @Test
    void onlyACommitCanBeUnknown() {
        lake.lose("load");
        assertEnd(end(run()), End.FAILED, Code.LOST);
    }

    @Test
    void aRollbackThatFailsChangesNothing() {
        lake.fail("load", Code.REFUSED);
        lake.fail("rollback", Code.AWAY);
        assertEnd(end(run()), End.REFUSED, Code.REFUSED);
    }

    @Test
    void whatTheLakeShouldNotThrowIsAFailure() {
        lake.throwing("move", new IllegalStateException("bug"));
        CommitRun.Outcome outcome = end(run());
        assertThat(outcome.end()).isEqualTo(End.FAILED);
        assertThat(outcome.reason()).hasMessageContaining("bug");
    }

    @Test
    void commitAndTransactionAreTimed() {
        CommitRun run = run();
        long begin = fixture.timing.nanos;
        lake.before("begin", () -> fixture.timing.advance(Duration.ofMillis(3)));
        lake.before("commit", () -> fixture.timing.advance(Duration.ofMillis(40)));
        assertThat(run.commitLatency()).isZero();
        run.run().join();
        assertThat(run.commitLatency()).isEqualTo(Duration.ofMillis(40));
        assertThat(run.begin()).isEqualTo(begin);
        assertThat(fixture.metrics.times("ledger.commit.duration")).containsExactly(Duration.ofMillis(40));
        assertThat(fixture.metrics.times("ledger.transaction.duration")).containsExactly(Duration.ofMillis(43));
    }
}
