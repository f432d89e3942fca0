package org.lakeingest.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** Whatever a user gets wrong: one line that says what, where and what to do, the documented exit code, no stack trace. */
final class BadInputIT {
    @TempDir
    Path folder;

    @ParameterizedTest(name = "{0} -> {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "workers: 4                | workers: 0              | 2 | workers",
                "workers: 4                | workers: many           | 2 | workers",
                "workers: 4                | wrokers: 4              | 2 | workers",
                "table:                    | tabel:                  | 2 | table",
                "type: kafka               | type: kafak             | 2 | kafka",
                "max-rows: 20000           | max-rows: -1            | 2 | max-rows",
                "max-age: 1s               | max-age: soon           | 2 | max-age",
                "layout: raw               | layout: rwa             | 2 | layout",
                "decoder: {type: json}     | decoder: {type: json    | 2 | pipeline.yaml",
                "decoder: {type: json}     | decoder: json           | 2 | decoder",
                "name:                     | nmae:                   | 2 | name",
                "lake:lake@                | lake:${env:NO_SUCH}@    | 2 | NO_SUCH",
                "lake:lake@                | lake:wrong@             | 2 | password",
                "topics: [                 | topics: [no_such_topic, | 2 | no_such_topic",
                "load: copy                | load: teleport          | 2 | load",
            })
    void aMistakeInThePipelineFileIsNamed(String right, String wrong, int exitCode, String named) throws IOException {
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "bad", folder)) {
            run.createTopic(1);
            Path good = run.pipeline(4, "", ", load: copy");
            String text = java.nio.file.Files.readString(good);
            assertThat(text).contains(right);
            Path bad = run.file("pipeline.yaml", text.replace(right, wrong));
            assertFails(IngestProcess.start(folder, Map.of(), "run", "-f", bad.toString()), exitCode, named);
        }
    }

    @Test
    void anUnreadableFileIsNamed() {
        assertFails(IngestProcess.start(folder, Map.of(), "run", "-f", "missing.yaml"), 2, "missing.yaml");
        assertFails(IngestProcess.start(folder, Map.of(), "validate", "-f", folder.toString()), 2, folder.toString());
    }

    /** Cron, systemd and containers set none, and the JVM then takes file names for ASCII. */
    @Test
    void aFileNameBeyondAsciiNeedsNoLocale() {
        assumeTrue("UTF-8".equalsIgnoreCase(System.getProperty("sun.jnu.encoding")), "these tests have a locale");
        Map<String, String> none = Map.of("LC_ALL", "C");
        assertFails(IngestProcess.start(folder, none, "run", "-f", "prüfung.yaml"), 2, "prüfung.yaml does not exist");
    }

    @Test
    void anUnknownCommandOrFlagIsNamed() {
        assertFails(IngestProcess.start(folder, Map.of(), "rnu"), 2, "rnu");
        assertFails(IngestProcess.start(folder, Map.of(), "run", "--flie", "x"), 2, "--flie");
    }

    @Test
    void anUnreachableBrokerIsNamed() {
        int port = Run.freePort();
        Services services = Services.of(
                "127.0.0.1:" + port, SharedServices.of(Services.Kind.EMBEDDED).lakeDsn());
        Run run = new Run(services, "nobroker", folder);
        Path pipeline = run.pipeline(1, "", "");
        append(pipeline, "start-timeout: 4s\n");
        assertFails(run.ingest(pipeline), 1, "127.0.0.1:" + port);
    }

    @Test
    void anUnreachableLakeIsNamed() {
        int port = Run.freePort();
        Services services = Services.of(
                SharedServices.of(Services.Kind.EMBEDDED).bootstrapServers(),
                "http://lake:lake@127.0.0.1:" + port + "/default");
        Run run = new Run(services, "nolake", folder);
        run.createTopic(1);
        Path pipeline = run.pipeline(1, "", "");
        append(pipeline, "start-timeout: 4s\n");
        assertFails(run.ingest(pipeline), 1, "127.0.0.1:" + port);
    }

    @Test
    void aPortInUseIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("0.0.0.0"));
                Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "port", folder)) {
            run.createTopic(1);
            Path pipeline = run.pipeline(1, "", "");
            String text = java.nio.file.Files.readString(pipeline)
                    .replace("port: " + run.adminPort(), "port: " + taken.getLocalPort());
            Path bad = run.file("pipeline.yaml", text);
            assertFails(run.ingest(bad), 1, Integer.toString(taken.getLocalPort()));
        }
    }

    private static void append(Path file, String line) {
        try {
            java.nio.file.Files.writeString(file, line, java.nio.file.StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static void assertFails(IngestProcess ingest, int exitCode, String named) {
        try (ingest) {
            int code = ingest.exitCode();
            assertThat(ingest.output()).contains(named).doesNotContain("\tat ").doesNotContain("Exception");
            assertThat(code).as(ingest.output()).isEqualTo(exitCode);
        }
    }
}
