package org.lakeingest.lake;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.RowBatch;

/** One column of dead letters, of bytes or of numbers. Immutable. */
final class LetterColumn implements RowBatch.Column, BytesColumn {
    private static final byte[] NOTHING = {};

    private final List<byte @Nullable []> values;
    private final long[] numbers;

    /** One of the two is empty. */
    LetterColumn(List<byte @Nullable []> values, long[] numbers) {
        this.values = values;
        this.numbers = numbers;
    }

    @Override
    public boolean isNull(int row) {
        return numbers.length == 0 && values.get(row) == null;
    }

    @Override
    public BytesColumn bytes() {
        return this;
    }

    @Override
    public int size() {
        return Math.max(values.size(), numbers.length);
    }

    @Override
    public byte[] array(int row) {
        byte[] value = values.get(row);
        return value == null ? NOTHING : value;
    }

    @Override
    public int arrayOffset(int row) {
        return 0;
    }

    @Override
    public int length(int row) {
        return array(row).length;
    }

    @Override
    public long getLong(int row) {
        return numbers[row];
    }

    @Override
    public boolean getBoolean(int row) {
        throw wrongKind();
    }

    @Override
    public double getDouble(int row) {
        throw wrongKind();
    }

    @Override
    public List<RowBatch.Column> children() {
        throw wrongKind();
    }

    @Override
    public int childStart(int row) {
        throw wrongKind();
    }

    private static IllegalStateException wrongKind() {
        return new IllegalStateException("A letter has bytes and whole numbers");
    }
}
