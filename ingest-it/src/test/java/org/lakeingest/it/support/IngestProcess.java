package org.lakeingest.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** The distribution's own launcher as a child process: what a user starts, with its output kept in a file. */
public final class IngestProcess implements AutoCloseable {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /**
     * A JVM blocks SIGQUIT in its threads and so in what they start, where a user's shell or service manager does not. The
     * launcher's shell cannot undo that; Perl can.
     */
    private static final List<String> UNBLOCK_SIGQUIT = List.of(
            "perl",
            "-MPOSIX",
            "-e",
            "sigprocmask(SIG_UNBLOCK, POSIX::SigSet->new(SIGQUIT)); exec { $ARGV[0] } @ARGV or die $!");

    private final Process process;
    private final Path output;

    private IngestProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts {@code bin/ingest} with these arguments; what it prints goes to a new file in the folder. */
    public static IngestProcess start(Path folder, Map<String, String> environment, String... arguments) {
        return launch(folder, environment, home().resolve("bin/ingest"), arguments);
    }

    /** Starts {@code bin/bend-ingest-kafka} in the same way. */
    public static IngestProcess dropIn(Path folder, Map<String, String> environment, String... arguments) {
        return launch(folder, environment, home().resolve("bin/bend-ingest-kafka"), arguments);
    }

    /** Starts any executable in the same way. */
    public static IngestProcess launch(
            Path folder, Map<String, String> environment, Path executable, String... arguments) {
        List<String> command = new ArrayList<>(UNBLOCK_SIGQUIT);
        command.add(executable.toString());
        command.addAll(List.of(arguments));
        return launch(folder, environment, command);
    }

    /** Starts any command that ends in being a launcher. */
    public static IngestProcess launch(Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path output = Files.createTempFile(folder, "ingest-", ".log");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            return new IngestProcess(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The unpacked distribution under test. */
    public static Path home() {
        Path home = Path.of(System.getProperty("ingest.home", ""));
        if (!Files.isExecutable(home.resolve("bin/ingest"))) {
            throw new IllegalStateException("no distribution at '" + home + "'; run the build up to package first");
        }
        return home;
    }

    /** Everything it printed so far. */
    public String output() {
        try {
            return Files.readString(output, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lines printed so far that contain the text. */
    public long lines(String text) {
        return output().lines().filter(line -> line.contains(text)).count();
    }

    /** Waits until its pipeline runs, a minute at most. */
    public void awaitRunning() {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> !alive() || lines(" is running with ") > 0);
    }

    public boolean alive() {
        return process.isAlive();
    }

    /** The JVM behind the launcher. */
    public ProcessHandle jvm() {
        return process.children().findFirst().orElseThrow();
    }

    public long pid() {
        return process.pid();
    }

    /** CPU time of the process until now, user and system. */
    public Duration cpu() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** SIGTERM. */
    public void terminate() {
        process.destroy();
    }

    /** Any signal, by the name that kill knows. */
    public void signal(String name) {
        signal(name, pid());
    }

    /** Any signal, to the JVM and not to the launcher. */
    public void signalJvm(String name) {
        signal(name, jvm().pid());
    }

    private static void signal(String name, long pid) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** SIGKILL: no chance to finish anything. */
    public void kill() {
        close();
        exitCode();
    }

    /** Waits for the end, a minute at most. */
    public int exitCode() {
        return exitCode(Duration.ofMinutes(1));
    }

    /** Waits for the end, at most that long. */
    public int exitCode(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("still running after " + atMost + ":\n" + output());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The body of a page of its admin endpoint. */
    public static String page(int port, String path) {
        try {
            return HTTP.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                    .timeout(Duration.ofSeconds(10))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        // The JVM is the launcher's child and must not get the chance to notice that its parent has gone.
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
