package org.lakeingest.lake.encode;

import java.util.List;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** One column of the file for each column of the rows. */
final class ColumnLayout implements FileLayout {
    private final TableLayout.Columns layout;

    ColumnLayout(TableLayout.Columns layout) {
        this.layout = layout;
    }

    @Override
    public Schema schema() {
        return layout.file();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // only a shortcut; unequal instances are compared by value
    public ColumnValues[] bind(RowBatch rows) {
        if (rows.schema() != layout.rows() && !rows.schema().equals(layout.rows())) {
            throw new IllegalArgumentException("Rows of another schema than the file's");
        }
        List<Schema.Field> fields = layout.file().fields();
        ColumnValues[] columns = new ColumnValues[fields.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = CastColumns.bind(
                    rows.column(i), layout.casts().get(i), fields.get(i).name());
        }
        return columns;
    }
}
