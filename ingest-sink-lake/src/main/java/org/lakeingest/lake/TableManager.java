package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.lakeingest.api.Schema;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.lake.encode.TableLayout;

/**
 * Plans how rows get into tables: creates tables that are absent, changes those that may be changed, and remembers what they look
 * like. Thread-safe; only {@link #columnsOf} may block.
 */
final class TableManager {
    /** Others may change a table as fast as we do; at some point that is no coincidence. */
    private static final int MOST_ROUNDS = 8;

    /** What whoever makes rows may wait for, at most, to learn what their table looks like. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final TableReader reader;
    private final TableCatalog catalog;
    private final TableChanger changer;
    private final Options options;
    private final Clock clock;
    private final Map<TableName, CompletableFuture<TablePlan>> rawPlans = new ConcurrentHashMap<>();
    private final Set<TableName> seen = ConcurrentHashMap.newKeySet();
    /** Whether the lake answered when it was last waited for. */
    private final AtomicBoolean patient = new AtomicBoolean(true);

    private final Map<TableName, TableState> states = new ConcurrentHashMap<>();

    /**
     * What the sink may do, and how.
     *
     * @param refresh after which the columns of a table count as old
     * @param drops whether the lake leaves out rows that it refuses
     * @param own what the sink fills itself
     */
    record Options(boolean create, Evolve evolve, FileFormat format, Duration refresh, boolean drops, OwnColumns own) {}

    TableManager(LakeClient client, Options options, Clock clock) {
        this.reader = new TableReader(client);
        this.catalog = new TableCatalog(reader);
        this.changer = new TableChanger(client, reader);
        this.options = options;
        this.clock = clock;
    }

    TableReader reader() {
        return reader;
    }

    /** The next file looks at the table again. */
    void forget(TableName table) {
        rawPlans.remove(table);
        TableState state = states.get(table);
        if (state != null) {
            state.forget();
        }
    }

    /**
     * The columns of a table as last seen; waits for the first look, unless the last such wait was in vain.
     *
     * @throws LakeException of a kind that is tried again while nothing is known of the table, not even whether it is there: rows made
     *     without knowing it would have nulls where the table has values
     */
    Optional<TargetColumns> columnsOf(TableName table) {
        TableState state = state(table);
        CompletableFuture<Boolean> look = state.firstLook();
        if (!look.isDone() && patient.get()) {
            patient.set(look.copy()
                    .completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .join());
        } else if (look.isDone() && !patient.get()) {
            patient.set(look.join());
        }
        Optional<TargetColumns> columns = state.columns();
        LakeException unknown = state.unknown();
        if (unknown != null && unknown.code().kind().isRetried()) {
            throw LakeException.inContext("Cannot make rows for " + table, unknown);
        }
        return columns;
    }

    /** Rows for this table are about to come. */
    void expect(TableName table) {
        var unused = state(table).firstLook();
    }

    /** Looks at a table; empty when it is absent. */
    CompletableFuture<Optional<TableShape>> look(TableName table) {
        return state(table).look();
    }

    /** How the rows of a file get into its table, which then is there and fits. */
    CompletableFuture<TablePlan> plan(PackedFile file) {
        Schema schema = file.schema();
        return schema == null ? raw(file.table()) : columns(file, schema);
    }

    /** The raw table, created or checked; a failure is not remembered. */
    CompletableFuture<TablePlan> raw(TableName table) {
        CompletableFuture<TablePlan> known = rawPlans.get(table);
        if (known != null && !known.isCompletedExceptionally()) {
            return known;
        }
        CompletableFuture<TablePlan> made = makeRaw(table);
        rawPlans.put(table, made);
        return made;
    }

    private CompletableFuture<TablePlan> makeRaw(TableName table) {
        return catalog.read(table)
                .thenCompose(found -> found.isPresent()
                        ? CompletableFuture.completedFuture(found)
                        : createRaw(table).thenCompose(done -> catalog.read(table)))
                .thenApply(found -> {
                    TablePlan plan = RawTable.plan(table, found.orElseThrow(() -> ColumnsPlanner.absent(table)));
                    seen.add(table);
                    return plan;
                });
    }

