package org.lakeingest.format.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.config.Option;

/** Settings of the decoder {@code json}. */
public record JsonDecoderConfig(
        @Option(
                name = "column",
                defaultValue = "value",
                description = "Name of the one VARIANT column that holds the whole document, when columns is empty.")
        String column,

        @Option(
                name = "columns",
                description = "Columns to read from the fields of the same name, each with its type: boolean, bigint,"
                        + " uint64, float, double, decimal(precision, scale), date, timestamp, timestamp_tz,"
                        + " string, binary (base64), variant, array(type), map(string, type) or tuple(name type, ...),"
                        + " followed by 'not null' if need be. Without any, the whole document is one value.")
        Map<String, String> columns,

        @Option(
                name = "unknown-fields",
                defaultValue = "ignore",
                description = "What to do with a field that is not among the columns: ignore and count it, or reject"
                        + " the record.")
        UnknownFieldPolicy unknownFields,

        @Option(
                name = "epoch-unit",
                description = "Unit of timestamps written as integers since 1970; without it, only strings such as"
                        + " 2026-11-30T08:15:00Z are taken.")
        Optional<EpochUnit> epochUnit,

        @Option(
                name = "duplicate-names",
                defaultValue = "reject",
                description = "What to do when an object inside a VARIANT gives the same name twice: reject the record,"
                        + " or allow it, as the lake does when it loads NDJSON (the last value wins); Parquet with"
                        + " such a document is refused.")
        DuplicateNames duplicateNames,

        @Option(
                name = "max-depth",
                defaultValue = "126",
                description = "How deep arrays and objects may nest, 1 to 1000; the lake takes 126 levels within a row"
                        + " of NDJSON, and more in Parquet.")
        int maxDepth) {
    /** The lake's engine dies of documents that nest some thousand levels deep. */
    private static final int DEEPEST = 1000;

    /** Checks ranges and types. */
    public JsonDecoderConfig {
        if (column.isBlank()) {
            throw new IllegalArgumentException("column must not be empty");
        }
        if (maxDepth < 1 || maxDepth > DEEPEST) {
            throw new IllegalArgumentException("max-depth must be between 1 and " + DEEPEST + ", and is " + maxDepth);
        }
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        if (!columns.isEmpty()) {
            ColumnText.schema(columns);
        }
    }

    /** What to do with a field that is no column. */
    public enum UnknownFieldPolicy {
        IGNORE,
        REJECT
    }

    /** What to do with an object that gives the same name twice. */
    public enum DuplicateNames {
        REJECT,
        ALLOW
    }

    /** Unit of an integer that counts from 1970-01-01T00:00:00Z. */
    public enum EpochUnit {
        SECONDS(1_000_000),
        MILLIS(1_000),
        MICROS(1);

        private final long micros;

        EpochUnit(long micros) {
            this.micros = micros;
        }

        long micros() {
            return micros;
        }
    }
}
