package org.lakeingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.it.support.HealthCheck;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** However a flat file's run ends early, the health check of the original's guide finds it in the log. */
final class DeathsIT {
    @TempDir
    Path folder;

    private Run run;

    @BeforeEach
    void begin() {
        run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "death", folder);
        run.createTopic(1);
    }

    @AfterEach
    void end() {
        run.close();
    }

    @Tag("full")
    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "\"minBytes\": 1   | \"minBytes\": \"x\"            | 2 | minBytes: must be a whole number",
                "\"minBytes\": 1   | \"minBytes\": 1,,              | 2 | is no valid JSON",
                "http://lake:lake@ | htp://lake:lake@               | 2 | lakeDSN: 'htp",
                "http://lake:lake@ | http://lake:wrong@             | 2 | [LAKE_AUTHENTICATION]",
                "\"kafkaTopic\": \"| \"kafkaTopic\": \"no_such_     | 2 | [TOPIC_MISSING]",
                "\"minBytes\": 1   | \"isJsonTransform\": true, \"useStreamingLoad\": true | 2 | useStreamingLoad: streaming",
            })
    void aMistakeInTheFileIsOneLine(String right, String wrong, int status, String named) throws IOException {
        String text = Files.readString(run.flat(""));
        assertThat(text).contains(right);
        Path bad = run.file("bad.json", text.replace(right, wrong));

        String log = ends(Map.of(), status, "-f", bad.toString());

        assertThat(HealthCheck.reasons(log)).as(log).singleElement().asString().contains(named);
        assertThat(HealthCheck.foreign(log)).isEmpty();
    }

    @Test
    void aMistakeOnTheCommandLineIsOneLine() {
        for (List<String> wrong : List.of(
                List.of("-f", "missing.json"), List.of("-no-such-flag"), List.of("--log-level", "LOUD", "-f", "x"))) {
            String log = ends(Map.of(), 2, wrong.toArray(new String[0]));
            assertThat(HealthCheck.reasons(log)).as(log).hasSize(1);
            assertThat(HealthCheck.foreign(log)).isEmpty();
        }
    }

    @Test
    void aJvmThatIsNotThereOrCannotStartIsFound() {
        assertThat(HealthCheck.reasons(ends(Map.of("JAVA_HOME", "/none"), 2, "-f", "x")))
                .singleElement()
                .asString()
                .contains("JAVA_HOME=/none holds no bin/java");
        assertThat(HealthCheck.reasons(ends(Map.of("JAVA_OPTS", "-XX:NoSuchOption"), 1, "-f", "x")))
                .singleElement()
                .asString()
                .contains("[JVM_DIED] ingest failed: the JVM cannot start with the options ");
    }

    @Test
    @Tag("full")
    void aPortInUseIsFound() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"))) {
            Path file = run.flat("");
            String text = Files.readString(file)
                    .replace("\"metricsPort\": " + run.adminPort(), "\"metricsPort\": " + taken.getLocalPort());
            String log = ends(Map.of(), 1, "-f", run.file("port.json", text).toString());
            assertThat(HealthCheck.reasons(log)).singleElement().asString().contains("[ADMIN_UNAVAILABLE]");
            assertThat(HealthCheck.foreign(log)).isEmpty();
        }
    }

    @Test
    void aMessageThatIsNoJsonIsFound() {
        run.produceText("{\"broken\":");
        String log = ends(Map.of(), 1, "-f", run.flat("").toString());
        assertThat(HealthCheck.reasons(log)).as(log).isNotEmpty();
        assertThat(HealthCheck.foreign(log)).isEmpty();
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource({"KILL, 137", "SEGV, 134"})
    void aJvmThatIsKilledOrCrashesIsFound(String signal, int status) {
        try (IngestProcess ingest = start(Map.of())) {
            ingest.signalJvm(signal);
            assertThat(ingest.exitCode()).isEqualTo(status);
            assertThat(HealthCheck.reasons(ingest.output()))
                    .as(ingest.output())
                    .anyMatch(line -> line.contains("[JVM_DIED] ingest failed: the JVM ended with status " + status));
        }
    }

    /** Reading from a socket needs a buffer outside the heap, and the JVM does not end by itself when it cannot have that. */
    @Test
    @Tag("full")
    void aThreadThatDiesIsFoundInTheFormOfTheLog() {
        try (Run large = new Run(run.services(), "large", folder)) {
            large.createTopic(1, "uncompressed");
            large.produce(0, 20_000, 1);
            Map<String, String> environment = Map.of("JAVA_OPTS", "-XX:MaxDirectMemorySize=300k");
            String log = ends(environment, 70, "-f", large.flat("").toString());
            assertThat(HealthCheck.reasons(log))
                    .as(log)
                    .singleElement()
                    .asString()
                    .contains("level=fatal", "[THREAD_DEATH]");
            assertThat(HealthCheck.foreign(log)).as(log).isEmpty();
        }
    }

    @Test
    void memoryThatRunsOutIsFound() {
        Map<String, String> environment = Map.of("INGEST_HEAP", "-Xmx5m", "INGEST_GC", "-XX:+UseSerialGC");
        assertThat(HealthCheck.reasons(ends(environment, 3, "-f", run.flat("").toString())))
                .anyMatch(line -> line.contains("[JVM_DIED] ingest failed: out of memory"));
    }

    @Test
    @Tag("full")
    void aSecondSignalAndAKilledLauncherAreFound() throws InterruptedException {
        try (IngestProcess ingest = start(Map.of())) {
            ProcessHandle jvm = ingest.jvm();
            ingest.signal("KILL");
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !jvm.isAlive());
            assertThat(HealthCheck.reasons(ingest.output())).anyMatch(line -> line.contains("the launcher was killed"));
        }
        try (IngestProcess ingest = start(Map.of())) {
            ingest.signalJvm("STOP");
            ingest.terminate();
            Awaitility.await().until(() -> {
                ingest.terminate();
                return !ingest.alive();
            });
            assertThat(ingest.exitCode()).isEqualTo(130);
            assertThat(HealthCheck.reasons(ingest.output()))
                    .singleElement()
                    .asString()
                    .contains("stopped at once by a second signal");
        }
    }

    private IngestProcess start(Map<String, String> environment) {
        IngestProcess ingest =
                IngestProcess.dropIn(folder, environment, "-f", run.flat("").toString());
        ingest.awaitRunning();
        assertThat(HealthCheck.reasons(ingest.output())).isEmpty();
        return ingest;
    }

    private String ends(Map<String, String> environment, int status, String... arguments) {
        try (IngestProcess ingest = IngestProcess.dropIn(folder, environment, arguments)) {
            assertThat(ingest.exitCode()).as(ingest.output()).isEqualTo(status);
            return ingest.output();
        }
    }
}
