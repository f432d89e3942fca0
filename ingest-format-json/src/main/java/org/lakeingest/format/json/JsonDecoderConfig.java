package org.lakeingest.format.json;

import org.lakeingest.api.config.Option;

/** Settings of the decoder {@code json}. */
public record JsonDecoderConfig(
        @Option(
                name = "column",
                defaultValue = "value",
                description = "Name of the one VARIANT column that holds the whole document.")
        String column,

        @Option(
                name = "duplicate-names",
                defaultValue = "reject",
                description = "What to do with a document in which an object gives the same name twice: reject it, or"
                        + " allow it, which the lake does too when it loads NDJSON, but not Parquet.")
        DuplicateNames duplicateNames,

        @Option(
                name = "max-depth",
                defaultValue = "126",
                description = "How deep arrays and objects may nest, 1 to 1000; the lake takes 126 levels within a row"
                        + " of NDJSON, and more in Parquet.")
        int maxDepth) {
    /** The lake's engine dies of documents that nest some thousand levels deep. */
    private static final int DEEPEST = 1000;

    /** Checks ranges. */
    public JsonDecoderConfig {
        if (column.isBlank()) {
            throw new IllegalArgumentException("column must not be empty");
        }
        if (maxDepth < 1 || maxDepth > DEEPEST) {
            throw new IllegalArgumentException("max-depth must be between 1 and " + DEEPEST + ", and is " + maxDepth);
        }
    }

    /** What to do with an object that gives the same name twice. */
    public enum DuplicateNames {
        REJECT,
        ALLOW
    }
}
