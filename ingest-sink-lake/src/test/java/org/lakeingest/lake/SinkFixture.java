package org.lakeingest.lake;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.Membership;
import org.lakeingest.api.Sink;
import org.lakeingest.api.SinkWriter;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.WriterContext;
import org.lakeingest.api.config.Secret;
import org.lakeingest.lake.encode.FileCompression;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.lake.ledger.LedgerGuards;
import org.lakeingest.testkit.TestPluginContext;

/** A sink with defaults that a test changes, and an encoding pool of its own. */
final class SinkFixture implements AutoCloseable {
    /** Of the only worker, of a source whose members do not matter. */
    static final WriterContext WRITER = new WriterContext() {
        @Override
        public int worker() {
            return 0;
        }

        @Override
        public Membership membership() {
            return new Membership() {};
        }
    };

    private final ExecutorService cpu = Executors.newFixedThreadPool(2);
    final TestPluginContext context = new TestPluginContext(cpu);
    private final Secret dsn;
    private final String table;
    LakeSinkConfig.Layout layout = LakeSinkConfig.Layout.RAW;

    @Nullable
    String rawTable;

    @Nullable
    Path caFile;

    LakeSinkConfig.LoadMode load = LakeSinkConfig.LoadMode.COPY;
    List<String> key = List.of();
    String versionColumn = "_version";
    LakeSinkConfig.Delete delete = LakeSinkConfig.Delete.HARD;
    boolean purge = true;
    FileFormat format = FileFormat.PARQUET;
    boolean createTable = true;

    @Nullable
    String ledger;

    Map<String, String> topicTables = Map.of();
    LakeSinkConfig.OnTableError onTableError = LakeSinkConfig.OnTableError.STOP;
    Evolve evolve = Evolve.NONE;
    Duration schemaRefresh = Duration.ofMinutes(1);
    boolean force;
    LakeSinkConfig.CopyOnError copyOnError = LakeSinkConfig.CopyOnError.ABORT;
    int openLoads = 4;
    Optional<Integer> connections = Optional.empty();
    Duration requestTimeout = Duration.ofSeconds(20);
    String stage = "~";
    private Sink sink = notOpen();

    SinkFixture(String dsn, String table) {
        this.dsn = new Secret(dsn);
        this.table = table;
    }

    LakeSinkConfig config() {
        return new LakeSinkConfig(
                dsn,
                table.isEmpty() ? Optional.empty() : Optional.of(table),
                topicTables,
                onTableError,
                layout,
                Optional.ofNullable(rawTable),
                load,
                key,
                versionColumn,
                "_op",
                delete,
                "_deleted",
                format,
                FileCompression.ZSTD,
                stage,
                createTable,
                evolve,
                schemaRefresh,
                force,
                purge,
                false,
                copyOnError,
                LakeSinkConfig.MissingField.FIELD_DEFAULT,
                4,
                openLoads,
                connections,
                Optional.ofNullable(caFile),
                Duration.ofSeconds(10),
                requestTimeout,
                Duration.ofMinutes(2),
                new LedgerOptions(Optional.ofNullable(ledger), 16, 200, Duration.ZERO));
    }

    /** Creates the sink that leaves the positions to the source; it is not open yet. */
    Sink create() {
        return new LakeSink(config(), context, UUID.randomUUID().toString().replace("-", ""));
    }

    /** The sink that keeps positions; every one is a process of its own. */
    TransactionalSink exact(LedgerGuards guards) {
        return exact(guards, UUID.randomUUID().toString().replace("-", ""));
    }

    /** @param run names its files */
    TransactionalSink exact(LedgerGuards guards, String run) {
        return new ExactLakeSink(config(), context, run, guards, null);
    }

    Sink open() {
        sink = create();
        sink.open();
        return sink;
    }

    /** The one that is open. */
    Sink sink() {
        return sink;
    }

    SinkWriter writer() {
        return open().openWriter(WRITER);
    }

    private static Sink notOpen() {
        return new Sink() {
            @Override
            public void open() {}

            @Override
            public SinkWriter openWriter(WriterContext context) {
                throw new IllegalStateException("not open");
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {
        sink.close();
        cpu.shutdownNow();
    }
}
