package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.P0;
import static org.lakeingest.lake.ledger.LedgerBatches.P1;
import static org.lakeingest.lake.ledger.LedgerBatches.bare;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.ledger.ModelPort.Code;

final class PacketTest {
    private static Entry entry(SourcePartition partition, long start) {
        return new Entry(bare(partition, start, start + 1), new Told(new ArrayList<>()), new Member(), "run.1", false);
    }

    private final Entry a = entry(P0, 0);
    private final Entry b = entry(P1, 0);
    private final Entry c = entry(P0, 1);
    private final Packet packet = new Packet(List.of(a, b, c), false);

    @Test
    void filesAreNeededUntilTheyAreThereOrCannotBe() {
        assertThat(packet.needsFiles()).isTrue();
        packet.staging = true;
        assertThat(packet.needsFiles()).isFalse();
        packet.staging = false;
        packet.files = List.of();
        assertThat(packet.needsFiles()).isFalse();
        packet.files = null;
        packet.failure = ScriptedLedger.failure(Code.AWAY);
        assertThat(packet.needsFiles()).isFalse();
        assertThat(new Packet(List.of(), false).needsFiles()).isFalse();
    }

    @Test
    void batchesAreInOrderAndPartitionsOfAll() {
        assertThat(packet.batches()).containsExactly(a.batch, b.batch, c.batch);
        assertThat(packet.partitions()).containsExactlyInAnyOrder(P0, P1);
    }

    @Test
    void whatGoesAloneKeepsItsFilesAndWhatWasTried() {
        packet.files = List.of(new ScriptedLedger.File(1, "t", "", 3, List.of()));
        packet.tries = 4;
        Packet alone = packet.alone();
        assertThat(alone.solo).isTrue();
        assertThat(alone.entries).containsExactly(a, b, c);
        assertThat(alone.files).isSameAs(packet.files);
        assertThat(alone.tries).isEqualTo(4);
    }

    @Test
    void halvesGoAloneInOrderAndNeedNewFiles() {
        packet.files = List.of(new ScriptedLedger.File(1, "t", "", 3, List.of()));
        List<Packet> halves = packet.halves();
        assertThat(halves).hasSize(2).allSatisfy(half -> {
            assertThat(half.solo).isTrue();
            assertThat(half.needsFiles()).isTrue();
        });
        assertThat(halves.get(0).entries).containsExactly(a);
        assertThat(halves.get(1).entries).containsExactly(b, c);
    }
}
