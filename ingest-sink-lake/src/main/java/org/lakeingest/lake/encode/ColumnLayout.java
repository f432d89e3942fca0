package org.lakeingest.lake.encode;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** One column of the file for each column of the rows. */
final class ColumnLayout implements FileLayout {
    private final Schema schema;
    private final Schema fileSchema;

    ColumnLayout(Schema schema) {
        this.schema = schema;
        this.fileSchema = new Schema(nullable(schema.fields()));
    }

    /**
     * Everything may be null in a file: a decoder leaves columns unset, and it is the table that says, with a message about
     * the row, whether it takes nulls.
     */
    private static List<Schema.Field> nullable(List<Schema.Field> fields) {
        List<Schema.Field> nullable = new ArrayList<>();
        for (Schema.Field field : fields) {
            ColumnType type = field.type();
            ColumnType relaxed = new ColumnType(type.kind(), type.precision(), type.scale(), nullable(type.children()));
            nullable.add(new Schema.Field(field.name(), relaxed, true));
        }
        return nullable;
    }

    @Override
    public Schema schema() {
        return fileSchema;
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
