package org.lakeingest.lake.encode;

import com.github.luben.zstd.util.Native;

/** How files are compressed: page by page in Parquet, as a whole in NDJSON. */
public enum FileCompression {
    ZSTD,
    NONE;

    /**
     * Loads the native code it needs. Idempotent.
     *
     * @throws LinkageError when there is none for this machine, or it may not be executed
     */
    public void load() {
        if (this == ZSTD) {
            Native.load();
        }
    }
}
