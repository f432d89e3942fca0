package org.lakeingest.lake.encode;

import java.util.List;
import org.lakeingest.api.RowBatch;

/**
 * Turns row batches, of many partitions and bound for one table, into one file.
 *
 * <p>Thread-safe and without I/O: it runs on the engine's pool for encoding, several files at a time. The batches are read
 * only during the call. Rows keep their order.
 */
public interface FileEncoder {
    /** Of the files it makes, without a leading dot, compression included: {@code parquet}, {@code ndjson.zst}. */
    String extension();

    /**
     * Encodes all rows of all batches, in order.
     *
     * @param rows at least one row in all; with {@link TableLayout.Columns} all of the layout's schema
     * @throws org.lakeingest.api.IngestException of kind RECORD when a value has no form in this file format
     */
    EncodedFile encode(List<RowBatch> rows, TableLayout layout);
}
