package org.lakeingest.app.sandbox;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A tool under measurement, in a process of its own. Closing ends it. */
final class BenchProcess implements AutoCloseable {
    private final Process process;
    private final Path log;

    private BenchProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** The distribution's launcher, as a user starts it. */
    static BenchProcess ingest(Path log, String... arguments) throws IOException {
        return start(
                log, Path.of(System.getProperty("ingest.home"), "bin", "ingest").toString(), List.of(arguments));
    }

    /** A main class of this process's class path, in a JVM with default heap and collector. */
    static BenchProcess java(Path log, String mainClass, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        all.addAll(List.of(arguments));
        return start(
                log, Path.of(System.getProperty("java.home"), "bin", "java").toString(), all);
    }

    private static BenchProcess start(Path log, String program, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(arguments);
        return new BenchProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                log);
    }

    boolean alive() {
        return process.isAlive();
    }

    String output() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    /** User and system, the launcher's shell included. */
    Duration cpu() {
        return processes()
                .map(handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Of its largest process; 0 where the operating system does not tell. */
    long peakMemoryMb() {
        return processes().mapToLong(BenchProcess::peakMemoryMb).max().orElse(0);
    }

    private static long peakMemoryMb(ProcessHandle handle) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(handle.pid()), "status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElse(0);
        } catch (IOException e) {
            return 0;
        }
    }

    private Stream<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants());
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().join();
    }
}
