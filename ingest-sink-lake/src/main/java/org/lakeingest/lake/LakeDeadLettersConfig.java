package org.lakeingest.lake;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.lakeingest.api.config.Option;
import org.lakeingest.api.config.Secret;
import org.lakeingest.lake.encode.FileFormat;

/** Settings of the dead-letter queue {@code lake}. */
public record LakeDeadLettersConfig(
        @Option(
                name = "dsn",
                description =
                        "Address and credentials of the lake; those of the sink, if that is of type lake and nothing"
                                + " is given here.")
        Secret dsn,

        @Option(
                name = "table",
                description = "Table for the letters, written database.table or table; the pipeline's name and"
                        + " _dead_letters, if unset.")
        Optional<String> table,

        @Option(name = "create-table", defaultValue = "true", description = "Create the table when it is absent.")
        boolean createTable,

        @Option(name = "stage", defaultValue = "~", description = "Stage for the files; ~ is the user's own.")
        String stage,

        @Option(
                name = "ca-file",
                description =
                        "PEM file with the certificates of authorities to trust, in place of those that Java trusts.")
        Optional<Path> caFile,

        @Option(name = "connect-timeout", defaultValue = "10s", description = "Time allowed for opening a connection.")
        Duration connectTimeout,

        @Option(name = "request-timeout", defaultValue = "30s", description = "Time allowed for one answer.")
        Duration requestTimeout,

        @Option(
                name = "statement-timeout",
                defaultValue = "10m",
                description = "Time allowed for one statement as a whole.")
        Duration statementTimeout) {

    public LakeDeadLettersConfig {
        LakeDsn parsed = LakeDsn.parse(dsn.value());
        table.ifPresent(name -> TableName.parse(name, parsed.database()));
        StagePath.checkStage(stage);
        LakeSinkConfig.positive("connect-timeout", connectTimeout);
        if (requestTimeout.compareTo(Duration.ofSeconds(2)) < 0) {
            throw new IllegalArgumentException("request-timeout must be 2s or more, not " + requestTimeout);
        }
        if (statementTimeout.compareTo(requestTimeout) < 0) {
            throw new IllegalArgumentException(
                    "statement-timeout must not be below request-timeout, " + requestTimeout);
        }
    }

    LakeDsn lakeDsn() {
        return LakeDsn.parse(dsn.value());
    }

    /** The table of this pipeline's letters. */
    TableName tableOf(String pipeline) {
        String database = lakeDsn().database();
        return table.map(name -> TableName.parse(name, database))
                .orElseGet(() -> new TableName(database, LedgerTable.suffix(pipeline) + "_dead_letters"));
    }

    /** Whether a sink can write the letters with its rows: it reaches the same lake as the same user, and writes bytes. */
    boolean isOf(LakeSinkConfig sink) {
        return dsn.equals(sink.dsn()) && sink.fileFormat() == FileFormat.PARQUET;
    }
}
