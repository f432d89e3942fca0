package org.lakeingest.engine;

import java.time.Duration;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Option;

/**
 * When a lane closes the batches it has open. All open partitions of a lane close together, so the limits count their sum.
 * A limit closes, it does not split: what one poll returned of a partition stays whole, so a batch may be larger by that.
 */
public record BatchOptions(
        @Option(name = "max-rows", defaultValue = "50000", description = "Rows after which a batch is closed.")
        int maxRows,

        @Option(name = "max-bytes", defaultValue = "64MB", description = "Decoded bytes after which a batch is closed.")
        DataSize maxBytes,

        @Option(
                name = "max-age",
                defaultValue = "2s",
                description = "Time since its first record after which a batch is closed.")
        Duration maxAge,

        @Option(
                name = "max-idle",
                defaultValue = "500ms",
                description = "Time without a new record after which a batch is closed.")
        Duration maxIdle) {
    public BatchOptions {
        if (maxRows < 1) {
            throw new IllegalArgumentException("max-rows must be at least 1, not " + maxRows);
        }
        if (maxBytes.bytes() < 1) {
            throw new IllegalArgumentException("max-bytes must be at least 1B, not " + maxBytes);
        }
        OptionChecks.positive("max-age", maxAge);
        OptionChecks.positive("max-idle", maxIdle);
    }

    public static BatchOptions defaults() {
        return new BatchOptions(50_000, new DataSize(64L << 20), Duration.ofSeconds(2), Duration.ofMillis(500));
    }
}
