package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.EPOCH;
import static org.lakeingest.lake.ledger.LedgerBatches.OWNER;

import java.util.List;
import java.util.Map;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordedMetrics;

/** A committer above a lake that does as it is told, and a writer that has claimed three partitions. */
final class CommitterFixture {
    final ScriptedLedger lake = new ScriptedLedger();
    final ManualTimers timing = new ManualTimers();
    final RecordedMetrics metrics = new RecordedMetrics();
    final CommitSettings settings = new CommitSettings(ModelPort.CODES, timing, metrics, 2, 3, LedgerGuards.ALL);
    final GroupCommitter committer = new GroupCommitter(lake, settings);
    final Told told = new Told(lake.asked);
    final Member member = new Member();

    CommitterFixture() {
        for (SourcePartition partition : List.of(LedgerBatches.P0, LedgerBatches.P1, LedgerBatches.P2)) {
            position(partition, LedgerRow.UNSET, EPOCH, OWNER);
            member.holds(partition, new Member.Held(EPOCH, OWNER));
        }
    }

    /** What the ledger says about a partition from now on. */
    void position(SourcePartition partition, long next, long epoch, String owner) {
        lake.ledger.removeIf(row -> row.partition().equals(partition));
        lake.ledger.add(new LedgerRow(partition, next, -1, epoch, owner, Map.of()));
    }

    void write(WriteBatch... batches) {
        committer.write(member, List.of(batches), told);
    }

    /** The transactions so far, by what they moved. */
    List<String> moves() {
        return lake.asked("move").stream().map(text -> text.substring(5)).toList();
    }

    /** Every file was loaded or removed, once. */
    void assertNothingIsLeft() {
        assertThat(lake.stage).as("files that are left").isEmpty();
        assertThat(lake.wrong).as("files that were needed").isEmpty();
        assertThat(timing.waiting()).as("timers").isZero();
    }
}
