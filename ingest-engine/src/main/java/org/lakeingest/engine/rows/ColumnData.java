package org.lakeingest.engine.rows;

import java.util.BitSet;
import java.util.List;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** One column, first written by one thread, then read by any after a safe hand-over. Grows by row; the tail can be cut off. */
abstract class ColumnData implements RowBatch.Column {
    /** Object headers, references and the bit set's own: not exact, but never forgotten. */
    static final long OVERHEAD = 96;

    private final String name;
    private final boolean nullable;
    private final BitSet nulls = new BitSet();
    private int count;

    ColumnData(String name, boolean nullable) {
        this.name = name;
        this.nullable = nullable;
    }

    static ColumnData of(Schema.Field field, int expectedRows) {
        ColumnType type = field.type();
        return switch (type.kind()) {
            case BOOLEAN -> new BooleanData(field, expectedRows);
            case INT64, UINT64, DATE, TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> new LongData(field, expectedRows);
            case DECIMAL ->
                type.precision() <= 18
                        ? new LongData(field, expectedRows)
                        : new BytesData(field, expectedRows, BytesData.UNKNOWN_LENGTH);
            case FLOAT32, FLOAT64 -> new DoubleData(field, expectedRows);
            case STRING, BINARY, VARIANT -> new BytesData(field, expectedRows, BytesData.UNKNOWN_LENGTH);
            case STRUCT -> new StructData(field, expectedRows);
            case LIST, MAP -> new RepeatedData(field, expectedRows);
        };
    }

    /** An empty column of the same kind, sized by the proportions of this one. */
    abstract ColumnData next(int expectedRows);

    /** Adds a row that holds nothing, and counts it. */
    abstract void appendEmpty();

    abstract long retainedBytes();

    final String name() {
        return name;
    }

    final boolean nullable() {
        return nullable;
    }

    final int size() {
        return count;
    }

    final void counted() {
        count++;
    }

    final long nullBytes() {
        return nulls.size() / 8;
    }

    /** Cuts off every row from this one on, and what was written for it by halves. */
    void truncate(int rows) {
        nulls.clear(rows, Math.max(rows, nulls.length()));
        count = rows;
    }

    final void appendNull() {
        nulls.set(count);
        appendEmpty();
    }

    final void appendNullChecked() {
        if (!nullable) {
            throw new IllegalArgumentException("column '" + name + "' is not nullable and has no value");
        }
        appendNull();
    }

    void appendBoolean(boolean value) {
        throw wrongKind("a boolean");
    }

    void appendLong(long value) {
        throw wrongKind("a long");
    }

    void appendDouble(double value) {
        throw wrongKind("a double");
    }

    void appendBytes(byte[] source, int offset, int length) {
        throw wrongKind("bytes");
    }

    NestedData asNested() {
        throw wrongKind("nested columns");
    }

    private IllegalArgumentException wrongKind(String what) {
        return new IllegalArgumentException("column '" + name + "' does not hold " + what);
    }

    @Override
    public final boolean isNull(int row) {
        return nulls.get(row);
    }

    @Override
    public boolean getBoolean(int row) {
        throw wrongKind("a boolean");
    }

    @Override
    public long getLong(int row) {
        throw wrongKind("a long");
    }

    @Override
    public double getDouble(int row) {
        throw wrongKind("a double");
    }

    @Override
    public BytesColumn bytes() {
        throw wrongKind("bytes");
    }

    @Override
    public List<RowBatch.Column> children() {
        return List.of();
    }

    @Override
    public int childStart(int row) {
        throw wrongKind("elements");
    }
}
