package org.lakeingest.api;

import java.util.List;

/** Decoded rows of one partition and one schema, ascending by offset, stored by column. Read-only. */
public interface RowBatch {
    Target target();

    Schema schema();

    int rowCount();

    /** The records these rows come from: key, headers, timestamp, and the raw bytes for a dead letter. */
    RecordBatch origin();

    /** Index into {@link #origin} of the record that this row comes from; never descends. */
    int originIndex(int row);

    Column column(int column);

    /** What the rows keep in memory, {@link #origin} excluded. */
    long sizeInBytes();

    /**
     * One column; a nested kind has child columns and, for LIST and MAP, element ranges per row; the fields of a STRUCT have
     * its row numbers. The value of a null row is unspecified. Asking for another kind than the column's is a bug and throws.
     */
    interface Column {
        boolean isNull(int row);

        boolean getBoolean(int row);

        long getLong(int row);

        double getDouble(int row);

        BytesColumn bytes();

        List<Column> children();

        /**
         * First child row of this row's elements; those of row {@code r} end where row {@code r + 1} starts, so it may be
         * asked for one row more than there are.
         */
        int childStart(int row);
    }
}
