package org.lakeingest.lake.keyed;

import java.util.List;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/**
 * Rows of one schema, no two of one key.
 *
 * @param rows in the order in which they came; at least one row in all
 * @param count of rows
 * @param deletes whether the rows delete; all of them do or none does
 */
public record Selection(Schema schema, List<RowBatch> rows, long count, boolean deletes) {}
