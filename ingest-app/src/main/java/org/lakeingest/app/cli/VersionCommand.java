package org.lakeingest.app.cli;

import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version. */
@Command(
        name = "version",
        description = "Prints the version of this program and of the JVM.",
        mixinStandardHelpOptions = true)
final class VersionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    /** For {@code --version} as well. */
    static final class Provider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {text()};
        }
    }

    /** {@code lake-ingest 1.0 (Java 17.0.15, Linux amd64)}. */
    static String text() {
        @Nullable String version = VersionCommand.class.getPackage().getImplementationVersion();
        return "lake-ingest " + Objects.requireNonNullElse(version, "of a source tree") + " (Java "
                + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + ")";
    }

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(text());
        return 0;
    }
}
