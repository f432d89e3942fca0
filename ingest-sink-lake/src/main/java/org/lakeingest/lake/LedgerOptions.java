package org.lakeingest.lake;

import java.time.Duration;
import java.util.Optional;
import org.lakeingest.api.config.Option;

/** Settings of the ledger, in which exactly-once delivery keeps the positions. */
public record LedgerOptions(
        @Option(
                name = "table",
                description =
                        "Table for the positions of this pipeline, written database.table or table; when it is not"
                                + " given, ingest_ledger_ and the pipeline's name, beside the target.")
        Optional<String> table,

        @Option(
                name = "tables-per-transaction",
                defaultValue = "16",
                description = "Tables that one transaction writes to, unless a single group of batches needs more.")
        int tablesPerTransaction,

        @Option(
                name = "files-per-transaction",
                defaultValue = "200",
                description = "Files that one transaction loads, unless a single group of batches needs more.")
        int filesPerTransaction,

        @Option(
                name = "maintenance-interval",
                defaultValue = "10m",
                description =
                        "How often one of the processes of the pipeline compacts the targets and removes old snapshots"
                                + " of the ledger, targets of many segments within a minute; 0s for never, where the lake or an operator does that.")
        Duration maintenanceInterval) {
    private static final int MOST_FILES = 15_000;

    public LedgerOptions {
        table.ifPresent(name -> TableName.parse(name, "default"));
        inRange("tables-per-transaction", tablesPerTransaction, 1000);
        inRange("files-per-transaction", filesPerTransaction, MOST_FILES);
        if (maintenanceInterval.isNegative()) {
            throw new IllegalArgumentException("maintenance-interval must not be negative");
        }
    }

    private static void inRange(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(option + " must be between 1 and " + most + ", not " + value);
        }
    }

    static LedgerOptions defaults() {
        return new LedgerOptions(Optional.empty(), 16, 200, Duration.ofMinutes(10));
    }
}
