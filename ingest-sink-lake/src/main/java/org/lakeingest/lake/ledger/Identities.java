package org.lakeingest.lake.ledger;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;

/**
 * Which table a name means. A commit into a table that was dropped or replaced meanwhile succeeds, and its rows are nowhere; so
 * a name that means another table than it did is a loss, or about to be one, and stops the pipeline. Thread-safe.
 */
final class Identities {
    private static final int TRIES = 4;
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final LedgerLake lake;
    private final CommitSettings settings;
    private final Map<String, String> known = new ConcurrentHashMap<>();

    Identities(LedgerLake lake, CommitSettings settings) {
        this.lake = lake;
        this.settings = settings;
    }

    /** Looks at tables that were not looked at before; completes with the ids of all of them. */
    CompletableFuture<Map<String, String>> learn(Set<String> tables) {
        Set<String> fresh = new HashSet<>(tables);
        fresh.add(lake.ledger());
        fresh.removeAll(known.keySet());
        CompletableFuture<Void> looked =
                fresh.isEmpty() ? CompletableFuture.completedFuture(null) : check(fresh, known::putIfAbsent);
        return looked.thenApply(done -> {
            Map<String, String> ids = new HashMap<>();
            tables.forEach(table -> ids.put(table, Objects.requireNonNull(known.get(table))));
            return ids;
        });
    }

    Set<String> targets() {
        Set<String> targets = new HashSet<>(known.keySet());
        targets.remove(lake.ledger());
        return targets;
    }

    private interface Met {
        void met(String table, String id);
    }

    private CompletableFuture<Void> check(Set<String> tables, Met met) {
        return read(tables, 1).thenAccept(ids -> {
            for (String table : tables) {
                String id = ids.get(table);
                if (id == null) {
                    throw replaced(table, table + " is gone, or the user may not see it in system.tables");
                }
                met.met(table, id);
            }
        });
    }

    /** Fails when one of the tables, or the ledger, is no longer what it was. Asked after a commit, before anything is durable. */
    CompletableFuture<Void> verify(Set<String> tables) {
        if (!settings.guards().identity()) {
            return CompletableFuture.completedFuture(null);
        }
        Set<String> all = new HashSet<>(tables);
        all.add(lake.ledger());
        return check(all, (table, id) -> {
            String before = known.get(table);
            if (before != null && !before.equals(id)) {
                throw replaced(
                        table,
                        table + " was replaced by another table of that name (id " + before + ", now " + id + ")");
            }
        });
    }

    /** Compares what a claim found in the ledger with the tables of today. */
    CompletableFuture<Void> verifyStored(Map<String, String> stored) {
        if (!settings.guards().identity() || stored.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        return read(stored.keySet(), 1)
                .thenAccept(ids -> stored.forEach((table, id) -> {
                    String now = ids.get(table);
                    if (!id.equals(now)) {
                        throw replaced(
                                table,
                                table + (now == null ? " is gone" : " was replaced by another table of that name")
                                        + " since its last commit (id " + id + (now == null ? "" : ", now " + now)
                                        + ")");
                    }
                }));
    }

    private IngestException replaced(String table, String what) {
        String plan = table.equals(lake.ledger())
                ? "; bring it back (UNDROP TABLE), since a new ledger starts where the group was committed, and rows from there on"
                        + " may be there twice"
                : "; bring it back (UNDROP TABLE), or go on without the rows that were in it: UPDATE " + lake.ledger()
                        + " SET targets = '' WHERE partition_no >= 0 while the pipeline is stopped";
        return new IngestException(settings.codes().replaced(), what + plan);
    }

    private CompletableFuture<Map<String, String>> read(Set<String> tables, int attempt) {
        return Steps.then(lake.ids(tables), (ids, failure) -> {
            if (failure == null) {
                return CompletableFuture.completedFuture(ids);
            }
            if (failure.code().kind() != ErrorKind.TRANSIENT || attempt == TRIES) {
                return CompletableFuture.failedFuture(failure);
            }
            CompletableFuture<Map<String, String>> again = new CompletableFuture<>();
            settings.timing().after(PAUSE.multipliedBy(attempt), () -> Steps.pass(read(tables, attempt + 1), again));
            return again;
        });
    }
}
