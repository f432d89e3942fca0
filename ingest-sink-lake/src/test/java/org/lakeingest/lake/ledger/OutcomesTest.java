package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.P0;
import static org.lakeingest.lake.ledger.LedgerBatches.bare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.lake.ledger.ModelPort.Code;

final class OutcomesTest {
    private final CommitterFixture fixture = new CommitterFixture();
    private final Outcomes outcomes = new Outcomes(fixture.committer, ModelPort.CODES);

    private List<Entry> entries(int count) {
        return LongStream.range(0, count)
                .mapToObj(start -> new Entry(bare(P0, start, start + 1), fixture.told, new Member(), "run.1", false))
                .toList();
    }

    private Packet packet(List<Entry> entries, boolean staged) {
        Packet packet = new Packet(entries, false);
        if (staged) {
            StagedFile file = new ScriptedLedger.File(1, "t", "", 1, List.of());
            fixture.lake.stage.add(file);
            packet.files = List.of(file);
        }
        return packet;
    }

    @Test
    void fourRangesAreNamedAndTheRestIsCounted() {
        assertThat(Outcomes.ranges(entries(1))).isEqualTo("orders-0 [0, 1)");
        assertThat(Outcomes.ranges(entries(4)))
                .isEqualTo("orders-0 [0, 1), orders-0 [1, 2), orders-0 [2, 3), orders-0 [3, 4)");
        assertThat(Outcomes.ranges(entries(6))).endsWith("orders-0 [3, 4) and 2 more");
    }

    @Test
    void aReasonIsToldWithTheRangesThatItIsFor() {
        IngestException reason = ScriptedLedger.failure(Code.AWAY);
        IngestException told =
                outcomes.inContext(List.of(packet(entries(1), false), packet(entries(2), false)), reason);
        assertThat(told)
                .hasMessage("Cannot write orders-0 [0, 1), orders-0 [0, 1), orders-0 [1, 2): the lake says AWAY")
                .hasCause(reason);
        assertThat(told.code()).isEqualTo(Code.AWAY);
        assertThat(told.recordOffset()).isNegative();
    }

    @Test
    void aRecordThatIsNamedStaysNamed() {
        for (long offset : new long[] {0, 7}) {
            IngestException reason = IngestException.atRecord(Code.REFUSED, offset, "a value", null);
            IngestException told = outcomes.inContext(List.of(packet(entries(1), false)), reason);
            assertThat(told.recordOffset()).isEqualTo(offset);
            assertThat(told).hasMessage("Cannot write orders-0 [0, 1): a value").hasCause(reason);
        }
    }

    @Test
    void aTableThatWasReplacedMayHaveLostWhatWasCommitted() {
        IngestException told = outcomes.afterCommit(entries(1), ScriptedLedger.failure(Code.REPLACED));
        assertThat(told.code()).isEqualTo(Code.REPLACED);
        assertThat(told)
                .hasMessageStartingWith("The rows of orders-0 [0, 1) were committed while their table was replaced");
    }

    @Test
    void aLakeThatCannotBeAskedAfterACommitLeavesItOpen() {
        IngestException told = outcomes.afterCommit(entries(1), ScriptedLedger.failure(Code.AWAY));
        assertThat(told.code()).isEqualTo(Code.AWAY);
        assertThat(told)
                .hasMessageStartingWith("orders-0 [0, 1) is committed, but not whether its tables are still there");
    }

    @Test
    void filesOfWhatWasWrittenAreNotOursToRemove() {
        List<Entry> done = entries(2);
        done.forEach(Entry::durable);
        List<Entry> half = entries(2);
        half.get(0).durable();
        Packet written = packet(done, true);
        Packet goesOn = packet(half, true);
        outcomes.settled(List.of(written, goesOn));
        assertThat(written.files).isNull();
        assertThat(goesOn.files).isNotNull();
    }

    @Test
    void filesAreRemovedOnceAndOnlyWhereThereAreSome() {
        Packet staged = packet(entries(1), true);
        List<Packet> packets = new ArrayList<>(List.of(packet(entries(1), false), staged));
        outcomes.discard(packets);
        outcomes.discard(packets);
        assertThat(fixture.lake.asked).containsExactly("discard 1");
        assertThat(staged.files).isNull();
    }
}
