package org.lakeingest.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The pipeline file, shared by the commands that read one. */
final class FileOption {
    private static final List<Path> USUAL = List.of(Path.of("pipeline.yaml"), Path.of("config", "conf.json"));

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Pipeline file in YAML or JSON, or the flat JSON file of bend-ingest-kafka."
                    + " Default: ./pipeline.yaml, or else ./config/conf.json.")
    private @Nullable Path file;

    /** The file that was named, or the first usual one that exists. */
    Path path() {
        if (file != null) {
            return file;
        }
        for (Path usual : USUAL) {
            if (Files.exists(usual)) {
                return usual;
            }
        }
        throw new CommandFailure(
                Failures.CONFIGURATION,
                "no pipeline file: there is neither pipeline.yaml nor config/conf.json here; name one with -f FILE",
                null);
    }
}
