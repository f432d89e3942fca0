package org.lakeingest.engine.rows;

import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;

/** How many bytes of values there are, as the producer sent them: what a user counts, unlike what is kept in memory. */
public final class ValueBytes {
    private ValueBytes() {}

    /** Of all records of a batch. */
    public static long of(RecordBatch records) {
        BytesColumn values = records.values();
        long bytes = 0;
        for (int i = 0; i < values.size(); i++) {
            bytes += values.isNull(i) ? 0 : values.length(i);
        }
        return bytes;
    }

    /** Of the records that rows were made of; a record that gave several rows counts once. */
    public static long of(RowBatch rows) {
        BytesColumn values = rows.origin().values();
        long bytes = 0;
        int counted = -1;
        for (int row = 0; row < rows.rowCount(); row++) {
            int index = rows.originIndex(row);
            if (index != counted && !values.isNull(index)) {
                bytes += values.length(index);
            }
            counted = index;
        }
        return bytes;
    }
}
