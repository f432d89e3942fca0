package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.PipelineFile;
import org.lakeingest.app.flat.GoFlags;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** What {@code bin/bend-ingest-kafka} starts: the original tool's command line, and its log. */
@Command(name = DropInCommand.NAME, hidden = true, description = "Takes the command line of bend-ingest-kafka.")
final class DropInCommand implements Callable<Integer> {
    static final String NAME = "bend-ingest-kafka";

    private static final String USUAL = "config/conf.json";

    private final Stop stop;

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Unmatched
    private List<String> arguments = new ArrayList<>();

    DropInCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        Logs.flat(spec);
        GoFlags flags;
        try {
            flags = GoFlags.parse(arguments);
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(Failures.CONFIGURATION, String.valueOf(e.getMessage()), null);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (flags.version()) {
            @Nullable String version = DropInCommand.class.getPackage().getImplementationVersion();
            out.println(NAME + " version " + Objects.requireNonNullElse(version, "dev"));
            return 0;
        }
        if (flags.help()) {
            out.println(
                    "Usage of " + NAME + ": -f FILE, or one flag for each key of the file such as -kafka-topic=orders;"
                            + " -version. docs/upgrading.md says more.");
            return 0;
        }
        return new RunCommand(stop).run(file(flags), spec.commandLine().getErr());
    }

    /** As the original does: flags count only where there is no file. */
    private static PipelineFile file(GoFlags flags) {
        String named = flags.file();
        if (named == null && !Files.exists(Path.of(USUAL))) {
            return PipelineFile.ofFlags(flags.values());
        }
        PipelineFile file = PipelineFile.readFlat(Path.of(named == null || named.isEmpty() ? USUAL : named));
        return flags.values().isEmpty()
                ? file
                : file.warning("flags are ignored where a file is read: "
                        + flags.values().keySet().stream()
                                .sorted()
                                .map(each -> "-" + each)
                                .toList());
    }
}
