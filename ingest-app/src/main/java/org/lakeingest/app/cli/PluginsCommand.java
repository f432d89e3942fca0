package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.lakeingest.app.plugin.PluginRegistry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists what can be named as a `type`. */
@Command(
        name = "plugins",
        description =
                "Lists the sources, decoders, transformers, sinks and dead-letter queues that a pipeline file can name as `type`.",
        footer = {
            "",
            "External plugins go to plugins/<name>/*.jar of the distribution, or of the folder INGEST_PLUGINS names."
        },
        mixinStandardHelpOptions = true)
final class PluginsCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.printf("%-18s %-16s %s%n", "KIND", "TYPE", "FROM");
        for (PluginRegistry.Registered<?> each : Home.plugins().all()) {
            out.printf("%-18s %-16s %s%n", each.point().title(), each.name(), each.origin());
        }
        out.flush();
        return 0;
    }
}
