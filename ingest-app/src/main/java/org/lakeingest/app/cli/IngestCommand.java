package org.lakeingest.app.cli;

import org.jspecify.annotations.Nullable;
import org.lakeingest.app.sandbox.SandboxCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** What all commands share. */
@Command(
        name = "ingest",
        description = "Moves data from Kafka into a lake without losing, doubling or mangling a row.",
        subcommands = {
            RunCommand.class,
            ValidateCommand.class,
            DlqCommand.class,
            ConvertCommand.class,
            AuditCommand.class,
            DropInCommand.class,
            PluginsCommand.class,
            SandboxCommand.class,
            VersionCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nFirst steps:%n",
        footer = {
            "  ingest sandbox                  a broker, a lake and a pipeline between them, here and now",
            "  ingest run --help               what a pipeline file looks like",
            "  ingest validate -f FILE         what a file means, without connecting to anything",
            "  ingest dlq list -f FILE         records that were given up, and why",
            "  ingest audit -f FILE            whether the tables have every record of the topics, once",
            "",
            "Exit status: 0 done, 1 failed at run time, 2 a mistake in configuration or usage."
        })
final class IngestCommand implements Runnable {
    /** From the most to the least. */
    enum Level {
        TRACE,
        DEBUG,
        INFO,
        WARN,
        ERROR
    }

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Option(
            names = "--log-level",
            scope = ScopeType.INHERIT,
            defaultValue = "${env:INGEST_LOG_LEVEL:-" + CommandLine.Option.NULL_VALUE + "}",
            paramLabel = "LEVEL",
            description =
                    "${COMPLETION-CANDIDATES}; also by INGEST_LOG_LEVEL. Default: INFO, of sandbox, dlq and audit WARN.")
    private @Nullable Level logLevel;

    @Option(
            names = "--stacktrace",
            scope = ScopeType.INHERIT,
            description = "Print stack traces; without it every error is one line.")
    private boolean stacktrace;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** The level that was chosen, or else this one. */
    Level logLevel(Level otherwise) {
        return logLevel == null ? otherwise : logLevel;
    }

    boolean stackTraces() {
        return stacktrace || logLevel(Level.INFO).compareTo(Level.DEBUG) <= 0;
    }
}
