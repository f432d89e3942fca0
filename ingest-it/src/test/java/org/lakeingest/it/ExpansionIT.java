package org.lakeingest.it;

import static java.util.concurrent.TimeUnit.MINUTES;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** New partitions are noticed while the pipeline runs, and read from their first message. */
final class ExpansionIT {
    private static final Logger LOG = LoggerFactory.getLogger(ExpansionIT.class);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"", ", assignment-strategies: [range, roundrobin]"})
    void newPartitionsAreAssignedAndReadFromTheirStart(String source) {
        expand(source);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(
            strings = {
                ", metadata-refresh: 5s",
                ", metadata-refresh: 5s, assignment-strategies: [range, roundrobin]",
            })
    void soAreTheyWhenTopicsAreLookedAtLessOften(String source) {
        expand(source);
    }

    private void expand(String source) {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "expansion", folder)) {
            run.createTopic(2);
            try (IngestProcess ingest = run.ingest(run.pipeline(4, source, ""))) {
                run.produce(0, 2_000, 2);
                await().atMost(1, MINUTES).until(run::rows, rows -> rows == 2_000);
                Instant altered = Instant.now();
                try (Topics topics = run.services().topics()) {
                    topics.alter(run.topic(), 8);
                }
                run.produce(2_000, 8_000, 8);
                await().pollInterval(Duration.ofMillis(50))
                        .atMost(30, SECONDS)
                        .until(() -> everAssigned(run.topic(), ingest.output()).size() == 8);
                LOG.info(
                        "{}: all partitions were assigned {} ms after the alter call",
                        source.isEmpty() ? "defaults" : source.substring(2),
                        Duration.between(altered, Instant.now()).toMillis());
                await().atMost(1, MINUTES).until(run::rows, rows -> rows == 10_000);
                ingest.terminate();
                assertThat(ingest.exitCode()).as(ingest.output()).isZero();
            }
            assertThat(run.distinct()).isEqualTo(10_000);
        }
    }

    private static Set<String> everAssigned(String topic, String output) {
        Set<String> assigned = new HashSet<>();
        output.lines().filter(line -> line.contains("Partitions assigned: [")).forEach(line -> {
            Matcher matcher =
                    Pattern.compile(Pattern.quote(topic) + "\\[(\\d+)]").matcher(line);
            while (matcher.find()) {
                assigned.add(matcher.group(1));
            }
        });
        return assigned;
    }
}
