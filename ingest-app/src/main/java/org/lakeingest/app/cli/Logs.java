package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.util.Set;
import org.lakeingest.app.cli.IngestCommand.Level;
import org.lakeingest.app.flat.LogrusLine;
import picocli.CommandLine;

/** Sets the properties that {@code logback.xml} reads. Works only before the first logger is made, so it comes first. */
final class Logs {
    private Logs() {}

    private static volatile boolean flat;

    /** Commands that tell by themselves what is going on, so they log less unless asked. */
    private static final Set<String> CHATTY = Set.of("sandbox", "dlq", "audit");

    static void configure(CommandLine.ParseResult parsed) {
        IngestCommand root = root(parsed);
        boolean chatty = parsed.hasSubcommand()
                && CHATTY.contains(parsed.subcommand().commandSpec().name());
        System.setProperty(
                "ingest.log.level",
                root.logLevel(chatty ? Level.WARN : Level.INFO).name());
        if (root.stackTraces()) {
            System.setProperty("ingest.log.trace", "%n%ex");
        }
        if (root.logLevel(Level.INFO).compareTo(Level.DEBUG) <= 0) {
            System.setProperty("ingest.log.libraries", "INFO");
        }
    }

    /** As it is before any command has said how to log. */
    static void reset() {
        flat = false;
        System.clearProperty("ingest.log.form");
        System.clearProperty("ingest.log.batches");
    }

    /** From now on as the original tool logs; lines about each batch included, unless less is wanted. */
    static void flat(CommandLine.Model.CommandSpec spec) {
        flat();
        IngestCommand root = (IngestCommand) spec.root().userObject();
        if (root.logLevel(Level.INFO).compareTo(Level.INFO) <= 0) {
            System.setProperty("ingest.log.batches", "DEBUG");
        }
    }

    /** The form alone, where no level is known yet. */
    static void flat() {
        flat = true;
        System.setProperty("ingest.log.form", "logrus");
    }

    /** Lines that belong to no logger, such as the configuration at the start. */
    static void print(PrintWriter err, String text) {
        if (!flat) {
            err.println(text);
            return;
        }
        Instant now = Instant.now();
        text.lines()
                .filter(line -> !line.isBlank())
                .forEach(line -> err.println(LogrusLine.format(now, "info", line.stripTrailing())));
    }

    /** A line for the user at the end of a command that failed. */
    static String failure(String message) {
        return flat ? LogrusLine.format(Instant.now(), "fatal", message) : "ingest: " + message;
    }

    static boolean wantsTraces(CommandLine.ParseResult parsed) {
        return root(parsed).stackTraces();
    }

    private static IngestCommand root(CommandLine.ParseResult parsed) {
        CommandLine.Model.CommandSpec spec = parsed.commandSpec();
        return (IngestCommand) spec.root().userObject();
    }
}
