package org.lakeingest.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** Each guard of the protocol has a run that goes wrong without it, and what looks at runs notices that. */
final class GuardsIT {
    private static final int MESSAGES = 300;

    @TempDir
    Path folder;

    /** What was found wrong with a run. */
    private record Finding(long rows, long distinct, boolean fenced, boolean told) {}

    private static Services services() {
        Services.Kind kind = Services.Kind.EXTERNAL.available() ? Services.Kind.EXTERNAL : Services.Kind.EMBEDDED;
        return SharedServices.of(kind);
    }

    @Test
    void theComparedPositionKeepsALateCommitFromBeingWrittenTwice() {
        assertThat(lateCommit("")).isEqualTo(new Finding(MESSAGES, MESSAGES, true, false));
        Finding without = lateCommit("position");
        assertThat(without.rows()).as("rows without the guard").isGreaterThan(without.distinct());
    }

    /** A COMMIT arrives when its sender has found in the ledger that it did not happen, and has begun anew. */
    private Finding lateCommit(String without) {
        try (Run run = new Run(services(), "late", folder)) {
            run.createTopic(1);
            Fencing fencing = new Fencing();
            try (Member member = Member.startUnguarded(run, "a", fencing, without)) {
                awaitClaim(member);
                member.proxy().order(new Order(Step.COMMIT, 0, Fault.LATE, 60_000));
                run.produce(0, MESSAGES, 1);
                await().atMost(Duration.ofMinutes(1)).until(() -> run.rows() >= MESSAGES);
                assertThat(member.proxy().done()).hasSize(1);
                end(member);
                return finding(run, fencing, member);
            }
        }
    }

    @Test
    void theComparedClaimKeepsAProcessThatWasReplacedFromWriting() {
        assertThat(replaced("").fenced()).as("with the guard").isTrue();
        assertThat(replaced("claim").fenced()).as("without the guard").isFalse();
    }

    /** A process of another group is given the ledger while the first one runs, which does not learn that its partitions are claimed. */
    private Finding replaced(String without) {
        try (Run run = new Run(services(), "fence", folder)) {
            run.createTopic(1);
            Fencing fencing = new Fencing();
            CountDownLatch later = new CountDownLatch(1);
            try (Member first = Member.startUnguarded(run, "a", fencing, without)) {
                awaitClaim(first);
                run.services().lake().rows("UPDATE " + run.ledger() + " SET targets = '' WHERE partition_no < 0");
                try (Member second = Member.startUnguarded(run, "b", fencing, without)) {
                    awaitClaim(second);
                    second.proxy().gate(Step.MOVE, later);
                    run.produce(0, MESSAGES, 1);
                    await().atMost(Duration.ofMinutes(1))
                            .until(() -> first.proxy().seen(Step.ROLLBACK) > 0 || run.rows() >= MESSAGES);
                    later.countDown();
                    await().atMost(Duration.ofMinutes(1)).until(() -> run.rows() >= MESSAGES);
                    return finding(run, fencing, first);
                }
            }
        }
    }

    @Test
    void theComparedIdentityKeepsADroppedTableFromBeingALossThatNobodyNotices() {
        assertThat(replacedTable("").told()).as("with the guard").isTrue();
        Finding without = replacedTable("identity");
        assertThat(without.told()).as("without the guard").isFalse();
        assertThat(without.rows()).as("rows without the guard").isLessThan(MESSAGES);
    }

    /** The table is made anew when a transaction has loaded its rows and not yet committed. */
    private Finding replacedTable(String without) {
        try (Run run = new Run(services(), "swap", folder)) {
            run.createTopic(1);
            Fencing fencing = new Fencing();
            try (Member member = Member.startUnguarded(run, "a", fencing, without)) {
                awaitClaim(member);
                String like = "CREATE OR REPLACE TABLE " + run.table() + " LIKE " + run.table() + "_like";
                run.services().lake().rows("CREATE TABLE " + run.table() + "_like LIKE " + run.table());
                member.proxy().before(Step.COMMIT, () -> run.services().lake().rows(like));
                run.produce(0, MESSAGES, 1);
                await().atMost(Duration.ofMinutes(1)).until(() -> !member.alive() || run.positions() == MESSAGES);
                // It may be about to say so; its status is the better for it.
                member.terminate();
                assertThat(member.process().exitCode()).as(member.log()).isNotNegative();
                run.services().lake().rows("DROP TABLE " + run.table() + "_like");
                return finding(run, fencing, member);
            }
        }
    }

    private static void awaitClaim(Member member) {
        await().atMost(Duration.ofMinutes(1)).until(() -> member.proxy().seen(Step.CLAIM) > 0 || !member.alive());
        assertThat(member.alive()).as(member.log()).isTrue();
    }

    private static void end(Member member) {
        member.proxy().calm();
        member.terminate();
        assertThat(member.process().exitCode()).as(member.log()).isIn(0, 143);
    }

    private static Finding finding(Run run, Fencing fencing, Member member) {
        return new Finding(
                run.rows(),
                run.distinct(),
                fencing.violations().isEmpty(),
                member.process().lines("LAKE_TABLE_REPLACED") > 0);
    }
}
