package org.lakeingest.lake.encode;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** A column of a row batch, taken over as it is. */
final class BatchColumn extends ColumnValues {
    private static final ColumnValues[] NONE = {};

    private final RowBatch.Column column;
    private final @Nullable BytesColumn bytes;
    private final ColumnValues[] children;

    BatchColumn(RowBatch.Column column, ColumnType type) {
        this.column = column;
        this.bytes = Columns.isBytes(type) ? column.bytes() : null;
        this.children = type.children().isEmpty() ? NONE : children(column.children(), type.children());
    }

    private static ColumnValues[] children(List<RowBatch.Column> columns, List<Schema.Field> fields) {
        ColumnValues[] children = new ColumnValues[fields.size()];
        for (int i = 0; i < children.length; i++) {
            children[i] = new BatchColumn(columns.get(i), fields.get(i).type());
        }
        return children;
    }

    private BytesColumn bytes() {
        if (bytes == null) {
            throw new IllegalStateException("Not a column of bytes");
        }
        return bytes;
    }

    @Override
    boolean isNull(int row) {
        return column.isNull(row);
    }

    @Override
    boolean getBoolean(int row) {
        return column.getBoolean(row);
    }

    @Override
    long getLong(int row) {
        return column.getLong(row);
    }

    @Override
    double getDouble(int row) {
        return column.getDouble(row);
    }

    @Override
    void putBytes(GrowingBytes out, int row) {
        BytesColumn source = bytes();
        out.put(source.array(row), source.arrayOffset(row), source.length(row));
    }

    @Override
    boolean putJsonString(GrowingBytes out, int row) {
        BytesColumn source = bytes();
        return JsonText.putUtf8(out, source.array(row), source.arrayOffset(row), source.length(row));
    }

    @Override
    ColumnValues child(int index) {
        return children[index];
    }

    @Override
    int childStart(int row) {
        return column.childStart(row);
    }
}
