package org.lakeingest.lake.keyed;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** Consecutive rows of a batch, as a batch. Read-only, like the batch itself. */
public final class RowSlice implements RowBatch {
    private final RowBatch rows;
    private final int from;
    private final int count;

    /**
     * Makes a slice of at least one row.
     *
     * @param from row of the batch that becomes row 0
     */
    public RowSlice(RowBatch rows, int from, int count) {
        this.rows = rows;
        this.from = from;
        this.count = count;
    }

    @Override
    public Target target() {
        return rows.target();
    }

    @Override
    public Schema schema() {
        return rows.schema();
    }

    @Override
    public int rowCount() {
        return count;
    }

    @Override
    public RecordBatch origin() {
        return rows.origin();
    }

    @Override
    public int originIndex(int row) {
        return rows.originIndex(from + row);
    }

    @Override
    public Column column(int column) {
        return new SliceColumn(
                rows.column(column), schema().fields().get(column).type(), from, count);
    }

    @Override
    public long sizeInBytes() {
        return rows.sizeInBytes() * count / Math.max(1, rows.rowCount());
    }

    /** Fields of a struct have its row numbers, so they are cut likewise; elements of lists and maps have their own. */
    private record SliceColumn(Column column, ColumnType type, int from, int count) implements Column {
        @Override
        public boolean isNull(int row) {
            return column.isNull(from + row);
        }

        @Override
        public boolean getBoolean(int row) {
            return column.getBoolean(from + row);
        }

        @Override
        public long getLong(int row) {
            return column.getLong(from + row);
        }

        @Override
        public double getDouble(int row) {
            return column.getDouble(from + row);
        }

        @Override
        public BytesColumn bytes() {
            return new SliceBytes(column.bytes(), from, count);
        }

        @Override
        public List<Column> children() {
            if (type.kind() != ColumnType.Kind.STRUCT) {
                return column.children();
            }
            List<Column> fields = new ArrayList<>(type.children().size());
            for (int i = 0; i < type.children().size(); i++) {
                fields.add(new SliceColumn(
                        column.children().get(i), type.children().get(i).type(), from, count));
            }
            return fields;
        }

        @Override
        public int childStart(int row) {
            return column.childStart(from + row);
        }
    }

    private record SliceBytes(BytesColumn bytes, int from, int size) implements BytesColumn {
        @Override
        public boolean isNull(int index) {
            return bytes.isNull(from + index);
        }

        @Override
        public byte[] array(int index) {
            return bytes.array(from + index);
        }

        @Override
        public int arrayOffset(int index) {
            return bytes.arrayOffset(from + index);
        }

        @Override
        public int length(int index) {
            return bytes.length(from + index);
        }
    }
}
