package org.lakeingest.lake.encode;

import java.util.List;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** One column of the file for each column of the rows. */
final class ColumnLayout implements FileLayout {
    private final Schema schema;

    ColumnLayout(Schema schema) {
        this.schema = schema;
    }

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // only a shortcut; unequal instances are compared by value
    public ColumnValues[] bind(RowBatch rows) {
        if (rows.schema() != schema && !rows.schema().equals(schema)) {
            throw new IllegalArgumentException("Rows of another schema than the file's");
        }
        List<Schema.Field> fields = schema.fields();
        ColumnValues[] columns = new ColumnValues[fields.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new BatchColumn(rows.column(i), fields.get(i).type());
        }
        return columns;
    }
}
