package org.lakeingest.lake;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.lakeingest.api.Metrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tables that cannot be loaded, for log and meters: a line when that begins and ends, not for every retry. Thread-safe. */
final class PausedTables {
    private static final Logger LOG = LoggerFactory.getLogger(PausedTables.class);
    /** Tables may come from the values of records, and every meter is kept for ever. */
    private static final int MOST_METERS = 50;

    private final Metrics metrics;
    private final Map<TableName, LakeErrorCode> paused = new ConcurrentHashMap<>();
    private final Set<TableName> metered = ConcurrentHashMap.newKeySet();

    PausedTables(Metrics metrics) {
        this.metrics = metrics;
        metrics.gauge("tables.paused", "Tables that cannot be loaded, whose rows wait.", paused::size);
    }

    void paused(TableName table, LakeException reason) {
        if (paused.put(table, reason.code()) == null) {
            LOG.warn(
                    "[{}] table {} is paused, its rows wait: {} ({})",
                    reason.code(),
                    table,
                    reason.getMessage(),
                    reason.code().advice());
            meter(table);
        }
    }

    private void meter(TableName table) {
        if (metered.size() < MOST_METERS && metered.add(table)) {
            metrics.gauge(
                    "table.paused",
                    "1 while this table cannot be loaded; for the first " + MOST_METERS + " such tables.",
                    Map.of("table", table.toString()),
                    () -> paused.containsKey(table) ? 1 : 0);
        }
    }

    void resumed(TableName table) {
        if (!paused.isEmpty() && paused.remove(table) != null) {
            LOG.info("table {} is loaded again", table);
        }
    }
}
