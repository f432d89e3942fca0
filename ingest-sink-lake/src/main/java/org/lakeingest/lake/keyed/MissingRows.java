package org.lakeingest.lake.keyed;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;

/** Rows without those whose record is in the table already. */
public final class MissingRows {
    private MissingRows() {}

    /**
     * Selects rows.
     *
     * @param present offsets of the records that need no row any more
     * @return in the same order; empty when there is nothing left
     */
    public static List<RowBatch> of(List<RowBatch> rows, Map<SourcePartition, Set<Long>> present) {
        List<RowBatch> missing = new ArrayList<>(rows.size());
        for (RowBatch batch : rows) {
            Set<Long> known = present.getOrDefault(batch.origin().partition(), Set.of());
            if (known.isEmpty()) {
                missing.add(batch);
                continue;
            }
            SelectionBuilder builder = new SelectionBuilder(batch.schema(), false);
            for (int row = 0; row < batch.rowCount(); row++) {
                if (!known.contains(batch.origin().offset(batch.originIndex(row)))) {
                    builder.add(batch, row);
                }
            }
            missing.addAll(builder.build().rows());
        }
        return missing;
    }
}
