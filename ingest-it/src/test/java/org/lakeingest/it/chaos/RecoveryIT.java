package org.lakeingest.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
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
    private static final int KILLS = 5;

    @TempDir
    Path folder;

    @Test
    void rowsFlowAgainAfterAKill() {
        try (World world = World.start();
                Run run = new Run(world.services(), "recovery", folder)) {
            run.createTopic(PARTITIONS);
            List<Long> millis = new ArrayList<>();
            Member present = start(run, 0);
            try {
                for (int kill = 1; kill <= KILLS; kill++) {
                    Member heir = start(run, kill);
                    millis.add(inherit(run, present, heir, 2L * (kill - 1) * MESSAGES));
                    present.close();
                    present = heir;
                }
            } finally {
                present.close();
            }
            millis.sort(null);
            LOG.info(
                    "after a kill all partitions had rows again in {} ms, half of the time in {}",
                    millis,
                    median(millis));
            assertThat(run.distinct()).isEqualTo(2 * KILLS * MESSAGES);
        }
    }

    private static Member start(Run run, int number) {
        return Member.start(run, "m" + number, new Fencing(), new Member.Settings("recovery", "lake", 3, "", ""));
    }

    private static long median(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    /** Kills one when both have partitions; says how long it took until rows of all came from the other. */
    private static long inherit(Run run, Member killed, Member heir, long before) {
        await().atMost(Duration.ofMinutes(1)).until(() -> heir.proxy().seen(Step.CLAIM) > 0);
        run.produce(before, MESSAGES, PARTITIONS);
        awaitRows(run, before + MESSAGES);
        killed.kill();
        long start = System.nanoTime();
        AtomicLong claimed = new AtomicLong();
        heir.proxy().before(Step.CLAIM, () -> claimed.set(System.nanoTime()));
        run.produce(before + MESSAGES, MESSAGES, PARTITIONS);
        awaitRows(run, before + 2 * MESSAGES);
        long took = (System.nanoTime() - start) / 1_000_000;
        LOG.info("claimed after {} ms, written after {} ms", (claimed.get() - start) / 1_000_000, took);
        return took;
    }

    private static void awaitRows(Run run, long rows) {
        await().pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofMinutes(2))
                .until(() -> run.rows() >= rows);
        assertThat(run.rows()).isEqualTo(rows);
    }
}
