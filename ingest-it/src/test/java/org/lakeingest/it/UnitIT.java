package org.lakeingest.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.it.support.Confinement;
import org.lakeingest.it.support.HealthCheck;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;
import org.lakeingest.it.support.Services;
import org.lakeingest.it.support.SharedServices;

/** The drop-in under its unit for systemd: a root that cannot be written, a user without a home, an empty /tmp. */
final class UnitIT {
    private static final int MESSAGES = 2_000;
    /** As on a machine that the distribution has no native code for. */
    private static final String NO_NATIVES =
            "-Djava.library.path=/nonexistent -Dorg.xerial.snappy.lib.path=/nonexistent";

    private Path folder = Path.of("");

    @BeforeEach
    void makeFolder() {
        folder = Confinement.visibleFolder();
    }

    @AfterEach
    void removeFolder() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void runsWithNothingButANoexecTmpToWriteTo() throws IOException {
        runs(",noexec", "snappy", "", Map.of());
    }

    @Tag("full")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''      | zstd   | , \"useStreamingLoad\": true | ''       | ''",
                ",noexec | zstd   | ''                          | ''       | ''",
                ",noexec | lz4    | ''                          | ''       | ''",
                ",noexec | gzip   | , \"useStreamingLoad\": true | ''       | ''",
                ",noexec | snappy | ''                          | /var/tmp | -Djava.library.path=/x -Dorg.xerial.snappy.lib.path=/x",
                "''      | snappy | ''                          | ''       | -Djava.library.path=/x -Dorg.xerial.snappy.lib.path=/x"
            })
    void runsWithAnyCompression(String tmp, String compression, String keys, String ingestTmp, String options)
            throws IOException {
        runs(tmp, compression, keys, Map.of("INGEST_TMP", ingestTmp, "JAVA_OPTS", options));
    }

    private void runs(String tmp, String compression, String keys, Map<String, String> environment) throws IOException {
        Confinement confinement = new Confinement(folder);
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "unit", folder)) {
            run.createTopic(2, compression);
            run.produce(0, MESSAGES, 2);
            try (IngestProcess ingest = confinement.dropIn(tmp, environment, run.flat(keys))) {
                ingest.awaitRunning();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .untilAsserted(
                                () -> assertThat(run.rows()).as(ingest.output()).isEqualTo(MESSAGES));
                ingest.terminate();

                assertThat(ingest.exitCode(Duration.ofSeconds(30)))
                        .as(ingest.output())
                        .isZero();
                HealthCheck.assertHealthy(ingest.output());
                assertThat(run.lag()).isZero();
            }
        }
    }

    @Test
    void namesTheVariableToSetWhereNativeCodeCannotBeLoaded() throws IOException {
        Confinement confinement = new Confinement(folder);
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "unit", folder)) {
            run.createTopic(1);
            try (IngestProcess ingest = confinement.dropIn(",noexec", Map.of("JAVA_OPTS", NO_NATIVES), run.flat(""))) {
                assertThat(ingest.exitCode()).as(ingest.output()).isEqualTo(2);
                assertThat(HealthCheck.reasons(ingest.output()))
                        .singleElement()
                        .asString()
                        .contains("[LAKE_COMPRESSION_UNUSABLE]", "INGEST_TMP");
            }
        }
    }

    @Test
    @Tag("full")
    void namesTheVariableToSetWhereMessagesCannotBeDecompressed() throws IOException {
        Confinement confinement = new Confinement(folder);
        try (Run run = new Run(SharedServices.of(Services.Kind.EMBEDDED), "unit", folder)) {
            run.createTopic(1, "snappy");
            run.produce(0, MESSAGES, 1);
            Path file = run.flat(", \"useStreamingLoad\": true");
            try (IngestProcess ingest = confinement.dropIn(",noexec", Map.of("JAVA_OPTS", NO_NATIVES), file)) {
                assertThat(ingest.exitCode()).as(ingest.output()).isEqualTo(2);
                assertThat(HealthCheck.reasons(ingest.output()))
                        .singleElement()
                        .asString()
                        .contains("[NATIVE_CODE_UNUSABLE]", "INGEST_TMP");
            }
        }
    }
}
