package org.lakeingest.lake;

import static java.util.Map.entry;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.config.Secret;
import org.lakeingest.lake.encode.FileCompression;
import org.lakeingest.lake.encode.FileFormat;
import org.lakeingest.testkit.ConfigContract;

class LakeSinkConfigTest extends ConfigContract<LakeSinkConfig> {
    private static final String DSN = "http://lake:s3cret@127.0.0.1:8000/default";

    /** Counts before the option, which merge would not go with. */
    private static final String PUT_RIGHT = DSN + "?copy_on_error=abort";

    @Override
    protected ComponentFactory<?, LakeSinkConfig> factory() {
        return new LakeSinkFactory();
    }

    @Override
    protected Map<String, String> least() {
        return Map.of("dsn", DSN, "table", "default.orders");
    }

    @Override
    protected LakeSinkConfig defaults() {
        return new LakeSinkConfig(
                new Secret(DSN),
                Optional.of("default.orders"),
                Map.of(),
                LakeSinkConfig.OnTableError.STOP,
                LakeSinkConfig.Layout.RAW,
                Optional.empty(),
                LakeSinkConfig.LoadMode.COPY,
                List.of(),
                "_version",
                "_op",
                LakeSinkConfig.Delete.HARD,
                "_deleted",
                FileFormat.PARQUET,
                FileCompression.ZSTD,
                "~",
                true,
                Evolve.NONE,
                Duration.ofMinutes(1),
                false,
                true,
                false,
                LakeSinkConfig.CopyOnError.ABORT,
                LakeSinkConfig.MissingField.FIELD_DEFAULT,
                4,
                4,
                Optional.empty(),
                Optional.empty(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofMinutes(10),
                LedgerOptions.defaults());
    }

    @Override
    protected Map<String, String> everything() {
        return Map.ofEntries(
                entry("dsn", PUT_RIGHT),
                entry("table", "default.orders"),
                entry("topic-tables.Audit.Log", "audit.log"),
                entry("on-table-error", "pause-table"),
                entry("layout", "raw-and-columns"),
                entry("load", "merge"),
                entry("raw-table", "default.messages"),
                entry("key", "region,id"),
                entry("version-column", "revision"),
                entry("op-column", "what"),
                entry("delete", "soft"),
                entry("deleted-column", "gone"),
                entry("file-format", "ndjson"),
                entry("compression", "none"),
                entry("stage", "files"),
                entry("create-table", "false"),
                entry("evolve", "widen"),
                entry("schema-refresh", "5s"),
                entry("force", "true"),
                entry("purge", "false"),
                entry("disable-variant-check", "true"),
                entry("copy-on-error", "continue"),
                entry("missing-field-as", "error"),
                entry("open-uploads", "2"),
                entry("open-loads", "3"),
                entry("connections", "7"),
                entry("ca-file", "ca.pem"),
                entry("connect-timeout", "1s"),
                entry("request-timeout", "15s"),
                entry("statement-timeout", "1m"),
                entry("ledger.table", "positions"),
                entry("ledger.tables-per-transaction", "3"),
                entry("ledger.files-per-transaction", "20"),
                entry("ledger.maintenance-interval", "0s"));
    }

    @Override
    protected LakeSinkConfig full() {
        return new LakeSinkConfig(
                new Secret(PUT_RIGHT),
                Optional.of("default.orders"),
                Map.of("Audit.Log", "audit.log"),
                LakeSinkConfig.OnTableError.PAUSE_TABLE,
                LakeSinkConfig.Layout.RAW_AND_COLUMNS,
                Optional.of("default.messages"),
                LakeSinkConfig.LoadMode.MERGE,
                List.of("region", "id"),
                "revision",
                "what",
                LakeSinkConfig.Delete.SOFT,
                "gone",
                FileFormat.NDJSON,
                FileCompression.NONE,
                "files",
                false,
                Evolve.WIDEN,
                Duration.ofSeconds(5),
                true,
                false,
                true,
                LakeSinkConfig.CopyOnError.CONTINUE,
                LakeSinkConfig.MissingField.ERROR,
                2,
                3,
                Optional.of(7),
                Optional.of(Path.of("ca.pem")),
                Duration.ofSeconds(1),
                Duration.ofSeconds(15),
                Duration.ofMinutes(1),
                new LedgerOptions(Optional.of("positions"), 3, 20, Duration.ZERO));
    }

    @Override
    protected Map<Map<String, String>, String> wrong() {
        return Map.ofEntries(
                entry(Map.of("dsn", "localhost:8000"), "dsn"),
                entry(Map.of("table", "a.b.c"), "table"),
                entry(Map.of("table", "default.2${topic}"), "table"),
                entry(Map.of("topic-tables.a", "a b"), "topic-tables"),
                entry(Map.of("stage", "@~"), "stage"),
                entry(Map.of("open-uploads", "0"), "open-uploads"),
                entry(Map.of("open-loads", "65"), "open-loads"),
                entry(Map.of("connect-timeout", "0s"), "connect-timeout"),
                entry(Map.of("request-timeout", "1s"), "request-timeout"),
                entry(Map.of("statement-timeout", "5s"), "statement-timeout"),
                entry(Map.of("key", "id"), "key"),
                entry(Map.of("load", "replace", "layout", "columns"), "key"),
                entry(Map.of("load", "replace", "layout", "columns", "key", "a,a"), "key"),
                entry(Map.of("load", "replace", "key", "koffset"), "key"),
                entry(Map.of("load", "merge", "key", "id"), "load"),
                entry(Map.of("load", "merge", "layout", "columns"), "key"),
                entry(
                        Map.of("load", "merge", "layout", "columns", "key", "id", "version-column", "_position"),
                        "version-column"),
                entry(Map.of("layout", "rows"), "layout"),
                entry(Map.of("layout", "raw-and-columns"), "raw-table"),
                entry(Map.of("raw-table", "default.messages"), "raw-table"),
                entry(Map.of("layout", "raw-and-columns", "raw-table", "orders"), "raw-table"),
                entry(Map.of("layout", "raw-and-columns", "raw-table", "a.b.c"), "raw-table"),
                entry(Map.of("layout", "raw-and-columns", "raw-table", "m", "load", "replace"), "key"),
                entry(Map.of("copy-on-error", "continue"), "copy-on-error"),
                entry(Map.of("copy-on-error", "skip_file"), "copy-on-error"),
                entry(
                        Map.of("copy-on-error", "continue", "file-format", "ndjson", "load", "streaming"),
                        "copy-on-error"),
                entry(Map.of("dsn", DSN + "?copy_on_error=continue"), "copy-on-error"),
                entry(Map.of("dsn", DSN + "?copy_on_error=skip_file"), "dsn"),
                entry(Map.of("evolve", "all"), "evolve"),
                entry(Map.of("schema-refresh", "0s"), "schema-refresh"));
    }

    @Override
    protected String introduction() {
        return """
                Sink `lake`

                Writes rows into tables of a Databend-compatible lake over HTTP. The raw layout is described in
                [raw-table.md](../raw-table.md), errors in [errors](../errors/lake.md).

                The `dsn` reads `scheme://user:password@host:port/database?key=value`. User and password may be
                percent-encoded. A scheme that ends in `http`, or `sslmode=disable`, means no TLS; the port is then 80,
                otherwise 443. Keys the client knows are `tenant`, `warehouse`, `role`, `access_token`,
                `access_token_file`, `timeout` (in place of `request-timeout`), `wait_time_secs`, `max_rows_per_page`,
                `max_rows_in_buffer`, `timezone` and `presigned_url_disabled`, and `copy_purge`, `copy_force` and
                `copy_on_error` (in place of `purge`, `force` and `copy-on-error`); any other key is a session setting.
                Without `presigned_url_disabled=true` files go to presigned addresses where the lake offers them.""";
    }
}
