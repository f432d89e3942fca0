package org.lakeingest.lake.encode;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.Schema;

/** What rows look like in a table. Immutable. */
public sealed interface TableLayout {
    /**
     * The raw table: {@code uuid, koffset, kpartition, raw_data, record_metadata, add_time}. Rows have one column, the
     * message as VARIANT; the other five come from the record it was read from.
     */
    record Raw() implements TableLayout {}

    /**
     * One column for each field of the rows' schema, in its order.
     *
     * @param rows schema of every row batch that goes into the file, by value
     * @param file names of the table's columns, and what the file holds for them
     * @param casts how the one becomes the other, column by column
     */
    record Columns(Schema rows, Schema file, List<ColumnCast> casts) implements TableLayout {
        public Columns {
            casts = List.copyOf(casts);
        }

        /** Rows that travel as they are. */
        public static Columns asTheyAre(Schema rows) {
            List<ColumnCast> casts = new ArrayList<>();
            for (Schema.Field field : rows.fields()) {
                casts.add(ColumnCast.of(field.type(), field.type()));
            }
            return new Columns(rows, rows, casts);
        }
    }
}
