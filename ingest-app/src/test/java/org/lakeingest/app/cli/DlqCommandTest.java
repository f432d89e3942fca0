package org.lakeingest.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@ExtendWith(LogsAtInfo.class)
class DlqCommandTest {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return IngestMain.run(arguments, new Stop(), new PrintWriter(out, true), new PrintWriter(err, true));
    }

    private String file(String deadLetters) throws IOException {
        return Files.writeString(folder.resolve("pipeline.yaml"), """
                        name: orders
                        source: {type: kafka, bootstrap-servers: "127.0.0.1:1", topics: [orders], group-id: g,
                                 request-timeout: 300ms, client: {security.protocol: PLAINTEXT, retry.backoff.ms: "50"}}
                        decoder: {type: json}
                        sink: {type: lake, dsn: "http://lake:secret@127.0.0.1:1/default", table: orders, request-timeout: 2s}
                        """ + deadLetters)
                .toString();
    }

    @Test
    void aQueueTakesOverHowToReachTheCluster() throws IOException {
        String file = file("dead-letters: {type: kafka, client: {compression.type: zstd, retry.backoff.ms: \"70\"}}\n");
        assertThat(run("validate", "-f", file)).as(err.toString()).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains("dead-letters.")))
                .anyMatch(line -> line.contains("bootstrap-servers") && line.contains("127.0.0.1:1"))
                .anyMatch(line -> line.contains("client.security.protocol"))
                .anyMatch(line -> line.contains("client.retry.backoff.ms") && line.contains("70"))
                .anyMatch(line -> line.contains("client.compression.type"));
    }

    @Test
    void aQueueTakesOverHowToReachTheLakeAndNotItsTable() throws IOException {
        String file = file("dead-letters: {type: lake}\n");
        assertThat(run("validate", "-f", file)).as(err.toString()).isZero();
        assertThat(out.toString().lines().filter(line -> line.contains("dead-letters.")))
                .anyMatch(line -> line.contains("dsn") && line.contains("******"))
                .anyMatch(line -> line.contains("request-timeout") && line.contains("2s"))
                .noneMatch(line -> line.contains(".table ") && line.contains("orders"));
    }

    @Test
    void aFileWithoutAQueueIsAMistake() throws IOException {
        assertThat(run("dlq", "list", "-f", file(""))).isEqualTo(2);
        assertThat(err.toString()).contains("no section dead-letters");
    }

    @Test
    void whatCannotBeReachedIsAFailureAtRunTime() throws IOException {
        String file = file("dead-letters: {type: kafka, request-timeout: 300ms, delivery-timeout: 1s}\n");
        assertThat(run("dlq", "list", "-f", file)).isEqualTo(1);
        assertThat(err.toString()).contains("BROKER_UNREACHABLE");
    }

    @Test
    void saysWhatAPlaceLooksLike() throws IOException {
        assertThat(run("dlq", "show", "-f", file("dead-letters: {type: kafka}\n"), "orders-3-17"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("TOPIC/PARTITION/OFFSET");
        assertThat(run("dlq")).isEqualTo(2);
    }

    @Test
    void timesAreWrittenAsPeopleWriteThem() {
        DlqFilter.Moment moment = new DlqFilter.Moment();
        assertThat(moment.convert("2026-11-30T10:00:00Z")).isEqualTo(Instant.parse("2026-11-30T10:00:00Z"));
        assertThat(moment.convert("2026-11-30"))
                .isEqualTo(Instant.parse("2026-11-30T00:00:00Z")
                        .minusSeconds(ZoneId.systemDefault()
                                .getRules()
                                .getOffset(Instant.parse("2026-11-30T00:00:00Z"))
                                .getTotalSeconds()));
        assertThat(Duration.between(moment.convert("2h"), Instant.now()))
                .isBetween(Duration.ofMinutes(119), Duration.ofMinutes(121));
        assertThatThrownBy(() -> moment.convert("yesterday"))
                .isInstanceOf(CommandLine.TypeConversionException.class)
                .hasMessageContaining("2h");
    }

    @Test
    void whatStrangersWroteDoesNoHarmOnATerminal() {
        assertThat(PrintableText.of("{\"a\":\n1}".getBytes(UTF_8), false)).isEqualTo("{\"a\":\n1}");
        assertThat(PrintableText.of("\u001b[2J".getBytes(UTF_8), false)).isEqualTo("(hex) 1b5b324a");
        assertThat(PrintableText.of(new byte[] {-1, 0}, false)).isEqualTo("(hex) ff00");
        assertThat(PrintableText.of(new byte[600], false)).endsWith("(600 bytes in all; --full prints them)");
        assertThat(PrintableText.of(new byte[600], true)).doesNotContain("...");
        assertThat(PrintableText.of("x".repeat(5_000).getBytes(UTF_8), false))
                .contains("... (5000 bytes in all; --full prints them)");
        assertThat(PrintableText.of(null, false)).isEqualTo("(null)");
        assertThat(PrintableText.of(new byte[0], false)).isEqualTo("(empty)");
        assertThat(PrintableText.line("a\u001b[2J\nb")).isEqualTo("a [2J b");
    }
}
