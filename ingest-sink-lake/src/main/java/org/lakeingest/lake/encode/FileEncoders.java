package org.lakeingest.lake.encode;

import java.time.Clock;

/** Makes encoders. */
public final class FileEncoders {
    private FileEncoders() {}

    /**
     * Makes the encoder of a format.
     *
     * @param clock read once per file: {@code add_time} of the raw table is the time of encoding
     */
    public static FileEncoder create(FileFormat format, FileCompression compression, Clock clock) {
        return switch (format) {
            case PARQUET -> new ParquetEncoder(compression, clock);
            case NDJSON -> new NdjsonEncoder(compression, clock);
        };
    }
}
