package org.lakeingest.lake.encode;

/** How files are compressed: page by page in Parquet, as a whole in NDJSON. */
public enum FileCompression {
    ZSTD,
    NONE
}
