package org.lakeingest.app.cli;

import org.lakeingest.app.cli.IngestCommand.Level;
import picocli.CommandLine;

/** Sets the properties that {@code logback.xml} reads. Works only before the first logger is made, so it comes first. */
final class Logs {
    private Logs() {}

    /** The sandbox tells by itself what is going on, so it logs less unless asked. */
    static void configure(CommandLine.ParseResult parsed) {
        IngestCommand root = root(parsed);
        boolean chatty = parsed.hasSubcommand()
                && parsed.subcommand().commandSpec().name().equals("sandbox");
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

    static boolean wantsTraces(CommandLine.ParseResult parsed) {
        return root(parsed).stackTraces();
    }

    private static IngestCommand root(CommandLine.ParseResult parsed) {
        CommandLine.Model.CommandSpec spec = parsed.commandSpec();
        return (IngestCommand) spec.root().userObject();
    }
}
