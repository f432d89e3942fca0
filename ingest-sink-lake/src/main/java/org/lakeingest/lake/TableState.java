package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.TargetColumns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of one table with typed columns, and who may do something to it. Thread-safe; never blocks. */
final class TableState {
    private static final Logger LOG = LoggerFactory.getLogger(TableState.class);

    private final TableName table;
    private final TableCatalog catalog;
    private final Evolve evolve;
    private final OwnColumns own;
    private final Clock clock;
    private final Duration refresh;
    private final LoadGate gate = new LoadGate();
    private @Nullable CompletableFuture<Boolean> first;
    private @Nullable CompletableFuture<Optional<TableShape>> reading;
    private CompletableFuture<?> lastChange = CompletableFuture.completedFuture(null);
    private @Nullable TableShape shape;
    private @Nullable TargetColumns columns;
    private boolean there;
    private boolean answered;
    private @Nullable LakeException unknown;
    private Instant readAt = Instant.MIN;

    TableState(TableName table, TableCatalog catalog, TableManager.Options options, Clock clock) {
        this.table = table;
        this.catalog = catalog;
        this.evolve = options.evolve();
        this.own = options.own();
        this.clock = clock;
        this.refresh = options.refresh();
    }

    LoadGate gate() {
        return gate;
    }

    /** Whether the first look at the table succeeded; complete once that is known, never exceptionally. */
    CompletableFuture<Boolean> firstLook() {
        CompletableFuture<Boolean> mine = new CompletableFuture<>();
        boolean looked;
        synchronized (this) {
            if (first != null) {
                return first;
            }
            first = mine;
            looked = reading == null && !readAt.equals(Instant.MIN);
        }
        if (looked) {
            mine.complete(true);
        } else {
            var unused = read().whenComplete((found, failure) -> mine.complete(failure == null));
        }
        return mine;
    }

    /** The columns as last seen; looks, and does not wait for it, when that was too long ago. */
    Optional<TargetColumns> columns() {
        boolean stale;
        TargetColumns known;
        synchronized (this) {
            known = columns;
            stale = !answered || !clock.instant().isBefore(readAt.plus(refresh));
        }
        if (stale) {
            var unused = read().exceptionally(failure -> {
                LOG.debug("Cannot look at {}", table, failure);
                return Optional.empty();
            });
        }
        return Optional.ofNullable(known);
    }

    /** Why nothing can be said of the table yet, not even whether it is there; null once something is known, whatever came later. */
    synchronized @Nullable LakeException unknown() {
        if (answered) {
            return null;
        }
        LakeException reason = unknown;
        return reason != null
                ? reason
                : new LakeException(
                        LakeErrorCode.LAKE_UNAVAILABLE, "the lake has not answered a look at " + table + " yet");
    }

    /** As last seen, or seen now; empty when the table is absent. */
    CompletableFuture<Optional<TableShape>> known() {
        synchronized (this) {
            if (shape != null) {
                return CompletableFuture.completedFuture(Optional.of(shape));
            }
        }
        return read();
    }

    /** A table that was there and is gone was dropped by somebody, who may have meant it. */
    synchronized boolean wasThere() {
        return there;
    }

    /** Who asks next looks again. */
    synchronized void forget() {
        shape = null;
    }

    synchronized @Nullable TableShape shape() {
        return shape;
    }

    /** Looks, or joins a look that is under way; only for those who need no newer one than that. */
    private CompletableFuture<Optional<TableShape>> read() {
        CompletableFuture<Optional<TableShape>> mine;
        synchronized (this) {
            if (reading != null) {
                return reading;
            }
            mine = new CompletableFuture<>();
            reading = mine;
            // Also after a failure the next look can wait.
            readAt = clock.instant();
        }
        var unused = catalog.read(table).whenComplete((found, failure) -> {
            synchronized (this) {
                reading = null;
                if (failure == null) {
                    seen(found);
                } else {
                    unknown = LakeException.of(failure);
                }
            }
            if (failure == null) {
                mine.complete(found);
            } else {
                mine.completeExceptionally(failure);
            }
        });
        return mine;
    }

    /** Looks at the table as it is now. */
    CompletableFuture<Optional<TableShape>> look() {
        return catalog.read(table).thenApply(found -> {
            seen(found);
            return found;
        });
    }

    private synchronized void seen(Optional<TableShape> found) {
        readAt = clock.instant();
        answered = true;
        unknown = null;
        TableShape now = found.orElse(null);
        if (now == null) {
            shape = null;
            columns = null;
        } else if (!now.equals(shape)) {
            if (shape != null) {
                LOG.info("The columns of {} have changed", table);
            }
            TableShape.Column rigid = evolve == Evolve.WIDEN ? now.rigid() : null;
            if (rigid != null) {
                LOG.warn(
                        "[{}] the columns of {} keep their types in spite of evolve: widen, since the lake cannot change one while"
                                + " a column is called {}: a backtick is in its name. Values that do not fit are refused;"
                                + " rename the column to have them widened",
                        LakeErrorCode.LAKE_TABLE_UNFIT,
                        table,
                        rigid.name());
            }
            there = true;
            shape = now;
            columns = now.targetColumns(evolve, own);
        }
    }

    /** One after the other. */
    synchronized <T> CompletableFuture<T> inTurn(Supplier<CompletableFuture<T>> change) {
        CompletableFuture<T> mine = Futures.then(lastChange, (done, failure) -> change.get());
        lastChange = mine;
        return mine;
    }
}
