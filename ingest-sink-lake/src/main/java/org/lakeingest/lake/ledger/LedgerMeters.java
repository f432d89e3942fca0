package org.lakeingest.lake.ledger;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.lakeingest.api.Metrics;

/** Counts transactions by what became of them, and times them. Thread-safe. */
final class LedgerMeters {
    final Metrics.Timer commitTime;
    final Metrics.Timer transactionTime;
    private final Map<CommitRun.End, Metrics.Counter> ends = new EnumMap<>(CommitRun.End.class);

    LedgerMeters(Metrics metrics) {
        commitTime = metrics.timer("ledger.commit.duration", "Time of COMMIT.");
        transactionTime = metrics.timer("ledger.transaction.duration", "Time from BEGIN to the end of COMMIT.");
        for (CommitRun.End end : CommitRun.End.values()) {
            ends.put(
                    end,
                    metrics.counter(
                            "ledger.transactions." + end.name().toLowerCase(Locale.ROOT),
                            "Transactions that " + end.says));
        }
    }

    void count(CommitRun.End end) {
        Metrics.Counter counter = ends.get(end);
        if (counter != null) {
            counter.add(1);
        }
    }
}
