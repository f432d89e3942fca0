package org.lakeingest.lake;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/**
 * Rows that go into one file.
 *
 * @param schema of all rows in the columns layout; null in the raw layout, where it does not matter
 * @param name without extension; the same for the same batches on every attempt of this run, and of no other
 * @param whole what an absent table is made of: the columns of all files that were packed together for it
 */
record PackedFile(
        TableName table,
        @Nullable Schema schema,
        String name,
        List<RowBatch> batches,
        long rows,
        @Nullable Schema whole) {
    PackedFile(TableName table, @Nullable Schema schema, String name, List<RowBatch> batches, long rows) {
        this(table, schema, name, batches, rows, schema);
    }

    /** The same under another name. */
    PackedFile named(String newName) {
        return new PackedFile(table, schema, newName, batches, rows, whole);
    }

    /** The same beside files with other columns. */
    PackedFile within(Schema newWhole) {
        return new PackedFile(table, schema, name, batches, rows, newWhole);
    }
}
