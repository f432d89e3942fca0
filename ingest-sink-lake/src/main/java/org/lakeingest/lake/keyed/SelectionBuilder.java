package org.lakeingest.lake.keyed;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** Puts rows together to slices, each as long as possible. */
final class SelectionBuilder {
    private final Schema schema;
    private final boolean deletes;
    private final List<RowBatch> slices = new ArrayList<>();
    private @Nullable RowBatch batch;
    private int from;
    private int end;
    private long count;

    SelectionBuilder(Schema schema, boolean deletes) {
        this.schema = schema;
        this.deletes = deletes;
    }

    /** Rows of one batch come ascending, and batches one after the other. */
    void add(RowBatch rows, int row) {
        if (rows != batch || row != end) {
            flush();
            batch = rows;
            from = row;
        }
        end = row + 1;
        count++;
    }

    private void flush() {
        RowBatch open = batch;
        if (open != null) {
            boolean whole = from == 0 && end == open.rowCount();
            slices.add(whole ? open : new RowSlice(open, from, end - from));
        }
    }

    Selection build() {
        flush();
        batch = null;
        return new Selection(schema, List.copyOf(slices), count, deletes);
    }
}
