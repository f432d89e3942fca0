package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** With delivery: exactly-once every message is one row, whatever is done to the processes. */
final class ExactlyOnceIT {
    private static final int MESSAGES = 60_000;
    private static final int PARTITIONS = 4;

    @TempDir
    Path folder;

    /** A pipeline file of its own for every process, since each has its own port. */
    private static Path exact(Run run, String name) {
        try {
            String file = Files.readString(run.pipeline(2, ", session-timeout: 6s", ", load: copy"));
            return run.file(name, file.replaceAll("admin: .*", "admin: {port: 0}") + "delivery: exactly-once\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Services.Kind.class,
            names = {"EMBEDDED", "EXTERNAL"})
    void killedTwiceItWritesEveryRowOnce(Services.Kind kind) {
        killAndGoOn(kind, 2, 21);
    }

    @Tag("full")
    @ParameterizedTest
    @EnumSource(
            value = Services.Kind.class,
            names = {"EMBEDDED", "EXTERNAL"})
    void killedTenTimesItWritesEveryRowOnce(Services.Kind kind) {
        killAndGoOn(kind, 10, 22);
    }

    private void killAndGoOn(Services.Kind kind, int kills, long seed) {
        Random random = new Random(seed);
        try (Run run = new Run(SharedServices.of(kind), "once", folder)) {
            run.createTopic(PARTITIONS);
            Path pipeline = exact(run, "exact.yaml");
            for (int i = 0; i < kills; i++) {
                long reached = run.rows();
                try (IngestProcess ingest = run.ingest(pipeline)) {
                    run.produce((long) i * MESSAGES, MESSAGES, PARTITIONS);
                    long until = reached + 1 + random.nextInt(MESSAGES / 2);
                    await().atMost(2, MINUTES)
                            .failFast(() -> assertThat(ingest.alive())
                                    .as(ingest::output)
                                    .isTrue())
                            .until(run::rows, rows -> rows >= until);
                    ingest.kill();
                }
            }
            try (IngestProcess last = run.ingest(pipeline)) {
                last.awaitRunning();
                assertThat(last.output()).contains("Guarantee: exactly once");
                await().atMost(3, MINUTES).until(run::lag, lag -> lag == 0);
                last.terminate();
                assertThat(last.exitCode()).as(last.output()).isZero();
            }
            assertExact(run, (long) kills * MESSAGES);
        }
    }

    /** Its session is long over when it wakes, and it does not know that yet. */
    @ParameterizedTest
    @EnumSource(
            value = Services.Kind.class,
            names = {"EMBEDDED", "EXTERNAL"})
    void aProcessThatSleptWritesNothingMore(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "zombie", folder)) {
            run.createTopic(PARTITIONS);
            try (IngestProcess zombie = run.ingest(exact(run, "zombie.yaml"))) {
                run.produce(0, MESSAGES, PARTITIONS);
                await().atMost(2, MINUTES).until(run::rows, rows -> rows > 0);
                zombie.signalJvm("STOP");
                run.produce(MESSAGES, MESSAGES, PARTITIONS);
                try (IngestProcess heir = run.ingest(exact(run, "heir.yaml"))) {
                    await().atMost(3, MINUTES).until(run::rows, rows -> rows >= 2 * MESSAGES);
                    zombie.signalJvm("CONT");
                    run.produce(2 * MESSAGES, MESSAGES, PARTITIONS);
                    await().atMost(3, MINUTES).until(run::lag, lag -> lag == 0);
                    zombie.terminate();
                    assertThat(zombie.exitCode()).as(zombie.output()).isZero();
                    heir.terminate();
                    assertThat(heir.exitCode()).as(heir.output()).isZero();
                }
            }
            assertExact(run, 3L * MESSAGES);
        }
    }

    private static void assertExact(Run run, long messages) {
        assertThat(run.rows()).as("rows").isEqualTo(messages);
        assertThat(run.distinct()).as("different messages").isEqualTo(messages);
        long ledger = run.services()
                .lake()
                .number("SELECT sum(next_offset) FROM " + run.ledger() + " WHERE partition_no >= 0");
        assertThat(ledger).as("positions in the ledger").isEqualTo(messages);
    }
}
