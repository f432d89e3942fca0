package org.lakeingest.format.json;

import org.lakeingest.api.Metrics;

/** What a decoder counts. Confined to one thread. */
final class Counts {
    final BatchCount unknownFields;
    final BatchCount cutTimestamps;
    final BatchCount skippedTombstones;
    final BatchCount repaired;
    final BatchCount newSchemas;
    final BatchCount repeatedNames;

    Counts(Metrics metrics) {
        this.unknownFields = new BatchCount(
                metrics.counter("unknown.fields", "Fields of documents that are no columns, and were left out."));
        this.cutTimestamps = new BatchCount(metrics.counter(
                "timestamps.cut",
                "Timestamps with more than six digits behind the second's point, which were cut off."));
        this.skippedTombstones =
                new BatchCount(metrics.counter("tombstones.skipped", "Records without a value that became no row."));
        this.repaired = new BatchCount(
                metrics.counter("utf8.repaired", "Values that were not UTF-8, and were mended as invalid-utf8 says."));
        this.newSchemas = new BatchCount(
                metrics.counter("schemas.grown", "Times that new fields or kinds of values made a new schema."));
        this.repeatedNames = new BatchCount(
                metrics.counter("repeated.names", "Values that gave a name twice, and kept only its last value."));
    }

    void report() {
        unknownFields.report();
        cutTimestamps.report();
        skippedTombstones.report();
        repaired.report();
        newSchemas.report();
        repeatedNames.report();
    }
}
