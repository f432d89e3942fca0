package org.lakeingest.format.json;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.lakeingest.api.Schema;

/**
 * The schema of rows that have values for the same defaulted columns.
 *
 * @param missing numbers of the plan's columns that the schema lacks
 * @param slots by number of the plan's column: the number in the schema, or {@link #ABSENT}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; read for every value
record RowLayout(BitSet missing, Schema schema, int[] slots) {
    static final int ABSENT = -1;

    /** The layout without these columns, of which there must be fewer than columns. */
    static RowLayout without(BitSet missing, List<PlannedColumn> columns) {
        int[] slots = new int[columns.size()];
        List<Schema.Field> fields = new ArrayList<>();
        for (int i = 0; i < slots.length; i++) {
            if (missing.get(i)) {
                slots[i] = ABSENT;
            } else {
                slots[i] = fields.size();
                fields.add(columns.get(i).field());
            }
        }
        return new RowLayout((BitSet) missing.clone(), new Schema(fields), slots);
    }
}
