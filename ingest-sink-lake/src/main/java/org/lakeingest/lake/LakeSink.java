package org.lakeingest.lake;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ExplainsDelivery;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.KnowsTargets;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.Target;
import org.lakeingest.api.TargetColumns;
import org.lakeingest.api.WriterContext;
import org.lakeingest.lake.encode.FileCompression;
import org.lakeingest.lake.encode.FileEncoder;
import org.lakeingest.lake.encode.FileEncoders;
import org.lakeingest.lake.encode.FileFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sink {@code lake}: at least once, doubles suppressed by the lake's file records where the load mode is copy. */
final class LakeSink implements Sink, KnowsTargets, ExplainsDelivery {
    private static final Logger LOG = LoggerFactory.getLogger(LakeSink.class);
    private static final Duration SWEEP = Duration.ofSeconds(2);

    private final LakeSinkConfig config;
    private final PluginContext context;
    private final TableRouter router;
    private final String folder;
    private final FileCompression compression;
    private final FileEncoder encoder;
    private final CopyStatement copyStatement;
    private final Permits uploads;
    private final Permits loads;
    private final Standing standing;
    private final KeyedLoad.Rules keyed;
    private final List<SinkWriter> writers = new CopyOnWriteArrayList<>();
    private volatile @Nullable Connection connection;

    /** What {@link #open} makes. */
    private record Connection(LakeConnection lake, LakeClient client, SinkParts parts, ChangeTables changes) {
        TableManager tables() {
            return parts.tables();
        }

        StageArea stage() {
            return parts.stage();
        }
    }

    /**
     * Makes a sink; no I/O.
     *
     * @param runId new for every sink, since the lake never loads a path twice
     */
    LakeSink(LakeSinkConfig config, PluginContext context, String runId) {
        this.config = config;
        this.context = context;
        this.router = config.router();
        this.standing = new Standing(config.onTableError(), new PausedTables(context.metrics()));
        this.folder = StagePath.folderOf(context.pipelineName(), runId);
        FileFormat format = format(config);
        this.compression = streams() ? FileCompression.NONE : config.compression();
        this.encoder = FileEncoders.create(format, compression, context.clock());
        this.copyStatement = new CopyStatement(
                format,
                compression,
                config.missingFieldAs(),
                config.purges(),
                config.forces(),
                config.disableVariantCheck(),
                config.dropsRows());
        this.uploads = new Permits(config.openUploads());
        this.loads = new Permits(config.openLoads());
        this.keyed = KeyOptions.rules(config, context);
    }

    private static FileFormat format(LakeSinkConfig config) {
        return switch (config.load()) {
            case STREAMING -> FileFormat.NDJSON;
            case COPY -> config.fileFormat();
            case REPLACE, MERGE -> FileFormat.PARQUET;
        };
    }

    /** A keyed load must see all rows of a key at once. */
    private boolean mixesSchemas() {
        return config.layout() == LakeSinkConfig.Layout.RAW
                || config.load() == LakeSinkConfig.LoadMode.REPLACE
                || config.load() == LakeSinkConfig.LoadMode.MERGE;
    }

    @Override
    public String deliveryReason() {
        Optional<String> obstacle = obstacle(config);
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        return "delivery asks for it";
    }

    /** Why positions cannot be kept with the rows; empty when they can. */
    static Optional<String> obstacle(LakeSinkConfig config) {
        if (config.onTableError() == LakeSinkConfig.OnTableError.PAUSE_TABLE) {
            return Optional.of(
                    "on-table-error: pause-table lets one table fall behind, and a transaction is of all tables");
        }
        if (config.dropsRows()) {
            return Optional.of("copy-on-error: continue leaves out rows, and exactly once is every row");
        }
        return switch (config.load()) {
            case COPY ->
                config.evolve() == Evolve.WIDEN
                        ? Optional.of("evolve: widen may change a column under another process's transaction")
                        : Optional.empty();
            case STREAMING -> Optional.of("load: streaming cannot be part of a transaction");
            case REPLACE -> replaceObstacle(config);
            case MERGE ->
                Optional.of("load: merge lets two transactions both write a new key; repeating it is harmless");
        };
    }

    /** The ledger lets an offset into one transaction only, so where the key holds it no two of them write the same key. */
    private static Optional<String> replaceObstacle(LakeSinkConfig config) {
        if (config.layout() != LakeSinkConfig.Layout.RAW) {
            return Optional.of("load: replace lets two transactions both write a new key; repeating it is harmless");
        }
        return Set.copyOf(KeyOptions.of(config)).equals(Set.copyOf(KeyOptions.ANY_RECORD))
                ? Optional.empty()
                : Optional.of(
                        "the key koffset, kpartition does not tell a topic from one that is made anew under its name;"
                                + " leave key out");
    }

