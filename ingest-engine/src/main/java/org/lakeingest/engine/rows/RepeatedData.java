package org.lakeingest.engine.rows;

import java.util.Arrays;
import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** Lists and maps: the elements of all rows one after the other, and where each row's begin. */
final class RepeatedData extends NestedData {
    private static final long UNKNOWN_LENGTH = 4 * 16;

    private final Schema.Field field;
    private final boolean map;
    private final long guess;
    private final ColumnData[] children;
    /** One more than there are rows. */
    private int[] starts;

    RepeatedData(Schema.Field field, int expectedRows) {
        super(field.name(), field.nullable());
        this.field = field;
        this.map = field.type().kind() == ColumnType.Kind.MAP;
        this.children = new ColumnData[map ? 2 : 1];
        this.guess = UNKNOWN_LENGTH;
        int expected = Capacity.ample(expectedRows, guess);
        for (int i = 0; i < children.length; i++) {
            children[i] = ColumnData.of(field.type().children().get(i), expected);
        }
        this.starts = new int[expectedRows + 1];
    }

    private RepeatedData(RepeatedData last, int expectedRows) {
        super(last.name(), last.nullable());
        this.field = last.field;
        this.map = last.map;
        this.children = new ColumnData[last.children.length];
        this.guess = Capacity.perRow(last.children[0].size(), last.size(), last.guess);
        int expected = Capacity.ample(expectedRows, guess);
        for (int i = 0; i < children.length; i++) {
            children[i] = last.children[i].next(expected);
        }
        this.starts = new int[expectedRows + 1];
    }

    @Override
    RepeatedData next(int expectedRows) {
        return new RepeatedData(this, expectedRows);
    }

    @Override
    ColumnData child(int column) {
        if (map) {
            prepareEntry(column);
        }
        return children[column];
    }

    /** A key begins an entry, so an entry before it that got no value has a null one. */
    private void prepareEntry(int column) {
        ColumnData keys = children[0];
        ColumnData values = children[1];
        if (column == 0) {
            if (values.size() < keys.size()) {
                values.appendNullChecked();
            }
        } else if (column == 1 && values.size() == keys.size()) {
            throw new IllegalArgumentException("map '" + name() + "' is given a value without a key");
        }
    }

    @Override
    void closeRow() {
        if (map && children[1].size() < children[0].size()) {
            children[1].appendNullChecked();
        }
        appendEmpty();
    }

    @Override
    void appendEmpty() {
        int next = size() + 1;
        if (next == starts.length) {
            starts = Arrays.copyOf(starts, Capacity.grown(next, next + 1L));
        }
        starts[next] = children[0].size();
        counted();
    }

    @Override
    void truncate(int rows) {
        super.truncate(rows);
        for (ColumnData child : children) {
            child.truncate(starts[rows]);
        }
    }

    @Override
    public List<RowBatch.Column> children() {
        return List.of(children);
    }

    @Override
    public int childStart(int row) {
        return starts[row];
    }

    @Override
    long retainedBytes() {
        long total = OVERHEAD + 4L * starts.length + nullBytes();
        for (ColumnData child : children) {
            total += child.retainedBytes();
        }
        return total;
    }
}
