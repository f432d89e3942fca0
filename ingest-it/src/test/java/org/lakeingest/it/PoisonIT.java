package org.lakeingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;

/** One message that is no JSON must stop the pipeline, and cost nothing else. */
final class PoisonIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"copy", "streaming"})
    void aPoisonMessageStopsThePipelineAndKeepsItsNeighbours(String load) {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "poison", folder)) {
            run.createTopic(1);
            run.produce(0, 700, 1);
            run.produceText("not json");
            run.produce(700, 300, 1);
            try (IngestProcess ingest = run.ingest(run.pipeline(1, "", ", load: " + load))) {
                assertThat(ingest.exitCode()).as(ingest.output()).isEqualTo(1);
                assertThat(ingest.output())
                        .contains(run.topic())
                        .contains("partition 0")
                        .contains("offset 700")
                        .doesNotContain("not json")
                        .doesNotContain("\tat ");
            }
            assertThat(run.rows()).isEqualTo(700);
            assertThat(run.distinct()).isEqualTo(700);
            try (Topics topics = run.services().topics()) {
                assertThat(topics.committed(run.group(), run.topic())).containsEntry(0, 700L);
            }
        }
    }
}
