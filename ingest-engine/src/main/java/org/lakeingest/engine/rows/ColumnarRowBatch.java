package org.lakeingest.engine.rows;

import java.util.Arrays;
import java.util.Objects;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/**
 * Rows by column, as a {@link ColumnarCollector} made them, or a view of some of them. Immutable, so any thread may read it
 * once it was handed over.
 */
public final class ColumnarRowBatch implements RowBatch {
    private final Target target;
    private final Schema schema;
    private final RecordBatch origin;
    private final int[] origins;
    private final StructData rows;
    private final int first;
    private final int rowCount;
    private final Column[] columns;

    ColumnarRowBatch(Target target, Schema schema, RecordBatch origin, int[] origins, StructData rows) {
        this.target = target;
        this.schema = schema;
        this.origin = origin;
        this.origins = origins;
        this.rows = rows;
        this.first = 0;
        this.rowCount = rows.size();
        this.columns = rows.children().toArray(Column[]::new);
    }

    private ColumnarRowBatch(ColumnarRowBatch whole, int first, int rowCount) {
        this.target = whole.target;
        this.schema = whole.schema;
        this.origin = whole.origin;
        this.origins = whole.origins;
        this.rows = whole.rows;
        this.first = first;
        this.rowCount = rowCount;
        this.columns = new Column[whole.columns.length];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new ColumnView(rows.column(i), first, rowCount);
        }
    }

    /**
     * The rows that come from the records {@code [fromOriginIndex, toOriginIndex)} of {@link #origin}; a view that costs a few
     * objects and copies nothing. Origin indexes keep their meaning. May be empty.
     */
    public ColumnarRowBatch slice(int fromOriginIndex, int toOriginIndex) {
        if (fromOriginIndex < 0 || toOriginIndex < fromOriginIndex) {
            throw new IllegalArgumentException(
                    "not a range of records: [" + fromOriginIndex + ", " + toOriginIndex + ")");
        }
        int from = firstRowAtOrAfter(fromOriginIndex);
        int to = firstRowAtOrAfter(toOriginIndex);
        return from == first && to == first + rowCount ? this : new ColumnarRowBatch(this, from, to - from);
    }

    /** An absolute row number; several rows may share an origin. */
    private int firstRowAtOrAfter(int originIndex) {
        int found = Arrays.binarySearch(origins, first, first + rowCount, originIndex);
        if (found < 0) {
            return -found - 1;
        }
        while (found > first && origins[found - 1] == originIndex) {
            found--;
        }
        return found;
    }

    @Override
    public Target target() {
        return target;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public int rowCount() {
        return rowCount;
    }

    @Override
    public RecordBatch origin() {
        return origin;
    }

    @Override
    public int originIndex(int row) {
        return origins[first + Objects.checkIndex(row, rowCount)];
    }

    @Override
    public Column column(int column) {
        return columns[column];
    }

    /**
     * What is kept in memory for these rows, unused capacity included, the origin's records excluded. A view keeps the whole
     * batch alive and says so.
     */
    @Override
    public long sizeInBytes() {
        return ColumnData.OVERHEAD + 4L * origins.length + rows.retainedBytes();
    }

    /** Without values: those are nobody's business in a log. */
    @Override
    public String toString() {
        return rowCount + " rows of " + origin.partition() + " for target '" + target.name() + "', columns "
                + schema.fields().stream().map(Schema.Field::name).toList();
    }
}
