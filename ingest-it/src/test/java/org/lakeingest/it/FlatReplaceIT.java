package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** A flat file with useReplaceMode: whatever is read again takes the place of its own row. */
final class FlatReplaceIT {
    private static final int MESSAGES = 3_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = Services.Kind.class,
            names = {"EMBEDDED", "EXTERNAL"})
    void messagesThatAreReadTwiceAreThereOnce(Services.Kind kind) {
        try (Run run = new Run(SharedServices.of(kind), "flat_replace", folder)) {
            run.createTopic(2);
            run.produce(0, MESSAGES, 2);
            for (String group : List.of(run.group(), run.group() + "-again")) {
                String keys =
                        ", \"useReplaceMode\": true, \"workers\": 2, \"copyPurge\": true, \"kafkaConsumerGroup\": \""
                                + group + '"';
                Path file = run.file("conf-" + group + ".json", """
                        {"kafkaBootstrapServers": "%s", "kafkaTopic": "%s", "lakeDSN": "%s", "lakeTable": "%s",
                         "batchMaxInterval": 1, "minBytes": 1, "maxWait": 1, "metricsPort": %d, "disableTLS": true%s}
                        """.formatted(
                                run.services().bootstrapServers(),
                                run.topic(),
                                run.services().lakeDsn(),
                                run.table(),
                                run.adminPort(),
                                keys));
                try (IngestProcess ingest = run.ingest(file)) {
                    await().atMost(2, MINUTES).until(() -> written(run) >= MESSAGES);
                    ingest.terminate();
                    assertThat(ingest.exitCode()).as(ingest.output()).isZero();
                }
                assertThat(run.rows()).isEqualTo(MESSAGES);
            }
            assertThat(run.distinct()).isEqualTo(MESSAGES);
        }
    }

    /** By this process: rows in the table may be those of the one before. */
    private static long written(Run run) {
        try {
            return IngestProcess.page(run.adminPort(), "/metrics")
                    .lines()
                    .filter(line -> line.startsWith("bend_ingest_kafka_ingest_rows_total"))
                    .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IllegalStateException | UncheckedIOException e) {
            return 0;
        }
    }
}
