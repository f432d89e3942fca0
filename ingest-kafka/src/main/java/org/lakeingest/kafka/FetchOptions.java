package org.lakeingest.kafka;

import java.time.Duration;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Option;

/** How much one worker fetches at a time; the defaults let four workers live in a heap of 512 MB. */
public record FetchOptions(
        @Option(name = "max-records", defaultValue = "5000", description = "Records one poll returns at most.")
        int maxRecords,

        @Option(
                name = "min-bytes",
                defaultValue = "1B",
                description = "Bytes the broker waits for before it answers a fetch.")
        DataSize minBytes,

        @Option(
                name = "max-bytes",
                defaultValue = "8MB",
                description = "Bytes one fetch from one broker returns at most, as they are compressed.")
        DataSize maxBytes,

        @Option(
                name = "max-partition-bytes",
                defaultValue = "1MB",
                description = "Bytes one fetch returns of one partition at most, as they are compressed.")
        DataSize maxPartitionBytes,

        @Option(
                name = "max-wait",
                defaultValue = "100ms",
                description = "Time the broker waits for min-bytes; also what a resumed partition may wait for.")
        Duration maxWait) {
    public FetchOptions {
        if (maxRecords <= 0) {
            throw new IllegalArgumentException("max-records must be positive");
        }
        requireInt("min-bytes", minBytes);
        requireInt("max-bytes", maxBytes);
        requireInt("max-partition-bytes", maxPartitionBytes);
        if (maxWait.isNegative() || maxWait.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("max-wait must not be negative");
        }
    }

    private static void requireInt(String option, DataSize size) {
        if (size.bytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(option + " must be below 2GB");
        }
    }
}
