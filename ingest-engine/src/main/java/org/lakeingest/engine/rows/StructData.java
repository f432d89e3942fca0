package org.lakeingest.engine.rows;

import java.util.List;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** A struct, or the row itself: its children have exactly its rows. */
final class StructData extends NestedData {
    private final ColumnData[] children;

    StructData(Schema.Field field, int expectedRows) {
        super(field.name(), field.nullable());
        this.children = create(field.type().children(), expectedRows);
    }

    StructData(String name, List<Schema.Field> fields, int expectedRows) {
        super(name, false);
        this.children = create(fields, expectedRows);
    }

    private StructData(StructData last, int expectedRows) {
        super(last.name(), last.nullable());
        this.children = new ColumnData[last.children.length];
        for (int i = 0; i < children.length; i++) {
            children[i] = last.children[i].next(expectedRows);
        }
    }

    private static ColumnData[] create(List<Schema.Field> fields, int expectedRows) {
        ColumnData[] columns = new ColumnData[fields.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = ColumnData.of(fields.get(i), expectedRows);
        }
        return columns;
    }

    @Override
    StructData next(int expectedRows) {
        return new StructData(this, expectedRows);
    }

    @Override
    ColumnData child(int column) {
        ColumnData child = children[column];
        if (child.size() != size()) {
            throw new IllegalArgumentException("column '" + child.name() + "' is already set in this row");
        }
        return child;
    }

    @Override
    void closeRow() {
        int row = size();
        for (ColumnData child : children) {
            if (child.size() == row) {
                child.appendNullChecked();
            }
        }
        counted();
    }

    @Override
    void appendEmpty() {
        for (ColumnData child : children) {
            child.appendNull();
        }
        counted();
    }

    @Override
    void truncate(int rows) {
        super.truncate(rows);
        for (ColumnData child : children) {
            child.truncate(rows);
        }
    }

    @Override
    public List<RowBatch.Column> children() {
        return List.of(children);
    }

    RowBatch.Column column(int column) {
        return children[column];
    }

    @Override
    long retainedBytes() {
        long total = OVERHEAD + nullBytes();
        for (ColumnData child : children) {
            total += child.retainedBytes();
        }
        return total;
    }
}
