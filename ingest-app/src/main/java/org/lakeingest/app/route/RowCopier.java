package org.lakeingest.app.route;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/**
 * Copies rows, without one column if need be. Immutable.
 *
 * @param schema of the copies
 * @param dropped the column that is left out, -1 for none
 */
record RowCopier(Schema schema, int dropped) {
    /** The widest decimal that travels as a long. */
    private static final int LONG_DIGITS = 18;

    static RowCopier of(Schema input, int dropped) {
        if (dropped < 0) {
            return new RowCopier(input, -1);
        }
        List<Schema.Field> kept = new ArrayList<>(input.fields());
        kept.remove(dropped);
        return new RowCopier(new Schema(kept), dropped);
    }

    void copy(RowBatch input, int row, RowAppender output) {
        for (int to = 0; to < schema.fields().size(); to++) {
            int from = dropped >= 0 && to >= dropped ? to + 1 : to;
            copy(input.column(from), row, schema.fields().get(to).type(), output, to);
        }
    }

    private static void copy(RowBatch.Column input, int row, ColumnType type, RowAppender output, int to) {
        if (input.isNull(row)) {
            output.setNull(to);
            return;
        }
        switch (type.kind()) {
            case BOOLEAN -> output.setBoolean(to, input.getBoolean(row));
            case INT64, UINT64, DATE, TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> output.setLong(to, input.getLong(row));
            case FLOAT32, FLOAT64 -> output.setDouble(to, input.getDouble(row));
            case STRING, VARIANT, BINARY -> bytes(input.bytes(), row, output, to);
            case DECIMAL -> {
                if (type.precision() <= LONG_DIGITS) {
                    output.setLong(to, input.getLong(row));
                } else {
                    bytes(input.bytes(), row, output, to);
                }
            }
            case LIST, MAP -> elements(input, row, type, output, to);
            case STRUCT -> struct(input, row, type, output, to);
        }
    }

    private static void bytes(BytesColumn input, int row, RowAppender output, int to) {
        output.setBytes(to, input.array(row), input.arrayOffset(row), input.length(row));
    }

    private static void elements(RowBatch.Column input, int row, ColumnType type, RowAppender output, int to) {
        output.beginNested(to);
        int end = input.childStart(row + 1);
        for (int element = input.childStart(row); element < end; element++) {
            for (int child = 0; child < type.children().size(); child++) {
                copy(
                        input.children().get(child),
                        element,
                        type.children().get(child).type(),
                        output,
                        child);
            }
        }
        output.endNested();
    }

    private static void struct(RowBatch.Column input, int row, ColumnType type, RowAppender output, int to) {
        output.beginNested(to);
        for (int child = 0; child < type.children().size(); child++) {
            copy(input.children().get(child), row, type.children().get(child).type(), output, child);
        }
        output.endNested();
    }
}
