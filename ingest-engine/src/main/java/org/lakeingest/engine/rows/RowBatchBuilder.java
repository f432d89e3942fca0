package org.lakeingest.engine.rows;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** Writes the rows of one target and schema; the row itself is a struct, so nesting needs no second path. */
final class RowBatchBuilder implements RowAppender {
    private static final int[] NO_ORIGINS = {};

    private final Target target;
    private final Schema schema;
    private StructData root;
    private NestedData scope = NoRow.INSTANCE;
    private NestedData[] outer = new NestedData[4];
    private int depth;
    private int[] origins = NO_ORIGINS;
    private @Nullable RecordBatch origin;
    private @Nullable RowBatch input;
    private int inputs;
    private long rowsPerInput = 16;

    RowBatchBuilder(Target target, Schema schema) {
        this.target = target;
        this.schema = schema;
        this.root = new StructData("row", schema.fields(), 0);
    }

    /** Cheap: asked for every row. */
    @SuppressWarnings("ReferenceEquality") // schemas are compared by identity first; equal ones are found the slow way
    boolean isFor(Target otherTarget, Schema otherSchema) {
        return schema == otherSchema && target.equals(otherTarget);
    }

    boolean isForEqual(Target otherTarget, Schema otherSchema) {
        return target.equals(otherTarget) && schema.equals(otherSchema);
    }

    boolean isStarted() {
        return origin != null;
    }

    void start(RecordBatch newOrigin, @Nullable RowBatch newInput, int newInputs) {
        int expected = Capacity.expected(newInputs, rowsPerInput);
        root = root.next(expected);
        origins = new int[expected];
        origin = newOrigin;
        input = newInput;
        inputs = newInputs;
    }

    void drop() {
        origin = null;
        input = null;
        inputs = 0;
        origins = NO_ORIGINS;
        root = root.next(0);
        closeScopes();
    }

    /** The batch so far, or null when it has no row. Its arrays now belong to it. */
    @Nullable
    ColumnarRowBatch build() {
        if (scope != NoRow.INSTANCE) {
            throw new IllegalStateException("row " + root.size() + " was begun and neither ended nor discarded");
        }
        RecordBatch of = origin;
        if (of == null) {
            return null;
        }
        rowsPerInput = Capacity.perRow(root.size(), inputs, rowsPerInput);
        ColumnarRowBatch batch = root.size() == 0 ? null : new ColumnarRowBatch(target, schema, of, origins, root);
        drop();
        return batch;
    }

    private void closeScopes() {
        scope = NoRow.INSTANCE;
        depth = 0;
    }

    @Override
    public void beginRow(int inputIndex) {
        if (scope != NoRow.INSTANCE) {
            throw new IllegalStateException("the row before is neither ended nor discarded");
        }
        Objects.checkIndex(inputIndex, inputs);
        int row = root.size();
        int originIndex = input == null ? inputIndex : input.originIndex(inputIndex);
        if (row > 0 && originIndex < origins[row - 1]) {
            throw new IllegalArgumentException("rows must follow the order of the input: record " + originIndex
                    + " comes after " + origins[row - 1]);
        }
        if (row == origins.length) {
            origins = Arrays.copyOf(origins, Capacity.grown(origins.length, row + 1L));
        }
        origins[row] = originIndex;
        scope = root;
    }

    @Override
    public void setNull(int column) {
        scope.child(column).appendNullChecked();
    }

    @Override
    public void setBoolean(int column, boolean value) {
        scope.child(column).appendBoolean(value);
    }

    @Override
    public void setLong(int column, long value) {
        scope.child(column).appendLong(value);
    }

    @Override
    public void setDouble(int column, double value) {
        scope.child(column).appendDouble(value);
    }

    @Override
    public void setBytes(int column, byte[] source, int offset, int length) {
        scope.child(column).appendBytes(source, offset, length);
    }

    @Override
    public void beginNested(int column) {
        NestedData nested = scope.child(column).asNested();
        if (depth == outer.length) {
            outer = Arrays.copyOf(outer, 2 * depth);
        }
        outer[depth++] = scope;
        scope = nested;
    }

    @Override
    public void endNested() {
        if (depth == 0) {
            throw new IllegalStateException("no nested column is open");
        }
        scope.closeRow();
        scope = outer[--depth];
    }

    @Override
    public void endRow() {
        if (depth != 0) {
            throw new IllegalStateException("a nested column is still open");
        }
        scope.closeRow();
        scope = NoRow.INSTANCE;
    }

    @Override
    public void discardRow() {
        root.truncate(root.size());
        closeScopes();
    }

    /** Stands in while no row is begun, so that no setter has to ask. */
    private static final class NoRow extends NestedData {
        static final NoRow INSTANCE = new NoRow();

        private NoRow() {
            super("none", false);
        }

        @Override
        ColumnData child(int column) {
            throw new IllegalStateException("no row is begun");
        }

        @Override
        void closeRow() {
            throw new IllegalStateException("no row is begun");
        }

        @Override
        void appendEmpty() {
            throw new IllegalStateException("no row is begun");
        }

        @Override
        NestedData next(int expectedRows) {
            return this;
        }

        @Override
        long retainedBytes() {
            return 0;
        }
    }
}
