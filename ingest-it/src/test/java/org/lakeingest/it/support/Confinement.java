package org.lakeingest.it.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Assumptions;

/** Starts commands in a mount namespace where only /tmp and /var/tmp can be written; see {@code confined.sh}. */
public final class Confinement {
    private final Path folder;
    private final Path script;

    /** Skips the test where namespaces cannot be made, or where nobody may not read the distribution. */
    public Confinement(Path folder) throws IOException {
        this.folder = folder;
        this.script = folder.resolve("confined.sh");
        try (InputStream text = Objects.requireNonNull(getClass().getResourceAsStream("/confined.sh"))) {
            Files.write(script, text.readAllBytes());
        }
        String launcher = IngestProcess.home().resolve("bin/ingest").toString();
        try (IngestProcess probe = start("", List.of("test", "-r", launcher))) {
            Assumptions.assumeTrue(
                    probe.exitCode() == 0,
                    () -> "no mount namespace can be made here, or the user nobody cannot read " + launcher + ": "
                            + probe.output());
        }
    }

    /** The folder is hidden behind the new /tmp if it lies there, so what is to be read must lie elsewhere. */
    public static Path visibleFolder() {
        try {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            return Files.createTempDirectory(target, "confined-", readable());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static java.nio.file.attribute.FileAttribute<?> readable() {
        return java.nio.file.attribute.PosixFilePermissions.asFileAttribute(
                java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /**
     * Starts the drop-in.
     *
     * @param tmpOptions mount options of /tmp, each behind a comma
     * @param environment all there is, but PATH and JAVA_HOME
     */
    public IngestProcess dropIn(String tmpOptions, Map<String, String> environment, Path file) {
        List<String> command = new ArrayList<>();
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(IngestProcess.home().resolve("bin/bend-ingest-kafka").toString());
        command.add("-f");
        command.add(file.toString());
        return start(tmpOptions, command);
    }

    private IngestProcess start(String tmpOptions, List<String> command) {
        boolean root = "root".equals(System.getProperty("user.name"));
        List<String> confined = new ArrayList<>(List.of("unshare", root ? "-m" : "-Urm", "sh"));
        confined.add(script.toString());
        confined.add(tmpOptions);
        confined.addAll(command);
        return IngestProcess.launch(folder, Map.of(), confined);
    }
}
