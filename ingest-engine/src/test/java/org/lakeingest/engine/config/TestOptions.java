package org.lakeingest.engine.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Option;
import org.lakeingest.api.config.Secret;

/** Every type an option can have. */
record TestOptions(
        @Option(name = "table", description = "Target table.", formerNames = "target")
        String table,

        @Option(name = "dsn", description = "Address.", defaultValue = "http://localhost/")
        URI dsn,

        @Option(name = "load", description = "How.", defaultValue = "staged-copy")
        Load load,

        @Option(name = "timeout", description = "Time for one call.", defaultValue = "5m")
        Duration timeout,

        @Option(name = "password", description = "Password.")
        Optional<Secret> password,

        @Option(name = "topics", description = "Topics.") List<String> topics,

        @Option(name = "ports", description = "Ports.", defaultValue = "1,2")
        List<Integer> ports,

        @Option(name = "directory", description = "Where.") Optional<Path> directory,

        @Option(name = "ratio", description = "Ratio.", defaultValue = "0.5")
        double ratio,

        @Option(name = "check", description = "Whether | not.", defaultValue = "true")
        boolean check,

        @Option(name = "client", description = "Passed on.") Map<String, String> client,
        @Option(name = "batch", description = "Batches.") Batch batch,
        @Option(name = "steps", description = "Steps.") List<Step> steps) {

    TestOptions {
        if (timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be longer than zero");
        }
        if (table.equals("refused")) {
            throw new IllegalArgumentException("table must not be " + table);
        }
    }

    enum Load {
        STAGED_COPY,
        STREAMING
    }

    record Batch(
            @Option(name = "max-rows", description = "Rows.", defaultValue = "50000")
            int maxRows,

            @Option(name = "max-bytes", description = "Bytes.", defaultValue = "64MB")
            DataSize maxBytes,

            @Option(name = "max", description = "Most.", defaultValue = "1")
            long max) {
        Batch {
            if (maxRows < 1 || maxRows > 10_000_000) {
                throw new IllegalArgumentException("max-rows must be between 1 and 10000000, is " + maxRows);
            }
            if (maxBytes.bytes() == 0) {
                throw new IllegalArgumentException("max-bytes must be at least 1B");
            }
        }
    }

    record Step(
            @Option(name = "name", description = "Name.") String name) {}
}
