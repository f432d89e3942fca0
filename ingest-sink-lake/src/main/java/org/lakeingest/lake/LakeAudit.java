package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.SourceIdentity;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetAudit;
import org.lakeingest.lake.ledger.LedgerRow;

/** Looks at the tables and the ledger of a sink. All counting is the lake's; only bounded lists come here. */
final class LakeAudit implements TargetAudit {
    private static final OffsetRange NOTHING = new OffsetRange(0, 0);

    private final LakeSinkConfig config;
    private final LakeConnection lake;
    private final TableReader reader;
    private final @Nullable LedgerSql ledger;
    private final TableName ledgerName;
    private final LedgerIdentity identity;
    private final Optional<SourceIdentity> source;
    private final List<String> problems = new ArrayList<>();

    /** What is known of each table, with those that rows name; empty for one that is absent. */
    private final Map<TableName, Optional<AuditSql>> tables = new HashMap<>();

    /** Raw tables that rows name themselves. */
    private final Set<TableName> named = new LinkedHashSet<>();

    /** @param exact whether the sink keeps the positions */
    LakeAudit(LakeSinkConfig config, PluginContext context, boolean exact) {
        this.config = config;
        this.lake = LakeConnection.of(config, context.clock());
        this.reader = new TableReader(lake.client());
        this.ledgerName = LedgerTable.name(config, context.pipelineName());
        this.ledger = exact ? new LedgerSql(ledgerName) : null;
        this.identity = LedgerIdentity.of(config, context);
        this.source = context.source();
    }

    private <T> T await(CompletableFuture<T> answer, String what) {
        return doing(what, answer::join);
    }

    private <T> T doing(String what, Supplier<T> question) {
        try {
            return question.get();
        } catch (RuntimeException e) {
            throw LakeException.inContext(
                    "Cannot " + what + " at " + config.lakeDsn().address(), e);
        }
    }

    private QueryResult query(String sql, String what) {
        return await(lake.client().query(sql, CallPurpose.REPEATABLE), what);
    }

    @Override
    public Optional<Map<SourcePartition, Long>> positions() {
        problems.clear();
        if (ledger == null) {
            return Optional.empty();
        }
        Map<SourcePartition, Long> positions = new HashMap<>();
        Map<String, String> stored = new TreeMap<>();
        QueryResult own = ledgerAnswer(ledger.ownRow());
        if (own == null) {
            return Optional.of(positions);
        }
        if (own.rows().size() != 1) {
            problems.add("the ledger " + ledgerName + " was edited: it has "
                    + own.rows().size() + " rows of its own, and should have one");
            return Optional.of(positions);
        }
        QueryResult rows = query(ledger.rows(), "read the ledger " + ledgerName);
        Set<String> streams = new HashSet<>();
        for (int i = 0; i < rows.rows().size(); i++) {
            streams.add(LedgerSql.row(rows, i).partition().stream());
        }
        Optional<String> difference = LedgerOwner.differs(own.text(0, 0), identity, source, streams);
        if (difference.isPresent()) {
            problems.add("the ledger " + ledgerName + " has " + difference.get());
            return Optional.of(positions);
        }
        for (int i = 0; i < rows.rows().size(); i++) {
            LedgerRow row = LedgerSql.row(rows, i);
            stored.putAll(row.tables());
            if (row.next() != LedgerRow.UNSET && positions.put(row.partition(), row.next()) != null) {
                problems.add("the ledger " + ledgerName + " has two rows for partition "
                        + row.partition().number() + " of " + row.partition().stream());
            }
        }
        compareIds(stored);
        lookIntoNamed(stored.keySet());
        return Optional.of(positions);
    }

    /** Null when there is no ledger yet. */
    private @Nullable QueryResult ledgerAnswer(String sql) {
        return await(
                lake.client().query(sql, CallPurpose.REPEATABLE).exceptionally(failure -> {
                    LakeException reason = LakeException.of(failure);
                    if (reason.isUnknownTable()) {
                        return null;
                    }
                    throw reason;
                }),
                "read the ledger " + ledgerName);
    }

    /** The lake commits into a table that was dropped without an error. */
    private void compareIds(Map<String, String> stored) {
        stored.forEach((name, id) -> {
            Optional<String> now = await(reader.id(TableName.ofText(name)), "look up the table " + name);
            if (!now.equals(Optional.of(id))) {
                problems.add("the table " + name + " is not the one that was written to: its id was " + id + " and "
                        + now.map(other -> "is " + other).orElse("there is none now"));
            }
        });
    }

    @Override
    public List<String> problems() {
        return List.copyOf(problems);
    }

    @Override
    public Map<String, Auditable> auditable(List<String> streams) {
        Map<String, Auditable> auditable = new LinkedHashMap<>();
        for (String stream : streams) {
            auditable.put(stream, auditable(stream));
        }
        return auditable;
    }

    private Auditable auditable(String stream) {
        TableName columns =
                doing("find the table of " + stream, () -> config.router().table(stream, Target.DEFAULT));
        return switch (config.layout()) {
            case RAW -> new Auditable(columns.toString(), Optional.empty(), Optional.empty());
            case RAW_AND_COLUMNS ->
                new Auditable(
                        config.rawTableName().orElseThrow().toString(),
                        Optional.empty(),
                        Optional.of("the rows of " + columns
                                + " do not say where they came from; they are written together with those counted"));
            case COLUMNS ->
                new Auditable(
                        columns.toString(),
                        Optional.of("its rows do not say which offsets they came from; layout: raw-and-columns keeps a"
                                + " table beside it whose rows do"),
                        Optional.empty());
        };
    }

