package org.lakeingest.app.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.lakeingest.app.PipelineFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a flat file as a pipeline file. */
@Command(
        name = "convert",
        description = {
            "Prints the flat JSON file of bend-ingest-kafka as a pipeline file, with a comment for each key.",
            "The result holds the same passwords; it is checked as `ingest validate` does before it is printed."
        },
        mixinStandardHelpOptions = true)
final class ConvertCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The flat file.")
    @SuppressWarnings("NullAway.Init") // injected
    private Path file;

    @Override
    public Integer call() {
        PipelineFile flat = PipelineFile.readFlat(file);
        flat.bind(Home.plugins());
        flat.warnings().forEach(warning -> spec.commandLine().getErr().println("ingest: " + warning));
        spec.commandLine().getOut().print(flat.converted());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
