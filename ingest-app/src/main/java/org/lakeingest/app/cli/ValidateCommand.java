package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.lakeingest.app.PipelineFile;
import org.lakeingest.app.PipelineSettings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Checks a pipeline file. */
@Command(
        name = "validate",
        description = {
            "Checks a pipeline file and prints every option with the value in force, secrets masked.",
            "Connects to nothing. All mistakes are reported together; the exit status is 2 if there is one."
        },
        mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // injected
    private FileOption file;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PipelineFile read = PipelineFile.read(file.path());
        PipelineSettings settings = read.bind(Home.plugins());
        settings.warnings().forEach(warning -> spec.commandLine().getErr().println("ingest: " + warning));
        out.println(settings.effective());
        out.println(file.path() + " is valid");
        return 0;
    }
}
