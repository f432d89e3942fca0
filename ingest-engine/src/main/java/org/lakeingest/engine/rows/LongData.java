package org.lakeingest.engine.rows;

import java.util.Arrays;
import org.lakeingest.api.Schema;

/** Whole numbers, dates, timestamps and short decimals. */
final class LongData extends ColumnData {
    private final Schema.Field field;
    private long[] values;

    LongData(Schema.Field field, int expectedRows) {
        super(field.name(), field.nullable());
        this.field = field;
        this.values = new long[expectedRows];
    }

    @Override
    LongData next(int expectedRows) {
        return new LongData(field, expectedRows);
    }

    @Override
    void appendLong(long value) {
        int row = size();
        if (row == values.length) {
            values = Arrays.copyOf(values, Capacity.grown(row, row + 1L));
        }
        values[row] = value;
        counted();
    }

    @Override
    void appendEmpty() {
        appendLong(0);
    }

    @Override
    public long getLong(int row) {
        return values[row];
    }

    @Override
    long retainedBytes() {
        return OVERHEAD + 8L * values.length + nullBytes();
    }
}
