package org.lakeingest.lake;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.config.Option;
import org.lakeingest.api.config.Secret;
import org.lakeingest.lake.encode.FileCompression;
import org.lakeingest.lake.encode.FileFormat;

/** Settings of the sink {@code lake}. */
public record LakeSinkConfig(
        @Option(
                name = "dsn",
                description =
                        "Address and credentials of the lake: scheme://user:password@host:port/database?key=value."
                                + " A scheme that ends in http, or sslmode=disable, means no TLS; keys the client does not know"
                                + " become session settings.")
        Secret dsn,

        @Option(
                name = "table",
                description =
                        "Target table, written database.table or table; without quotes it is folded to lower case. ${topic}"
                                + " stands for the topic, whose name is kept as it is. Unset, every topic must be in topic-tables.")
        Optional<String> table,

        @Option(
                name = "topic-tables",
                description =
                        "The tables of single topics; all other topics go to table, or are refused if it is unset.")
        Map<String, String> topicTables,

        @Option(
                name = "on-table-error",
                defaultValue = "stop",
                description =
                        "What happens when a table is missing, unfit or forbidden: stop the pipeline, or let its rows wait while"
                                + " all others are loaded (pause-table).")
        OnTableError onTableError,

        @Option(
                name = "layout",
                defaultValue = "raw",
                description = "Six columns with the message as one VARIANT (raw), one column for each field of the"
                        + " decoder's schema (columns), or both, each in a table of its own (raw-and-columns).")
        Layout layout,

        @Option(
                name = "raw-table",
                description =
                        "Table for the messages themselves, with the layout raw-and-columns only; written like table."
                                + " Messages must be JSON.")
        Optional<String> rawTable,

        @Option(
                name = "load",
                defaultValue = "copy",
                description =
                        "A file in the stage and COPY INTO, where the lake's file records suppress doubles (copy), NDJSON"
                                + " straight into the table (streaming), or a file in the stage and REPLACE INTO, where a row"
                                + " takes the place of those with its key (replace), or MERGE INTO, where changes are applied"
                                + " to the rows with their keys (merge); see changes.md.")
        LoadMode load,

        @Option(
                name = "key",
                description =
                        "Columns that tell rows apart, for load replace and merge. Needed with layout columns; with layout raw it is"
                                + " koffset, kpartition, uuid, and may be koffset, kpartition where a table takes a single"
                                + " topic.")
        List<String> key,

        @Option(
                name = "version-column",
                defaultValue = KeyOptions.VERSION,
                description =
                        "Column by which rows of the same key are told older from newer; whole numbers, decimals, times or"
                                + " text. One that is named here must be in every row; without " + KeyOptions.VERSION
                                + " the later record is newer.")
        String versionColumn,

        @Option(
                name = "op-column",
                defaultValue = "_op",
                description =
                        "Column of the rows, not of the table, that says what a change does, for load merge: c, r, u or"
                                + " null put a row, d deletes it.")
        String opColumn,

        @Option(
                name = "delete",
                defaultValue = "hard",
                description = "Whether load merge removes deleted rows (hard) or marks them in deleted-column (soft).")
        Delete delete,

        @Option(
                name = "deleted-column",
                defaultValue = "_deleted",
                description = "Column of the table that is true for deleted rows, with delete soft.")
        String deletedColumn,

        @Option(
                name = "file-format",
                defaultValue = "parquet",
                description =
                        "Format of the files of copy; streaming is always NDJSON, replace and merge always Parquet.")
        FileFormat fileFormat,

        @Option(
                name = "compression",
                defaultValue = "zstd",
                description = "Compression of the files; streaming sends plain text.")
        FileCompression compression,

        @Option(name = "stage", defaultValue = "~", description = "Stage for the files; ~ is the user's own.")
        String stage,

        @Option(name = "create-table", defaultValue = "true", description = "Create the table when it is absent.")
        boolean createTable,

        @Option(
                name = "evolve",
                defaultValue = "none",
                description =
                        "What the layout columns may change about a table that is there: nothing (none), columns for"
                                + " fields it lacks (add-columns), and besides that the type of a column to one that holds all its"
                                + " values and the new ones (widen).")
        Evolve evolve,

        @Option(
                name = "schema-refresh",
                defaultValue = "1m",
                description =
                        "How often the columns of a table are looked at while rows are written; they are looked at"
                                + " anyway when the lake refuses a load.")
        Duration schemaRefresh,

        @Option(
                name = "force",
                defaultValue = "false",
                description =
                        "Load files that the lake remembers. With purge it remembers none, and nothing recognises a"
                                + " file that is sent twice.")
        boolean force,

        @Option(name = "purge", defaultValue = "true", description = "Delete a file once it is loaded.")
        boolean purge,

        @Option(
                name = "disable-variant-check",
                defaultValue = "false",
                description = "Load JSON that the lake would refuse as malformed.")
        boolean disableVariantCheck,

        @Option(
                name = "copy-on-error",
                defaultValue = "abort",
                description =
                        "What COPY does with a row that the lake refuses: refuse the file, so that the record is found"
                                + " and the pipeline decides about it (abort), or leave the row out and count it (continue)."
                                + " Continue needs file-format ndjson and tables without ARRAY, MAP and TUPLE; see tables.md.")
        CopyOnError copyOnError,

        @Option(
                name = "missing-field-as",
                defaultValue = "field-default",
                description = "What a column becomes that the file lacks.")
        MissingField missingFieldAs,

        @Option(name = "open-uploads", defaultValue = "4", description = "Files encoded and uploaded at a time.")
        int openUploads,

        @Option(name = "open-loads", defaultValue = "4", description = "Statements that load files at a time.")
        int openLoads,

        @Option(
                name = "connections",
                description =
                        "Most connections to the lake at a time; open-uploads and open-loads together and two more,"
                                + " if unset.")
        Optional<Integer> connections,

        @Option(
                name = "ca-file",
                description =
                        "PEM file with the certificates of authorities to trust, in place of those that Java trusts.")
        Optional<Path> caFile,

        @Option(name = "connect-timeout", defaultValue = "10s", description = "Time allowed for opening a connection.")
        Duration connectTimeout,

        @Option(
                name = "request-timeout",
                defaultValue = "30s",
                description = "Time allowed for one answer; a running statement answers more often than that.")
        Duration requestTimeout,

        @Option(
                name = "statement-timeout",
                defaultValue = "10m",
                description = "Time allowed for one statement or streaming load as a whole.")
        Duration statementTimeout,

        @Option(name = "ledger", description = "Where and how exactly-once delivery keeps the positions.")
        LedgerOptions ledger) {

    private static final int MOST_OPEN = 64;

    public LakeSinkConfig {
        LakeDsn.parse(dsn.value());
        topicTables = Map.copyOf(topicTables);
        StagePath.checkStage(stage);
        key = List.copyOf(key);
        KeyOptions.check(layout, load, key);
        KeyOptions.checkColumns(load, List.of(versionColumn, opColumn, deletedColumn));
        RawTable.checkOption(layout, rawTable, router(dsn, table, topicTables));
        checkCopy(drops(LakeDsn.parse(dsn.value()), copyOnError), load, fileFormat);
        inRange("open-uploads", openUploads);
        inRange("open-loads", openLoads);
        connections.ifPresent(value -> inRange("connections", value));
        positive("connect-timeout", connectTimeout);
        positive("schema-refresh", schemaRefresh);
        if (requestTimeout.compareTo(Duration.ofSeconds(2)) < 0) {
            throw new IllegalArgumentException("request-timeout must be 2s or more, not " + requestTimeout);
        }
        if (statementTimeout.compareTo(requestTimeout) < 0) {
            throw new IllegalArgumentException(
                    "statement-timeout must not be below request-timeout, " + requestTimeout);
        }
    }

    /** The lake honours CONTINUE in NDJSON alone. */
    private static void checkCopy(boolean drops, LoadMode load, FileFormat fileFormat) {
        if (drops && (load != LoadMode.COPY || fileFormat != FileFormat.NDJSON)) {
            throw new IllegalArgumentException(
                    "copy-on-error continue needs load copy and file-format ndjson: from other files the lake leaves out"
                            + " no single row");
        }
    }

    private static boolean drops(LakeDsn dsn, CopyOnError copyOnError) {
        return dsn.dropsRows().orElse(copyOnError == CopyOnError.CONTINUE);
    }

    /** What a row of the table looks like. */
    public enum Layout {
        RAW,
        COLUMNS,
        RAW_AND_COLUMNS
    }

    /** What a table that cannot be loaded does to the pipeline. */
    public enum OnTableError {
        STOP,
        PAUSE_TABLE
    }

    /** How a batch becomes rows. */
    public enum LoadMode {
        COPY,
        STREAMING,
        REPLACE,
        MERGE
    }

    /** What becomes of a row that is deleted. */
    public enum Delete {
        HARD,
        SOFT
    }

    /** The lake's ON_ERROR, as far as it keeps account of rows. */
    public enum CopyOnError {
        ABORT,
        CONTINUE
    }

    /** The lake's MISSING_FIELD_AS. */
    public enum MissingField {
        ERROR,
        NULL,
        FIELD_DEFAULT
    }

    int mostConnections() {
        return connections.orElse(openUploads + openLoads + 2);
    }

    /** Whether files are deleted once they are loaded; as in the following, the dsn counts before the option. */
    boolean purges() {
        return lakeDsn().flag("copy_purge").orElse(purge);
    }

    /** Whether files are loaded that the lake remembers. */
    boolean forces() {
        return lakeDsn().flag("copy_force").orElse(force);
    }

    /** Whether the lake leaves out rows that it refuses. */
    boolean dropsRows() {
        return drops(lakeDsn(), copyOnError);
    }

    LakeDsn lakeDsn() {
        return LakeDsn.parse(dsn.value());
    }

    TableRouter router() {
        return router(dsn, table, topicTables);
    }

    private static TableRouter router(Secret dsn, Optional<String> table, Map<String, String> topicTables) {
        return TableRouter.of(
                table.orElse(""), topicTables, LakeDsn.parse(dsn.value()).database());
    }

    /** The table for the messages; empty but for the layout raw-and-columns. */
    Optional<TableName> rawTableName() {
        return rawTable.map(name -> RawTable.name(name, lakeDsn().database()));
    }

    private static void inRange(String option, int value) {
        if (value < 1 || value > MOST_OPEN) {
            throw new IllegalArgumentException(option + " must be between 1 and " + MOST_OPEN + ", not " + value);
        }
    }

    static void positive(String option, Duration value) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(option + " must be positive, not " + value);
        }
    }
}
