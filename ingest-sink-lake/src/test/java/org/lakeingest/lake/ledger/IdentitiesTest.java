package org.lakeingest.lake.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.IngestException;
import org.lakeingest.lake.ledger.ModelPort.Code;

final class IdentitiesTest {
    private static final String T = ScriptedLedger.TABLE;

    private final CommitterFixture fixture = new CommitterFixture();
    private final ScriptedLedger lake = fixture.lake;
    private final Identities identities = new Identities(lake, fixture.settings);

    private static IngestException failure(CompletableFuture<?> failed) {
        assertThat(failed).isCompletedExceptionally();
        return Steps.reason(ThrowableAssert.catchThrowable(failed::join));
    }

    @Test
    void aTableIsLookedAtOnceAndTheLedgerWithTheFirst() {
        assertThat(identities.learn(Set.of(T)).join()).containsOnly(Map.entry(T, "t0"));
        assertThat(identities.learn(Set.of(T)).join()).containsOnly(Map.entry(T, "t0"));
        assertThat(lake.asked).containsExactly("ids ledger rows");
        lake.ids.put("u", "u0");
        assertThat(identities.learn(Set.of(T, "u")).join()).containsOnly(Map.entry(T, "t0"), Map.entry("u", "u0"));
        assertThat(lake.asked).endsWith("ids u");
        assertThat(identities.targets()).containsExactlyInAnyOrder(T, "u");
    }

    @Test
    void theFirstIdOfATableStays() {
        ScriptedLedger.Turn slow = lake.hold("ids");
        CompletableFuture<Map<String, String>> one = identities.learn(Set.of(T));
        identities.learn(Set.of(T)).join();
        lake.ids.put(T, "t1");
        slow.go();
        assertThat(one.join()).containsOnly(Map.entry(T, "t0"));
    }

    @Test
    void aTableThatIsNotThereIsNoTarget() {
        IngestException reason = failure(identities.learn(Set.of("gone")));
        assertThat(reason.code()).isEqualTo(Code.REPLACED);
        assertThat(reason)
                .hasMessageStartingWith("gone is gone, or the user may not see it in system.tables; bring it back")
                .hasMessageContaining("UPDATE ledger SET targets = ''");
    }

    @Test
    void aLedgerThatIsNotThereHasAPlanOfItsOwn() {
        lake.ids.remove(ScriptedLedger.LEDGER);
        IngestException reason = failure(identities.learn(Set.of()));
        assertThat(reason.code()).isEqualTo(Code.REPLACED);
        assertThat(reason).hasMessageContaining("a new ledger starts where the group was committed");
    }

    @Test
    void tablesThatAreWhatTheyWereAreVerifiedWithTheLedger() {
        identities.learn(Set.of(T)).join();
        assertThat(identities.verify(Set.of(T))).isCompleted();
        assertThat(lake.asked).endsWith("ids ledger rows");
    }

    @Test
    void aTableOfAnotherIdWasReplaced() {
        identities.learn(Set.of(T)).join();
        lake.ids.put(T, "t1");
        IngestException reason = failure(identities.verify(Set.of(T)));
        assertThat(reason.code()).isEqualTo(Code.REPLACED);
        assertThat(reason)
                .hasMessageStartingWith(
                        "rows was replaced by another table of that name (id t0, now t1); bring it back");
    }

    @Test
    void aTableThatNobodyLookedAtBeforeCannotBeAnother() {
        assertThat(identities.verify(Set.of(T))).isCompleted();
    }

    @Test
    void theLedgerIsVerifiedWithoutTables() {
        identities.learn(Set.of()).join();
        lake.ids.put(ScriptedLedger.LEDGER, "l1");
        assertThat(failure(identities.verify(Set.of()))).hasMessageStartingWith("ledger was replaced");
    }

    @Test
    void withoutTheGuardNothingIsCompared() {
        CommitSettings settings = new CommitSettings(
                ModelPort.CODES, fixture.timing, fixture.metrics, 2, 3, new LedgerGuards(true, true, false));
        Identities unguarded = new Identities(lake, settings);
        assertThat(unguarded.verify(Set.of(T))).isCompleted();
        assertThat(unguarded.verifyStored(Map.of(T, "other"))).isCompleted();
        assertThat(lake.asked).isEmpty();
    }

    @Test
    void whatTheLedgerHasStoredIsComparedWithTheTablesOfToday() {
        assertThat(identities.verifyStored(Map.of())).isCompleted();
        assertThat(lake.asked).isEmpty();
        assertThat(identities.verifyStored(Map.of(T, "t0"))).isCompleted();
        assertThat(lake.asked).containsExactly("ids rows");
    }

    @Test
    void aTableThatWasReplacedBetweenTwoRunsIsFound() {
        IngestException reason = failure(identities.verifyStored(Map.of(T, "t9")));
        assertThat(reason.code()).isEqualTo(Code.REPLACED);
        assertThat(reason)
                .hasMessageStartingWith(
                        "rows was replaced by another table of that name since its last commit (id t9, now t0);");
    }

    @Test
    void aTableThatIsGoneBetweenTwoRunsIsFound() {
        assertThat(failure(identities.verifyStored(Map.of("gone", "g0"))))
                .hasMessageStartingWith("gone is gone since its last commit (id g0);");
    }

    @Test
    void aLakeThatIsAwayIsAskedFourTimesEverMoreSlowly() {
        for (int i = 0; i < 4; i++) {
            lake.fail("ids", Code.AWAY);
        }
        CompletableFuture<Void> verified = identities.verify(Set.of(T));
        for (int i = 0; i < 3; i++) {
            assertThat(verified).isNotDone();
            fixture.timing.fire();
        }
        assertThat(failure(verified).code()).isEqualTo(Code.AWAY);
        assertThat(fixture.timing.delays)
                .containsExactly(Duration.ofMillis(250), Duration.ofMillis(500), Duration.ofMillis(750));
    }

    @Test
    void aLakeThatComesBackHasAnAnswer() {
        lake.fail("ids", Code.AWAY);
        CompletableFuture<Map<String, String>> learned = identities.learn(Set.of(T));
        fixture.timing.fire();
        assertThat(learned.join()).containsOnly(Map.entry(T, "t0"));
    }

    @Test
    void whatDoesNotPassIsNotAskedAgain() {
        lake.fail("ids", Code.BROKEN);
        assertThat(failure(identities.verify(Set.of(T))).code()).isEqualTo(Code.BROKEN);
        assertThat(fixture.timing.delays).isEmpty();
    }
}