    private boolean streams() {
        return config.load() == LakeSinkConfig.LoadMode.STREAMING;
    }

    /** May be called again after a failure. */
    @Override
    public void open() {
        LakeDsn dsn = config.lakeDsn();
        try {
            requireCompression();
            Connection made = connect();
            made.stage().check(config.stage()).join();
            checkTables(made.tables(), dsn);
            warn();
            LOG.info(
                    "Writing to {}{} at {}, layout {}, load {}",
                    router,
                    id(made.tables()),
                    dsn.address(),
                    config.layout(),
                    config.load());
        } catch (IngestException e) {
            throw e;
        } catch (RuntimeException e) {
            throw LakeException.inContext("Cannot use " + router + " at " + dsn.address(), e);
        }
    }

    private void warn() {
        if (config.forces() && config.purges() && config.load() == LakeSinkConfig.LoadMode.COPY) {
            LOG.warn(
                    "With force and purge the lake keeps no record of files: nothing recognises one that is sent twice");
        }
        if (config.dropsRows()) {
            LOG.warn(
                    "[{}] with copy-on-error: continue the lake leaves out rows that it refuses, and they are only counted"
                            + " (rows.dropped): neither the error policy nor a dead-letter queue ever sees them",
                    LakeErrorCode.LAKE_DATA_REFUSED);
        }
    }

    /** Said here, because the first file is a bad moment to die of it. */
    private void requireCompression() {
        try {
            compression.load();
        } catch (LinkageError e) {
            String reason = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new LakeException(LakeErrorCode.LAKE_COMPRESSION_UNUSABLE, 0, "zstd cannot be loaded: " + reason, e);
        }
    }

    /** Makes ready to talk to the lake, without doing so. Opening does it, too. */
    void prepare() {
        var unused = connect();
    }

    private synchronized Connection connect() {
        Connection known = connection;
        if (known != null) {
            return known;
        }
        LakeConnection lake = LakeConnection.of(config, context.clock());
        LakeClient client = lake.client();
        TableManager tables = new TableManager(
                client,
                new TableManager.Options(
                        config.createTable(),
                        config.evolve(),
                        format(config),
                        config.schemaRefresh(),
                        config.dropsRows(),
                        KeyOptions.ownColumns(config)),
                context.clock());
        Connection made = new Connection(
                lake,
                client,
                new SinkParts(
                        tables,
                        new StageArea(client),
                        copyStatement,
                        uploads,
                        loads,
                        context.clock(),
                        context.metrics(),
                        new DroppedRows(context.clock(), context.metrics())),
                new ChangeTables(client, tables, KeyOptions.changeColumns(config), config.createTable()));
        connection = made;
        return made;
    }

    /** Those whose names are known now; the others when their first rows come. */
    private void checkTables(TableManager tables, LakeDsn dsn) {
        Map<TableName, CompletableFuture<?>> checks = new LinkedHashMap<>();
        TableProgress progress = new TableProgress(router.known().size());
        config.rawTableName().ifPresent(raw -> checks.put(raw, tables.raw(raw)));
        for (TableName table : router.known()) {
            checks.put(table, check(tables, table).whenComplete((done, failure) -> progress.checked()));
        }
        if (checks.isEmpty()) {
            tables.reader().reach().join();
        }
        checks.forEach((table, check) -> {
            try {
                check.join();
            } catch (RuntimeException e) {
                LakeException reason = LakeException.of(e);
                if (!standing.survives(table, reason)) {
                    throw LakeException.inContext("Cannot use table " + table + " at " + dsn.address(), reason);
                }
            }
        });
    }

    private CompletableFuture<?> check(TableManager tables, TableName table) {
        if (config.layout() == LakeSinkConfig.Layout.RAW) {
            return tables.raw(table);
        }
        // The columns are the decoder's, and known with the first batch; whether there is a table can be said now.
        return tables.look(table).thenAccept(found -> {
            if (found.isEmpty() && !config.createTable()) {
                throw new LakeException(LakeErrorCode.LAKE_OBJECT_MISSING, "the table does not exist");
            }
            found.ifPresent(this::refuseUnfit);
        });
    }

