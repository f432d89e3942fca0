package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.Claim;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.testkit.RecordedMetrics;

class ClaimDeskTest {
    private static final SourcePartition ONE = new SourcePartition("orders", "i", 0);
    private static final SourcePartition OTHER = new SourcePartition("orders", "i", 1);

    private final ModelLake lake = new ModelLake(List.of(ONE, OTHER));
    private final ModelPort port = new ModelPort(lake);
    private final ClaimDesk desk = desk(port);
    private final Member first = new Member();
    private final Member second = new Member();

    private static ClaimDesk desk(ModelPort port) {
        CommitSettings settings =
                new CommitSettings(ModelPort.CODES, port, new RecordedMetrics(), 4, 10, LedgerGuards.ALL);
        return new ClaimDesk(port, new GroupCommitter(port, settings), settings, "run");
    }

    /** Runs every statement and names those that ran. */
    private List<String> run() {
        List<String> ran = new ArrayList<>();
        while (!port.steps.isEmpty()) {
            ModelPort.Step step = port.steps.remove();
            ran.add(step.what());
            step.run().run();
        }
        return ran;
    }

    @Test
    void claimsOfWorkersThatComeTogetherChangeTheLedgerOnce() {
        CompletableFuture<Map<SourcePartition, Claim>> one = desk.claim(first, Set.of(ONE));
        CompletableFuture<Map<SourcePartition, Claim>> other = desk.claim(second, Set.of(OTHER));

        assertThat(run()).containsExactly("rows", "claim", "rows");
        assertThat(one.join()).containsOnlyKeys(ONE);
        assertThat(other.join()).containsOnlyKeys(OTHER);
        assertThat(first.claimOf(ONE)).isNotNull();
        assertThat(first.claimOf(OTHER)).isNull();
        assertThat(second.claimOf(OTHER)).isNotNull();
    }

    @Test
    void aClaimThatComesAfterTheLedgerWasLookedAtIsMadeForItself() {
        CompletableFuture<Map<SourcePartition, Claim>> one = desk.claim(first, Set.of(ONE));
        port.steps.remove().run().run();
        CompletableFuture<Map<SourcePartition, Claim>> other = desk.claim(second, Set.of(OTHER));

        assertThat(run()).filteredOn("claim"::equals).hasSize(2);
        assertThat(one.join()).containsOnlyKeys(ONE);
        assertThat(other.join()).containsOnlyKeys(OTHER);
    }

    @Test
    void aPartitionThatMovesBetweenTwoWorkersGetsAnEpochForEach() {
        CompletableFuture<Map<SourcePartition, Claim>> one = desk.claim(first, Set.of(ONE));
        CompletableFuture<Map<SourcePartition, Claim>> other = desk.claim(second, Set.of(ONE, OTHER));

        assertThat(run()).filteredOn("claim"::equals).hasSize(2);
        assertThat(one).isCompletedExceptionally();
        assertThat(other.join()).containsOnlyKeys(ONE, OTHER);
        assertThat(first.claimOf(ONE)).isNull();
        assertThat(lake.rows()).extracting(LedgerRow::epoch).containsExactly(2L, 1L);
    }

    @Test
    void aClaimThatFailedDoesNotTakeLaterOnesWithIt() {
        CompletableFuture<Map<SourcePartition, Claim>> one =
                desk.claim(first, Set.of(new SourcePartition("orders", "i", 7)));
        CompletableFuture<Map<SourcePartition, Claim>> joined = desk.claim(second, Set.of(ONE));
        run();
        assertThat(one).isCompletedExceptionally();
        assertThat(joined).isCompletedExceptionally();

        CompletableFuture<Map<SourcePartition, Claim>> again = desk.claim(second, Set.of(ONE));
        run();
        assertThat(again.join()).containsOnlyKeys(ONE);
    }
}
