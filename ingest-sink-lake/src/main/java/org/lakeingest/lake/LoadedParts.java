package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;

/**
 * Rows that are in their table while others of their batch, for another table, are not: when the batch comes again, whole or in
 * halves, they are left out. Thread-safe.
 */
final class LoadedParts {
    private static final int MOST = 4096;

    private record Part(
            OffsetRange range, TableName table, @Nullable Schema schema) {}

    private final Map<SourcePartition, List<Part>> parts = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SourcePartition, List<Part>> eldest) {
            return size() > MOST;
        }
    };

    synchronized void add(WriteBatch batch, PackedFile file) {
        parts.computeIfAbsent(batch.partition(), any -> new ArrayList<>())
                .add(new Part(batch.range(), file.table(), file.schema()));
    }

    synchronized boolean has(WriteBatch batch, TableName table, @Nullable Schema schema) {
        List<Part> known = parts.get(batch.partition());
        if (known == null) {
            return false;
        }
        OffsetRange range = batch.range();
        for (Part part : known) {
            boolean inside = part.range.start() <= range.start() && range.end() <= part.range.end();
            if (inside && part.table.equals(table) && Objects.equals(part.schema, schema)) {
                return true;
            }
        }
        return false;
    }

    /** The batch is durable, and with it everything before it. */
    synchronized void settled(WriteBatch batch) {
        List<Part> known = parts.get(batch.partition());
        if (known != null) {
            known.removeIf(part -> part.range.end() <= batch.range().end());
            if (known.isEmpty()) {
                parts.remove(batch.partition());
            }
        }
    }
}
