package org.lakeingest.api;

/**
 * Writes rows into reused columns. Between {@link #beginRow} and {@link #endRow} each column may be set once; an unset
 * column is null. A value of the wrong kind, a second one for the same place, or none where the field is not nullable throws
 * {@link IllegalArgumentException}: that is a bug, not bad data.
 */
public interface RowAppender {
    /**
     * Begins a row.
     *
     * @param inputIndex the record or row this one comes from; it carries origin and offset over
     */
    void beginRow(int inputIndex);

    /** An explicit null; needed for an element of a list, elsewhere the same as leaving the column unset. */
    void setNull(int column);

    void setBoolean(int column, boolean value);

    /** INT64, UINT64 (as its bits), DATE (days), TIMESTAMP_MICROS and TIMESTAMP_TZ_MICROS (since the epoch, in UTC), and DECIMAL up to 18 digits (unscaled). */
    void setLong(int column, long value);

    /** FLOAT64 and FLOAT32. */
    void setDouble(int column, double value);

    /** STRING and VARIANT (UTF-8), BINARY, and wider DECIMAL (big-endian two's complement). Copied. */
    void setBytes(int column, byte[] source, int offset, int length);

    /**
     * Opens a LIST, STRUCT or MAP. Until {@link #endNested}, columns are counted inside it: fields of a struct; 0 for the
     * elements of a list, appended one after the other; 0 and 1 for keys and values of a map.
     */
    void beginNested(int column);

    void endNested();

    void endRow();

    /** Drops the row begun; for decoders that find an error half-way. */
    void discardRow();
}
