package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** What a stop and a crash cost: a stop nothing at all, a crash no row. */
final class RestartIT {
    private static final int MESSAGES = 60_000;

    @TempDir
    Path folder;

    @Test
    void aStoppedPipelineGoesOnWithoutLossAndWithoutDoubles() {
        stopAndGoOn("TERM");
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"INT", "QUIT"})
    void soDoesOneThatIsStoppedByAnotherSignal(String signal) {
        stopAndGoOn(signal);
    }

    private void stopAndGoOn(String signal) {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "stop", folder)) {
            run.createTopic(4);
            Path pipeline = run.pipeline(2, "", ", load: copy");
            try (IngestProcess first = run.ingest(pipeline)) {
                run.produce(0, MESSAGES / 2, 4);
                await().atMost(1, MINUTES).until(run::rows, rows -> rows > 0);
                run.produce(MESSAGES / 2, MESSAGES / 2, 4);
                first.signal(signal);
                assertThat(first.exitCode()).as(first.output()).isZero();
            }
            long committed = MESSAGES - run.lag();
            assertThat(run.rows()).as("rows against committed positions").isEqualTo(committed);
            try (IngestProcess second = run.ingest(pipeline)) {
                second.awaitRunning();
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                second.terminate();
                assertThat(second.exitCode()).as(second.output()).isZero();
            }
            assertThat(run.rows()).isEqualTo(MESSAGES);
            assertThat(run.distinct()).isEqualTo(MESSAGES);
        }
    }

    @Test
    void aCrashedPipelineLosesNothing() {
        crashAndGoOn(2, 11);
    }

    @Test
    @Tag("full")
    void aPipelineThatCrashesTenTimesLosesNothing() {
        crashAndGoOn(10, 12);
    }

    private void crashAndGoOn(int crashes, long seed) {
        Random random = new Random(seed);
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "crash", folder)) {
            run.createTopic(4);
            Path pipeline = run.pipeline(2, ", session-timeout: 6s", ", load: copy");
            for (int i = 0; i < crashes; i++) {
                long reached = run.rows();
                try (IngestProcess ingest = run.ingest(pipeline)) {
                    run.produce((long) i * MESSAGES, MESSAGES, 4);
                    long until = reached + 1 + random.nextInt(MESSAGES / 2);
                    await().atMost(1, MINUTES).until(run::rows, rows -> rows >= until);
                    ingest.kill();
                }
            }
            long total = (long) crashes * MESSAGES;
            try (IngestProcess last = run.ingest(pipeline)) {
                last.awaitRunning();
                await().atMost(2, MINUTES).until(run::lag, lag -> lag == 0);
                last.terminate();
                assertThat(last.exitCode()).as(last.output()).isZero();
            }
            assertThat(run.distinct()).isEqualTo(total);
            assertThat(run.rows()).isGreaterThanOrEqualTo(total);
        }
    }
}
