package org.lakeingest.engine.rows;

import java.util.Arrays;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Schema;

/** Byte strings, one after the other in one arena. */
final class BytesData extends ColumnData {
    static final long UNKNOWN_LENGTH = 16 * 16;

    private final Schema.Field field;
    private final long guess;
    private final Slices slices = new Slices();
    private byte[] arena;
    /** Where each row ends; it starts where the one before ended. */
    private int[] ends;

    BytesData(Schema.Field field, int expectedRows, long guess) {
        super(field.name(), field.nullable());
        this.field = field;
        this.ends = new int[expectedRows];
        this.guess = guess;
        this.arena = new byte[Capacity.ample(expectedRows, guess)];
    }

    @Override
    BytesData next(int expectedRows) {
        return new BytesData(field, expectedRows, Capacity.perRow(start(size()), size(), guess));
    }

    private int start(int row) {
        return row == 0 ? 0 : ends[row - 1];
    }

    @Override
    void appendBytes(byte[] source, int offset, int length) {
        int row = size();
        int start = start(row);
        if (length > arena.length - start) {
            arena = Arrays.copyOf(arena, Capacity.grown(arena.length, (long) start + length));
        }
        System.arraycopy(source, offset, arena, start, length);
        end(row, start + length);
    }

    @Override
    void appendEmpty() {
        end(size(), start(size()));
    }

    private void end(int row, int end) {
        if (row == ends.length) {
            ends = Arrays.copyOf(ends, Capacity.grown(row, row + 1L));
        }
        ends[row] = end;
        counted();
    }

    @Override
    public BytesColumn bytes() {
        return slices;
    }

    @Override
    long retainedBytes() {
        return OVERHEAD + arena.length + 4L * ends.length + nullBytes();
    }

    private final class Slices implements BytesColumn {
        @Override
        public int size() {
            return BytesData.this.size();
        }

        @Override
        public boolean isNull(int index) {
            return BytesData.this.isNull(index);
        }

        @Override
        public byte[] array(int index) {
            return arena;
        }

        @Override
        public int arrayOffset(int index) {
            return start(index);
        }

        @Override
        public int length(int index) {
            return ends[index] - start(index);
        }
    }
}
