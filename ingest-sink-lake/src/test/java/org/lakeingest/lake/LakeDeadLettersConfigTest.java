package org.lakeingest.lake;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.config.Secret;
import org.lakeingest.testkit.ConfigContract;

class LakeDeadLettersConfigTest extends ConfigContract<LakeDeadLettersConfig> {
    private static final String DSN = "http://lake:secret@localhost:8000/default";

    @Override
    protected ComponentFactory<?, LakeDeadLettersConfig> factory() {
        return new LakeDeadLetterQueueFactory();
    }

    @Override
    protected String page() {
        return "docs/reference/config/dead-letters-lake.md";
    }

    @Override
    protected Map<String, String> least() {
        return Map.of("dsn", DSN);
    }

    @Override
    protected LakeDeadLettersConfig defaults() {
        return new LakeDeadLettersConfig(
                new Secret(DSN),
                Optional.empty(),
                true,
                "~",
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofMinutes(10));
    }

    @Override
    protected Map<String, String> everything() {
        return Map.ofEntries(
                Map.entry("dsn", DSN),
                Map.entry("table", "ops.letters"),
                Map.entry("create-table", "false"),
                Map.entry("stage", "files"),
                Map.entry("ca-file", "/etc/ca.pem"),
                Map.entry("connect-timeout", "3s"),
                Map.entry("request-timeout", "7s"),
                Map.entry("statement-timeout", "1m"));
    }

    @Override
    protected LakeDeadLettersConfig full() {
        return new LakeDeadLettersConfig(
                new Secret(DSN),
                Optional.of("ops.letters"),
                false,
                "files",
                Optional.of(Path.of("/etc/ca.pem")),
                Duration.ofSeconds(3),
                Duration.ofSeconds(7),
                Duration.ofMinutes(1));
    }

    @Override
    protected Map<Map<String, String>, String> wrong() {
        return Map.of(
                Map.of("table", "a.b.c"), "table",
                Map.of("stage", "a b"), "stage",
                Map.of("connect-timeout", "0s"), "connect-timeout",
                Map.of("request-timeout", "1s"), "request-timeout",
                Map.of("statement-timeout", "3s"), "statement-timeout");
    }

    @Override
    protected String introduction() {
        return """
                Dead-letter queue `lake`

                Keeps rejected records as rows of a table: where each was and why it was given up, and its key, value and
                headers as they were read; see [dead letters](../../dead-letters.md).

                Options that are not given here are those of the sink, if that is of type `lake` too, except for `table`. With
                `delivery: exactly-once`, the same `dsn` and Parquet files, the letters of a batch are written in the
                transaction that writes its rows.
                """;
    }
}
