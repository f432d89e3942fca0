package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.EPOCH;
import static org.lakeingest.lake.ledger.LedgerBatches.OWNER;
import static org.lakeingest.lake.ledger.LedgerBatches.P0;
import static org.lakeingest.lake.ledger.LedgerBatches.P1;
import static org.lakeingest.lake.ledger.LedgerBatches.bare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.ledger.ModelPort.Code;

final class SettlementTest {
    private final Entry first = entry(P0, 4, 6);
    private final Entry second = entry(P0, 6, 9);

    private static Entry entry(SourcePartition partition, long start, long end) {
        return new Entry(bare(partition, start, end), new Told(new ArrayList<>()), new Member(), OWNER, false);
    }

    private static LedgerRow row(SourcePartition partition, long next, long epoch, String owner) {
        return new LedgerRow(partition, next, -1, epoch, owner, Map.of());
    }

    private Settlement settle(LedgerRow... rows) {
        List<Packet> packets = List.of(new Packet(List.of(first), false), new Packet(List.of(second), false));
        return Settlement.of(packets, List.of(rows), ModelPort.CODES);
    }

    private static IngestException reason(Settlement settlement, Entry entry) {
        return Objects.requireNonNull(settlement.fenced().get(entry));
    }

    @Test
    void whatThePositionHasPassedIsDurable() {
        Settlement settlement = settle(row(P0, 9, EPOCH, OWNER));
        assertThat(settlement.durable()).containsExactly(first, second);
        assertThat(settlement.open()).isEmpty();
        assertThat(settlement.fenced()).isEmpty();
    }

    @Test
    void whatStartsAtThePositionIsOpenAndWhatIsBehindItToo() {
        Settlement settlement = settle(row(P0, 4, EPOCH, OWNER));
        assertThat(settlement.open()).containsExactly(first, second);
        assertThat(settlement.durable()).isEmpty();
        assertThat(settlement.fenced()).isEmpty();
    }

    @Test
    void beforeTheFirstTransactionEverythingIsOpen() {
        assertThat(settle(row(P0, LedgerRow.UNSET, EPOCH, OWNER)).open()).containsExactly(first, second);
    }

    @Test
    void onePartCanBeDurableAndTheRestOpen() {
        Settlement settlement = settle(row(P0, 6, EPOCH, OWNER));
        assertThat(settlement.durable()).containsExactly(first);
        assertThat(settlement.open()).containsExactly(second);
    }

    @Test
    void aPositionThatSomebodyMovedFencesTheBatchThatDoesNotStartThere() {
        Settlement settlement = settle(row(P0, 5, EPOCH, OWNER));
        assertThat(settlement.fenced()).containsOnlyKeys(first);
        assertThat(reason(settlement, first).code()).isEqualTo(Code.FENCED);
        assertThat(reason(settlement, first))
                .hasMessage("orders-0 [4, 6) was not written: the ledger's position is 5, where reading goes on");
        assertThat(settlement.open()).as("found out when it is its turn").containsExactly(second);
    }

    @Test
    void aLaterClaimFencesAllOfThePartition() {
        Settlement settlement = settle(row(P0, 9, EPOCH + 1, OWNER));
        assertThat(settlement.fenced()).containsOnlyKeys(first, second);
        assertThat(reason(settlement, second).code()).isEqualTo(Code.FENCED);
        assertThat(reason(settlement, second))
                .hasMessageContaining("run.1 has claimed the partition under epoch 2, later than ours, 1");
    }

    @Test
    void anotherOwnerOfTheSameEpochIsAnotherClaim() {
        assertThat(settle(row(P0, 9, EPOCH, "run.2")).fenced()).containsOnlyKeys(first, second);
    }

    @Test
    void aRowThatIsGoneStopsThePipeline() {
        Settlement settlement = settle(row(P1, 9, EPOCH, OWNER));
        assertThat(settlement.fenced()).containsOnlyKeys(first, second);
        assertThat(reason(settlement, first).code()).isEqualTo(Code.FOREIGN);
        assertThat(reason(settlement, first)).hasMessageContaining("orders-0 [4, 6) has disappeared from the ledger");
    }

    @Test
    void partitionsAreSettledEachForItself() {
        Entry other = entry(P1, 0, 2);
        Packet both = new Packet(List.of(first, other), false);
        Settlement settlement = Settlement.of(
                List.of(both), List.of(row(P0, 6, EPOCH, OWNER), row(P1, 0, EPOCH, OWNER)), ModelPort.CODES);
        assertThat(settlement.durable()).containsExactly(first);
        assertThat(settlement.open()).containsExactly(other);
    }
}
