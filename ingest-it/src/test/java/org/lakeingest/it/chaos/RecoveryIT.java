package org.lakeingest.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.Run;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** How long partitions stand still after their process was killed, with the session timeout of the defaults. */
@Tag("chaos")
final class RecoveryIT {
    private static final Logger LOG = LoggerFactory.getLogger(RecoveryIT.class);
    private static final int PARTITIONS = 4;
    private static final int MESSAGES = 2_000;

    @TempDir
    Path folder;

    @Test
    void rowsFlowAgainAfterAKill() {
        Member.Settings defaults = new Member.Settings("recovery", "lake", 3, "", "");
        try (World world = World.start();
                Run run = new Run(world.services(), "recovery", folder)) {
            run.createTopic(PARTITIONS);
            Fencing fencing = new Fencing();
            try (Member killed = Member.start(run, "killed", fencing, defaults);
                    Member heir = Member.start(run, "heir", fencing, defaults)) {
                run.produce(0, MESSAGES, PARTITIONS);
                awaitRows(run, MESSAGES);
                await().atMost(Duration.ofMinutes(1)).until(() -> heir.proxy().seen(Step.CLAIM) > 0);
                long others = heir.process().lines("kafka_rebalance");
                killed.kill();
                long start = System.nanoTime();
                run.produce(MESSAGES, MESSAGES, PARTITIONS);
                awaitRows(run, 2 * MESSAGES);
                LOG.info(
                        "{} ms after a process was killed all partitions had rows again; {} rebalances",
                        (System.nanoTime() - start) / 1_000_000,
                        heir.process().lines("kafka_rebalance") - others);
                assertThat(run.distinct()).isEqualTo(2 * MESSAGES);
            }
        }
    }

    private static void awaitRows(Run run, long rows) {
        await().pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofMinutes(2))
                .until(() -> run.rows() >= rows);
        assertThat(run.rows()).isEqualTo(rows);
    }
}
