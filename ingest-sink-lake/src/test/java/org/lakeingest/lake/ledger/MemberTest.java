package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.lake.ledger.LedgerBatches.P0;
import static org.lakeingest.lake.ledger.LedgerBatches.P1;

import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class MemberTest {
    private final Member member = new Member();

    @Test
    void aMemberWithoutBatchesIsIdleAtOnce() {
        assertThat(member.leave()).isCompleted();
    }

    @Test
    void aMemberIsIdleWhenItsLastBatchHasItsOutcome() {
        assertThat(member.enters(2)).isTrue();
        CompletableFuture<Void> idle = member.leave();
        assertThat(idle).isNotCompleted();
        member.left();
        assertThat(idle).isNotCompleted();
        member.left();
        assertThat(idle).isCompleted();
    }

    @Test
    void aMemberThatRunsOutOfBatchesIsNotThereforeGone() {
        member.enters(1);
        member.left();
        member.enters(1);
        assertThat(member.leave()).isNotCompleted();
    }

    @Test
    void whatComesAfterLeavingIsNotTakenAndDoesNotStandInForWhatIsStillRead() {
        member.enters(1);
        CompletableFuture<Void> idle = member.leave();
        assertThat(member.enters(1)).isFalse();
        member.left();
        assertThat(idle).as("the first batch is still read").isNotCompleted();
        member.left();
        assertThat(idle).isCompleted();
    }

    @Test
    void claimsAreKeptUntilTheyAreForgotten() {
        Member.Held claim = new Member.Held(3, "run.1");
        member.holds(P0, claim);
        member.holds(P1, claim);
        member.forget(Set.of(P0));
        assertThat(member.claimOf(P0)).isNull();
        assertThat(member.claimOf(P1)).isEqualTo(claim);
    }
}
