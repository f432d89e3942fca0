package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.PluginContext;
import org.lakeingest.lake.encode.FileCompression;
import org.lakeingest.lake.encode.FileEncoders;
import org.lakeingest.lake.encode.FileFormat;

/** The table of dead letters over connections of its own. Thread-safe. */
final class LetterTable {
    private static final int CONNECTIONS = 4;
    private static final Duration REFRESH = Duration.ofMinutes(1);

    private final LakeDsn dsn;
    private final TableName table;
    private final LakeDeadLettersConfig config;
    private final LakeConnection lake;
    private final TableManager tables;
    private final StageArea stage;
    private final StagedCopyLoad copy;
    private final AtomicBoolean closed = new AtomicBoolean();

    LetterTable(LakeDeadLettersConfig config, PluginContext context, TableName table, String folder) {
        this.config = config;
        this.table = table;
        this.dsn = config.lakeDsn();
        Clock clock = context.clock();
        this.lake = LakeConnection.of(config, CONNECTIONS, clock);
        LakeClient client = lake.client();
        this.tables = new TableManager(
                client,
                new TableManager.Options(
                        config.createTable(), Evolve.NONE, FileFormat.PARQUET, REFRESH, false, OwnColumns.NONE),
                clock);
        this.stage = new StageArea(client);
        SinkParts parts = new SinkParts(
                tables,
                stage,
                statement(),
                new Permits(1),
                new Permits(1),
                clock,
                context.metrics(),
                new DroppedRows(clock, context.metrics()));
        this.copy = new StagedCopyLoad(
                client,
                new FilePreparer(
                        tables,
                        FileEncoders.create(FileFormat.PARQUET, FileCompression.ZSTD, clock),
                        context.cpu(),
                        config.stage(),
                        folder,
                        closed::get),
                parts);
    }

    private static CopyStatement statement() {
        return new CopyStatement(
                FileFormat.PARQUET,
                FileCompression.ZSTD,
                LakeSinkConfig.MissingField.FIELD_DEFAULT,
                true,
                false,
                false,
                false);
    }

    LakeClient client() {
        return lake.client();
    }

    /**
     * Makes sure that the table is there and fits.
     *
     * @throws IngestException of kind CONFIGURATION when it is not and may not be made
     */
    void open() {
        try {
            stage.check(config.stage()).join();
            tables.plan(new PackedFile(table, LetterRows.SCHEMA, "none", List.of(), 0))
                    .join();
        } catch (RuntimeException e) {
            throw LakeException.inContext(
                    "Cannot keep dead letters in " + table + " at " + dsn.address(), LakeException.of(e));
        }
    }

    /** Brings a file into the table, once for each name. */
    CompletableFuture<Void> load(PackedFile file, GroupAttempt attempt) {
        return copy.prepare(List.of(file), attempt).thenCompose(ready -> copy.load(ready, attempt));
    }

    void close(Duration patience) {
        closed.set(true);
        stage.sweep(patience);
        lake.close();
    }
}
