package org.lakeingest.engine.rows;

import java.util.Arrays;
import org.lakeingest.api.Schema;

/** Floating-point numbers of both widths. */
final class DoubleData extends ColumnData {
    private final Schema.Field field;
    private double[] values;

    DoubleData(Schema.Field field, int expectedRows) {
        super(field.name(), field.nullable());
        this.field = field;
        this.values = new double[expectedRows];
    }

    @Override
    DoubleData next(int expectedRows) {
        return new DoubleData(field, expectedRows);
    }

    @Override
    void appendDouble(double value) {
        int row = size();
        if (row == values.length) {
            values = Arrays.copyOf(values, Capacity.grown(row, row + 1L));
        }
        values[row] = value;
        counted();
    }

    @Override
    void appendEmpty() {
        appendDouble(0);
    }

    @Override
    public double getDouble(int row) {
        return values[row];
    }

    @Override
    long retainedBytes() {
        return OVERHEAD + 8L * values.length + nullBytes();
    }
}
