package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.sandbox.EmbeddedBroker;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lake goes away under load and comes back: membership survives, memory stays bounded, nobody has to restart anything. */
final class OutageIT {
    private static final Logger LOG = LoggerFactory.getLogger(OutageIT.class);
    private static final long MESSAGES = 400_000;

    @TempDir
    Path folder;

    @Test
    void theLakeMayBeAwayForAWhile() {
        outage(Duration.ofSeconds(15));
    }

    @Test
    @Tag("full")
    void theLakeMayBeAwayForFiveMinutes() {
        outage(Duration.ofMinutes(5));
    }

    private void outage(Duration length) {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                LocalLake lake = LocalLake.start(LakeOptions.inMemory());
                Run run = new Run(Services.of(broker.bootstrapServers(), lake.dsn()), "outage", folder)) {
            run.createTopic(4);
            try (IngestProcess ingest = run.ingest(run.pipeline(2, "", ", load: copy"))) {
                run.produce(0, 20_000, 4);
                await().atMost(1, MINUTES).until(run::rows, rows -> rows == 20_000);
                long rebalances = ingest.lines("kafka_rebalance");

                lake.faults().refuseConnections();
                Instant end = Instant.now().plus(length);
                run.produce(20_000, MESSAGES - 20_000, 4);
                await().pollInterval(1, SECONDS)
                        .atMost(length.plusMinutes(1))
                        .until(() -> Instant.now().isAfter(end));
                assertThat(ingest.alive()).as(ingest.output()).isTrue();

                lake.faults().acceptConnections();
                Instant back = Instant.now();
                await().pollInterval(Duration.ofMillis(100)).atMost(1, MINUTES).until(run::rows, rows -> rows > 20_000);
                LOG.info(
                        "after an outage of {} the first new rows came {} ms after the lake's return",
                        length,
                        Duration.between(back, Instant.now()).toMillis());
                await().atMost(2, MINUTES).until(run::rows, rows -> rows >= MESSAGES);
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                assertThat(ingest.lines("kafka_rebalance"))
                        .as("assignment changes")
                        .isEqualTo(rebalances);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            }
            assertThat(run.rows()).isEqualTo(MESSAGES);
            assertThat(run.distinct()).isEqualTo(MESSAGES);
        }
    }
}
