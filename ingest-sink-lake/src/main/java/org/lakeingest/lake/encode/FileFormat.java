package org.lakeingest.lake.encode;

/** Formats of the files that the lake loads. */
public enum FileFormat {
    /** Columns; a VARIANT travels as a string column. */
    PARQUET,
    /** One JSON object a line. */
    NDJSON
}
