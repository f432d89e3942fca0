package org.lakeingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;
import org.lakeingest.sandbox.Topics;

/** The original's end-to-end guide as it stands: its file, its queries, its greps. */
final class GuideWordForWordIT {
    private static final Pattern LAKE_PORT = Pattern.compile("@[^/]*:(\\d+)");
    private static final long MINUTES = 5;

    @TempDir
    Path folder;

    @Test
    void everyCommandOfTheGuideHolds() throws IOException, InterruptedException {
        Services services = SharedServices.of(Services.Kind.EMBEDDED);
        Path script = folder.resolve("guide.sh");
        try (InputStream text = Objects.requireNonNull(getClass().getResourceAsStream("/guide.sh"))) {
            Files.copy(text, script);
        }
        Matcher port = LAKE_PORT.matcher(services.lakeDsn());
        assertThat(port.find()).isTrue();
        Path output = folder.resolve("guide.log");
        ProcessBuilder guide = new ProcessBuilder("bash", script.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        guide.environment()
                .putAll(Map.of(
                        "INGEST_HOME", IngestProcess.home().toString(),
                        "KAFKA", services.bootstrapServers(),
                        "LAKE_PORT", port.group(1),
                        "METRICS_PORT", Integer.toString(Run.freePort()),
                        "DIR", folder.toString(),
                        "RUN_ID", "word_for_word"));

        Process process = guide.start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }

        assertThat(ended).as(Files.readString(output)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output)).isZero();
        try (Topics topics = services.topics()) {
            assertThat(topics.lag("e2e-auto-rebalance-word_for_word", "e2e_auto_rebalance_word_for_word"))
                    .hasSize(8)
                    .allSatisfy(
                            (partition, position) -> assertThat(position.lag()).isZero());
        }
    }
}
