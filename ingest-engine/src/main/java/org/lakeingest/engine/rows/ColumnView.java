package org.lakeingest.engine.rows;

import java.util.List;
import java.util.Objects;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.RowBatch;

/** Some consecutive rows of a column. Elements of lists and maps are not moved: their ranges are given as they are. */
final class ColumnView implements RowBatch.Column {
    private final RowBatch.Column whole;
    private final int first;
    private final int rows;

    ColumnView(RowBatch.Column whole, int first, int rows) {
        this.whole = whole;
        this.first = first;
        this.rows = rows;
    }

    private int at(int row) {
        return first + Objects.checkIndex(row, rows);
    }

    @Override
    public boolean isNull(int row) {
        return whole.isNull(at(row));
    }

    @Override
    public boolean getBoolean(int row) {
        return whole.getBoolean(at(row));
    }

    @Override
    public long getLong(int row) {
        return whole.getLong(at(row));
    }

    @Override
    public double getDouble(int row) {
        return whole.getDouble(at(row));
    }

    @Override
    public BytesColumn bytes() {
        return new BytesView(whole.bytes());
    }

    @Override
    public List<RowBatch.Column> children() {
        if (!(whole instanceof StructData)) {
            return whole.children();
        }
        return whole.children().stream()
                .<RowBatch.Column>map(child -> new ColumnView(child, first, rows))
                .toList();
    }

    @Override
    public int childStart(int row) {
        return whole.childStart(first + Objects.checkIndex(row, rows + 1));
    }

    private final class BytesView implements BytesColumn {
        private final BytesColumn bytes;

        BytesView(BytesColumn bytes) {
            this.bytes = bytes;
        }

        @Override
        public int size() {
            return rows;
        }

        @Override
        public boolean isNull(int index) {
            return bytes.isNull(at(index));
        }

        @Override
        public byte[] array(int index) {
            return bytes.array(at(index));
        }

        @Override
        public int arrayOffset(int index) {
            return bytes.arrayOffset(at(index));
        }

        @Override
        public int length(int index) {
            return bytes.length(at(index));
        }
    }
}
