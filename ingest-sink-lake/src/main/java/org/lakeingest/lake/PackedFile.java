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
 */
record PackedFile(TableName table, @Nullable Schema schema, String name, List<RowBatch> batches, long rows) {
    /** The same under another name. */
    PackedFile named(String newName) {
        return new PackedFile(table, schema, newName, batches, rows);
    }
}
