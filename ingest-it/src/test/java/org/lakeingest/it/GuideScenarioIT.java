package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;

/** The end-to-end guide: 10 % into two partitions, expansion to eight while running, the rest into eight, then count. */
final class GuideScenarioIT {
    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "EMBEDDED   | , load: copy",
                "EMBEDDED   | , load: copy, file-format: ndjson",
                "EMBEDDED   | , load: streaming",
                "EXTERNAL   | , load: copy",
                "EXTERNAL   | , load: copy, file-format: ndjson",
                "EXTERNAL   | , load: streaming",
                "CONTAINERS | , load: copy",
            })
    void everyMessageArrivesOnceAcrossAnExpansion(Services.Kind kind, String sink) {
        try (Run run = new Run(SharedServices.of(kind), "guide", folder)) {
            run.createTopic(2);
            try (IngestProcess ingest = run.ingest(run.pipeline(4, "", sink))) {
                run.produce(0, 10_000, 2);
                await().atMost(2, MINUTES).until(run::rows, rows -> rows == 10_000);
                try (Topics topics = run.services().topics()) {
                    topics.alter(run.topic(), 8);
                }
                run.produce(10_000, 90_000, 8);
                await().atMost(2, MINUTES).until(run::rows, rows -> rows == 100_000);
                await().atMost(1, MINUTES).until(run::lag, lag -> lag == 0);
                assertMetrics(run);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
                assertEveryAssignmentWasLogged(ingest);
            }
            assertGuideCounts(run);
        }
    }

    private static void assertMetrics(Run run) {
        String metrics = IngestProcess.page(run.adminPort(), "/metrics");
        assertThat(sum(metrics, "ingest_rows_total")).isEqualTo(100_000);
        assertThat(sum(metrics, "ingest_errors_total")).isZero();
    }

    private static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static void assertEveryAssignmentWasLogged(IngestProcess ingest) {
        assertThat(ingest.lines("kafka_rebalance")).isGreaterThanOrEqualTo(8);
        assertThat(ingest.output()).contains("Partitions assigned: [").contains("Partitions assigned: []");
    }

    private static void assertGuideCounts(Run run) {
        String sequence = "raw_data['sequence']::UInt64";
        assertThat(run.services()
                        .lake()
                        .rows("SELECT count(*), count(DISTINCT " + sequence + "), min(" + sequence + "), max("
                                + sequence + "), count(DISTINCT uuid) FROM " + run.table()))
                .containsExactly(List.of("100000", "100000", "0", "99999", "100000"));
        List<List<String>> partitions = run.services()
                .lake()
                .rows("SELECT kpartition, count(*) FROM " + run.table() + " GROUP BY kpartition ORDER BY kpartition");
        assertThat(partitions)
                .containsExactly(
                        List.of("0", "16250"),
                        List.of("1", "16250"),
                        List.of("2", "11250"),
                        List.of("3", "11250"),
                        List.of("4", "11250"),
                        List.of("5", "11250"),
                        List.of("6", "11250"),
                        List.of("7", "11250"));
    }
}
