package org.lakeingest.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(LogsAtInfo.class)
class IngestMainTest {
    private static final String VALID = """
            name: orders
            workers: 4
            source: {type: kafka, bootstrap-servers: "127.0.0.1:9092", topics: [orders], group-id: orders-ingest}
            decoder: {type: json}
            sink: {type: lake, dsn: "http://lake:hidden-word@localhost:8002?presigned_url_disabled=true", table: default.orders}
            batch: {max-rows: 50000, max-bytes: 64MB, max-age: 2s}
            admin: {port: 8080}
            """;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void printsTheVersion() {
        assertThat(run("version")).isZero();
        assertThat(out.toString()).startsWith("lake-ingest ").contains("Java " + System.getProperty("java.version"));
        assertThat(run("--version")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "run",
                "validate",
                "plugins",
                "version",
                "dlq",
                "dlq list",
                "dlq show",
                "dlq replay",
                "sandbox",
                "sandbox topic",
                "sandbox topic create",
                "sandbox produce"
            })
    void helpsWithEveryCommand(String command) {
        String[] words = (command + " --help").strip().split(" ", -1);

        assertThat(run(words)).isZero();
        assertThat(out.toString()).startsWith("Usage: ingest").contains("--help");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void listsThePluginsOfTheClassPath() {
        assertThat(run("plugins")).isZero();
        assertThat(out.toString())
                .containsPattern("source +kafka ")
                .containsPattern("decoder +json ")
                .containsPattern("sink +lake ");
    }

    @Test
    void showsWhatAFileMeansAndHidesPasswords() throws IOException {
        assertThat(run("validate", "-f", file("p.yaml", VALID))).isZero();
        assertThat(out.toString())
                .contains("is valid")
                .containsPattern("workers +4 ")
                .containsPattern("batch.max-idle +500ms +default")
                .containsPattern("source.group-id +orders-ingest ")
                .containsPattern("admin.host +0.0.0.0 +default")
                .doesNotContain("hidden-word");
    }

    @Test
    void saysWhereDeadLettersGo() throws IOException {
        String letters = VALID + """
                on-error: {default: dead-letter, decode: skip}
                dead-letters: {type: kafka, bootstrap-servers: "127.0.0.1:9092", topic: orders-dead}
                max-dead-letters: 2.5
                """;
        assertThat(run("validate", "-f", file("p.yaml", letters)))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .containsPattern("on-error.default +dead-letter ")
                .containsPattern("on-error.decode +skip ")
                .containsPattern("max-dead-letters.percent +2.5 ")
                .containsPattern("dead-letters.topic +orders-dead ");
    }

    @Test
    void deadLettersWithoutAPlaceAndAPlaceWithoutDeadLettersAreNoticed() throws IOException {
        assertThat(run("validate", "-f", file("p.yaml", VALID + "on-error: dead-letter\n")))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("dead-letters: is missing, and on-error says dead-letter")
                .contains("kafka");
        String unused = VALID + "dead-letters: {type: kafka, bootstrap-servers: \"127.0.0.1:9092\", topic: t}\n";
        assertThat(run("validate", "-f", file("p.yaml", unused))).isZero();
        assertThat(err.toString()).contains("on-error says dead-letter for no stage");
    }

    @Test
    void acceptsTheFlatFileOfTheGuide() throws IOException {
        String flat = """
                {
                  "kafkaBootstrapServers": "127.0.0.1:9092",
                  "kafkaTopic": "t",
                  "KafkaConsumerGroup": "g",
                  "isSASL": false,
                  "disableTLS": true,
                  "isJsonTransform": false,
                  "lakeDSN": "http://lake:hidden-word@localhost:8002",
                  "lakeTable": "default.t",
                  "batchSize": 1000,
                  "batchMaxInterval": 2,
                  "dataFormat": "json",
                  "workers": 4,
                  "copyPurge": true,
                  "copyForce": false,
                  "disableVariantCheck": true,
                  "minBytes": 1,
                  "maxBytes": 20971520,
                  "maxWait": 1,
                  "useReplaceMode": false,
                  "useStreamingLoad": true,
                  "copyIntoUploadCompression": true,
                  "maxRetryDelay": 30,
                  "metricsPort": 22112,
                  "enableRebalanceOptimization": true,
                  "partitionAssignmentStrategy": "range,roundrobin",
                  "topicMetadataRefreshIntervalMs": 5000
                }
                """;

        assertThat(run("validate", "-f", file("conf.json", flat)))
                .as(err.toString())
                .isZero();
        assertThat(out.toString())
                .containsPattern("sink.load +streaming ")
                .containsPattern("source.metadata-refresh +5000ms ")
                .containsPattern("admin.port +22112 ")
                .doesNotContain("hidden-word");
    }

    @Test
    void reportsEveryMistakeOfAFileInOneGo() throws IOException {
        String file = file("p.yaml", """
                name: or/ders
                wrokers: 4
                source: {type: kafak}
                decoder: {type: json, max-depth: deep}
                sink: {type: lake, table: default.orders}
                batch: {max-rows: 0}
                admin: {port: 99999}
                """);

        assertThat(run("validate", "-f", file)).isEqualTo(2);
        assertThat(err.toString().lines())
                .allMatch(line -> line.startsWith("ingest: " + file + ":"))
                .anyMatch(line -> line.contains(":1:1 name: must be of letters"))
                .anyMatch(line -> line.contains("wrokers") && line.contains("workers"))
                .anyMatch(line -> line.contains("source.type: 'kafak' is no source; did you mean 'kafka'?"))
                .anyMatch(line -> line.contains("decoder.max-depth"))
                .anyMatch(line -> line.contains("sink.dsn"))
                .anyMatch(line -> line.contains("batch.max-rows"))
                .anyMatch(line -> line.contains("admin.port"));
    }

    @Test
    void reportsMissingSectionsWithWhatToWrite() throws IOException {
        assertThat(run("validate", "-f", file("p.yaml", "name: x\ndecoder: json\n")))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("source: is missing; write source: {type: ...} with one of [kafka, mock]")
                .contains("decoder: is missing; write decoder: {type: ...}")
                .contains("sink: is missing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"rnu", "run --no-such-option", "run -f", "--log-level LOUD version", "sandbox topic create"})
    void answersMistakesOfUsageWithTwoAndNoTrace(String line) {
        assertThat(run(line.split(" ", -1))).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("ingest: ")
                .contains("--help` lists what there is")
                .doesNotContain("\tat ");
    }

    @Test
    void suggestsTheNearestCommand() {
        assertThat(run("validat")).isEqualTo(2);
        assertThat(err.toString()).contains("validate");
    }

    @Test
    void namesTheFileThatIsMissing() {
        String absent = folder.resolve("absent.yaml").toString();

        assertThat(run("run", "-f", absent)).isEqualTo(2);
        assertThat(err.toString())
                .isEqualToIgnoringNewLines("ingest: " + absent + " does not exist; name a pipeline file with -f FILE");
    }

    @Test
    void printsATraceOnlyWhenAsked() {
        assertThat(run(
                        "validate",
                        "--stacktrace",
                        "-f",
                        folder.resolve("absent.yaml").toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("\tat org.lakeingest.app");
    }

    @Test
    void endsWithOneWhenThePortOfMetricsIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String admin = "admin: {host: 127.0.0.1, port: " + taken.getLocalPort() + "}";
            String file = file("p.yaml", VALID.replace("admin: {port: 8080}", admin));

            assertThat(run("run", "-f", file)).isEqualTo(1);
            assertThat(err.toString())
                    .contains("ingest: [ADMIN_UNAVAILABLE] cannot listen on 127.0.0.1:" + taken.getLocalPort());
        }
    }

    @Test
    void endsWithOneWhenTheLakeCannotBeReachedInTime() throws IOException {
        String file = file(
                "p.yaml",
                VALID.replace("localhost:8002", "127.0.0.1:1")
                        .replace("admin: {port: 8080}", "admin: {host: 127.0.0.1, port: 0}\nstart-timeout: 300ms"));

        assertThat(run("run", "-f", file)).isEqualTo(1);
    }

    @Test
    void drainsAndEndsWithZeroWhenAskedToStop() throws IOException {
        String file = file(
                "p.yaml",
                VALID.replace("localhost:8002", "127.0.0.1:1")
                        .replace("admin: {port: 8080}", "admin: {host: 127.0.0.1, port: 0}\nstart-timeout: 1h"));
        Stop stop = new Stop();
        stop.request();

        assertThat(IngestMain.run(
                        new String[] {"run", "-f", file}, stop, new PrintWriter(out, true), new PrintWriter(err, true)))
                .isZero();
        assertThat(err.toString())
                .contains("Guarantee: exactly once: sink 'lake' keeps the positions", "the default with load: copy")
                .contains("drains within 25 s");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int run(String... arguments) {
        return IngestMain.run(arguments, new Stop(), new PrintWriter(out, true), new PrintWriter(err, true));
    }
}