    private CompletableFuture<Void> createRaw(TableName table) {
        // A table that was there and is gone was dropped by somebody, who may have meant it.
        return options.create() && !seen.contains(table)
                ? changer.create(table, RawTable.definition(), false)
                : CompletableFuture.failedFuture(ColumnsPlanner.absent(table));
    }

    private TableState state(TableName table) {
        return states.computeIfAbsent(table, name -> new TableState(name, catalog, options, clock));
    }

    private CompletableFuture<TablePlan> columns(PackedFile file, Schema schema) {
        TableState state = state(file.table());
        return state.known().thenCompose(shape -> planned(state, file, schema, shape, 0));
    }

    private CompletableFuture<TablePlan> planned(
            TableState state, PackedFile file, Schema schema, Optional<TableShape> shape, int round) {
        boolean create = options.create() && !state.wasThere();
        ColumnsPlanner planner = new ColumnsPlanner(create, options.evolve(), options.format(), options.drops());
        ColumnsPlanner.Outcome outcome;
        try {
            outcome = planner.plan(file, schema, shape);
        } catch (LakeException e) {
            // What is known may be old: a look decides.
            return round > 0
                    ? CompletableFuture.failedFuture(e)
                    : state.look().thenCompose(found -> planned(state, file, schema, found, 1));
        }
        TablePlan plan = outcome.plan();
        if (plan != null) {
            return CompletableFuture.completedFuture(plan);
        }
        if (round >= MOST_ROUNDS) {
            return CompletableFuture.failedFuture(new LakeException(
                    LakeErrorCode.LAKE_TABLE_CHANGED,
                    "the table " + file.table() + " was changed again and again while columns were to be added"));
        }
        return state.inTurn(() -> change(state, file, schema, planner))
                .thenCompose(found -> planned(state, file, schema, found, round + 1));
    }

    /** Looks first: whoever had the turn before may have done it. */
    private CompletableFuture<Optional<TableShape>> change(
            TableState state, PackedFile file, Schema schema, ColumnsPlanner planner) {
        return state.look().thenCompose(shape -> {
            List<TableChange> changes = planner.plan(file, schema, shape).changes();
            if (changes.isEmpty()) {
                return CompletableFuture.completedFuture(shape);
            }
            boolean retypes = changes.stream().anyMatch(change -> change instanceof TableChange.Retype);
            Supplier<CompletableFuture<Optional<TableShape>>> work =
                    () -> changer.apply(file.table(), changes).thenCompose(done -> state.look());
            return retypes ? state.gate().change(work) : work.get();
        });
    }

    /**
     * Runs a load while no column of its table changes its type.
     *
     * @return fails with TRANSIENT, and loads nothing, when the plan is out of date
     */
    <T> CompletableFuture<T> loading(TablePlan plan, Supplier<CompletableFuture<T>> load) {
        if (plan.layout() instanceof TableLayout.Raw) {
            return load.get();
        }
        TableState state = state(plan.table());
        return state.gate().load(() -> {
            TableShape shape = state.shape();
            return shape != null && !plan.suits(shape)
                    ? CompletableFuture.failedFuture(changed(plan.table()))
                    : load.get();
        });
    }

    /**
     * Decides about a load that the lake refused: when the table is not what it was when the load was planned, the refusal says
     * nothing about the rows.
     *
     * @return the reason itself, or a TRANSIENT one
     */
    CompletableFuture<LakeException> afterRefusal(TablePlan plan, LakeException reason) {
        if (plan.layout() instanceof TableLayout.Raw || !LakeErrors.mayBeSchema(reason.serverCode())) {
            return CompletableFuture.completedFuture(reason);
        }
        return state(plan.table()).look().handle((shape, failure) -> {
            boolean same = failure != null || (shape.isPresent() && plan.suits(shape.get()));
            return same ? reason : changed(plan.table());
        });
    }

    private static LakeException changed(TableName table) {
        return new LakeException(
                LakeErrorCode.LAKE_TABLE_CHANGED, "the columns of " + table + " are not what they were");
    }
}