    /** Sooner or later a row would bring bytes, and stop the pipeline. */
    private void refuseUnfit(TableShape shape) {
        for (TableShape.Column column : shape.columns()) {
            if (shape.mangles(column)) {
                throw new LakeException(LakeErrorCode.LAKE_TABLE_UNFIT, TableShape.mangling(column));
            }
            if (config.dropsRows() && column.type().isNested()) {
                throw new LakeException(LakeErrorCode.LAKE_TABLE_UNFIT, ColumnsPlanner.mixesUp(column));
            }
            if (format(config) == FileFormat.NDJSON && column.type().hasBinary()) {
                throw new LakeException(
                        LakeErrorCode.LAKE_TABLE_UNFIT,
                        column.name() + " is " + column.type()
                                + ", which the lake cannot load from NDJSON; use load: copy and file-format: parquet");
            }
        }
    }

    @Override
    public Optional<TargetColumns> columnsOf(String stream, Target target) {
        Connection open = connection;
        if (open == null || config.layout() == LakeSinkConfig.Layout.RAW) {
            return Optional.empty();
        }
        return router.find(stream, target).flatMap(open.tables()::columnsOf);
    }

    @Override
    public boolean takesPartialRows() {
        return config.load() == LakeSinkConfig.LoadMode.MERGE;
    }

    @Override
    public void expect(Set<String> streams) {
        Connection open = connection;
        if (open != null && config.layout() != LakeSinkConfig.Layout.RAW) {
            for (String stream : streams) {
                router.find(stream, Target.DEFAULT).ifPresent(open.tables()::expect);
            }
        }
    }

    /** Rows whose table is a raw one, or is planned when they are sorted by key, need no look of their own. */
    private CompletableFuture<?> plan(TableManager tables, PackedFile file) {
        boolean sorted = file.schema() == null
                && config.layout() != LakeSinkConfig.Layout.RAW
                && !Optional.of(file.table()).equals(config.rawTableName());
        return sorted ? CompletableFuture.completedFuture(null) : tables.plan(file);
    }

    private String id(TableManager tables) {
        Set<TableName> known = router.known();
        return known.size() == 1
                ? " (table id "
                        + tables.reader().id(known.iterator().next()).join().orElse("unknown") + ")"
                : "";
    }

    private FilePacker packer() {
        return new FilePacker(router, mixesSchemas(), config.rawTableName().orElse(null));
    }

    private LoadStrategy strategy(Connection open, LakeClient client, BooleanSupplier closed) {
        FilePreparer preparer = new FilePreparer(open.tables(), encoder, context.cpu(), config.stage(), folder, closed);
        return switch (config.load()) {
            case STREAMING -> new StreamingLoad(client, preparer, open.parts);
            case COPY -> new StagedCopyLoad(client, preparer, open.parts);
            case REPLACE -> new KeyedLoad(client, preparer, open.parts, keyed, null);
            case MERGE -> new KeyedLoad(client, preparer, open.parts, keyed, open.changes);
        };
    }

    /** What the sink that keeps positions writes with. This one must be open. */
    synchronized LakeAccess access(BooleanSupplier closed) {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("The sink is not prepared");
        }
        return new LakeAccess(
                open.client,
                open.tables(),
                packer(),
                strategy(open, open.client, closed),
                open.stage(),
                copyStatement,
                config.load() == LakeSinkConfig.LoadMode.REPLACE ? new ReplaceStatement(KeyOptions.of(config)) : null,
                standing,
                config.stage(),
                context.pipelineName());
    }

    @Override
    public synchronized SinkWriter openWriter(WriterContext writerContext) {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("The sink is not open");
        }
        AtomicBoolean closed = new AtomicBoolean();
        LakeClient client = open.client.fork();
        LoadStrategy strategy = strategy(open, client, closed::get);
        WriteOrder order = new WriteOrder();
        Attempts attempts = new Attempts();
        FileLoader loader = new FileLoader(
                strategy,
                file -> plan(open.tables(), file),
                open.tables()::forget,
                2 * (config.openUploads() + config.openLoads()));
        GroupLoad groups = new GroupLoad(loader, packer(), order, attempts, standing, closed::get);
        SinkWriter writer = new LakeWriter(client, order, attempts, groups, closed);
        writers.add(writer);
        return writer;
    }

    @Override
    public void close() {
        Connection open;
        synchronized (this) {
            open = connection;
            connection = null;
        }
        for (SinkWriter writer : writers) {
            writer.close();
        }
        if (open != null) {
            open.stage().sweep(SWEEP);
            open.lake.close();
        }
    }
}