    private TableName tableOf(SourcePartition partition) {
        return config.rawTableName().orElseGet(() -> config.router().table(partition.stream(), Target.DEFAULT));
    }

    private Optional<AuditSql> sql(TableName table) {
        return tables.computeIfAbsent(table, name -> {
            List<TableName> there = new ArrayList<>();
            Optional<TableShape> own = shape(name);
            own.ifPresent(found -> {
                var unused = doing("audit the table " + name, () -> RawTable.plan(name, found));
                there.add(name);
            });
            named.stream().filter(other -> !other.equals(name)).forEach(there::add);
            return there.isEmpty() ? Optional.empty() : Optional.of(new AuditSql(there, isForeign(there)));
        });
    }

    private Optional<TableShape> shape(TableName table) {
        return await(reader.read(table), "look at the table " + table);
    }

    private boolean isForeign(List<TableName> all) {
        for (TableName table : all) {
            if (!query(AuditSql.foreign(table), "look at the rows of " + table)
                    .rows()
                    .isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** The messages themselves are in one table, whatever tables their rows name. */
    @Override
    public Set<String> alsoIn(Set<String> targets) {
        if (config.layout() != LakeSinkConfig.Layout.RAW) {
            return targets;
        }
        Set<String> known = new HashSet<>();
        for (String target : targets) {
            config.router().find("", new Target(target)).ifPresent(table -> {
                known.add(target);
                lookInto(table);
            });
        }
        return known;
    }

    private void lookInto(TableName table) {
        boolean raw = shape(table).map(found -> isRaw(table, found)).orElse(false);
        if (raw && named.add(table)) {
            tables.clear();
        }
    }

    private static boolean isRaw(TableName table, TableShape shape) {
        try {
            var unused = RawTable.plan(table, shape);
            return true;
        } catch (LakeException e) {
            return false;
        }
    }

    /** Those of the ledger that no topic has by itself, which rows have named then; dead letters are not among them. */
    private void lookIntoNamed(Set<String> written) {
        if (config.layout() != LakeSinkConfig.Layout.RAW) {
            return;
        }
        TableRouter router = config.router();
        Set<TableName> own = new HashSet<>(router.known());
        source.map(SourceIdentity::streams)
                .orElse(Set.of())
                .forEach(stream -> router.find(stream, Target.DEFAULT).ifPresent(own::add));
        for (String name : written) {
            TableName table = TableName.ofText(name);
            if (!own.contains(table)) {
                lookInto(table);
            }
        }
    }

    @Override
    public Map<SourcePartition, RowCounts> count(Map<SourcePartition, OffsetRange> below) {
        Map<TableName, List<SourcePartition>> byTable = new LinkedHashMap<>();
        Map<SourcePartition, RowCounts> counts = new HashMap<>();
        for (SourcePartition partition : below.keySet()) {
            byTable.computeIfAbsent(tableOf(partition), table -> new ArrayList<>())
                    .add(partition);
            counts.put(partition, new RowCounts(0, 0, NOTHING, 0));
        }
        byTable.forEach((table, partitions) -> {
            Optional<AuditSql> sql = sql(table);
            if (sql.isPresent()) {
                QueryResult answer = query(sql.get().count(partitions, below), "count the rows of " + table);
                for (int i = 0; i < answer.rows().size(); i++) {
                    counts.put(partitions.get((int) number(answer, i, 0)), counts(answer, i));
                }
            }
        });
        return counts;
    }

    private static RowCounts counts(QueryResult answer, int row) {
        long distinct = number(answer, row, 2);
        OffsetRange span =
                distinct == 0 ? NOTHING : new OffsetRange(number(answer, row, 3), number(answer, row, 4) + 1);
        return new RowCounts(number(answer, row, 1), distinct, span, number(answer, row, 5));
    }

    private static long number(QueryResult answer, int row, int column) {
        return Long.parseLong(answer.text(row, column));
    }

    @Override
    public List<OffsetRange> gaps(SourcePartition partition, OffsetRange within, int most) {
        return ranges(partition, sql -> sql.gaps(partition, within, most), "find gaps");
    }

    @Override
    public List<OffsetRange> doubles(SourcePartition partition, OffsetRange within, int most) {
        return ranges(partition, sql -> sql.doubles(partition, within, most), "find doubled rows");
    }

    private List<OffsetRange> ranges(SourcePartition partition, Function<AuditSql, String> question, String what) {
        TableName table = tableOf(partition);
        Optional<AuditSql> sql = sql(table);
        List<OffsetRange> ranges = new ArrayList<>();
        if (sql.isPresent()) {
            QueryResult answer = query(question.apply(sql.get()), what + " in " + table);
            for (int i = 0; i < answer.rows().size(); i++) {
                ranges.add(new OffsetRange(number(answer, i, 0), number(answer, i, 1)));
            }
        }
        return ranges;
    }

    @Override
    public void close() {
        lake.close();
    }
}
