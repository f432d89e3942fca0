package org.lakeingest.lake.encode;

import org.lakeingest.api.Schema;

/** What rows look like in a table. Immutable. */
public sealed interface TableLayout {
    /**
     * The raw table: {@code uuid, koffset, kpartition, raw_data, record_metadata, add_time}. Rows have one column, the
     * message as VARIANT; the other five come from the record it was read from.
     */
    record Raw() implements TableLayout {}

    /**
     * One column for each field of the schema, in its order.
     *
     * @param schema of every row batch that goes into the file, by value
     */
    record Columns(Schema schema) implements TableLayout {}
}
