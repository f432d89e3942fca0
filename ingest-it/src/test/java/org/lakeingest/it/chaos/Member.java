package org.lakeingest.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lakeingest.it.support.IngestProcess;
import org.lakeingest.it.support.Run;

/** One process of the pipeline with its own way to the lake. */
final class Member implements AutoCloseable, LakeProxy.Sender {
    private static final Map<String, String> QUICK = Map.of("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Xmx256m");

    private final LakeProxy proxy;
    private final String name;
    private volatile @Nullable IngestProcess process;
    private volatile boolean stopped;

    private Member(String name, String dsn, Fencing fencing) {
        this.name = name;
        this.proxy = new LakeProxy(dsn, fencing, this);
    }

    /**
     * What a pipeline's file says beside what is the same for all.
     *
     * @param group of the consumers
     * @param ledger that of the run when it is empty; with another one it is another pipeline
     * @param session the session timeout, empty for the default
     */
    record Settings(String group, String sinkType, int requestTimeoutSeconds, String ledger, String session) {
        static Settings of(Run run) {
            return new Settings(run.group(), "lake", 3, "", "3s");
        }
    }

    /** Starts the distribution. */
    static Member start(Run run, String name, Fencing fencing, Settings settings) {
        Member member = new Member(name, run.services().lakeDsn(), fencing);
        Path file = member.file(run, settings);
        member.process = IngestProcess.start(run.folder(), QUICK, "run", "-f", file.toString());
        return member;
    }

    /**
     * Starts the same program with a sink that checks less. That sink is a test's class: it is found on the class path of this process
     * only, and no option of the distribution leads to it.
     */
    static Member startUnguarded(Run run, String name, Fencing fencing, String guards) {
        Member member = new Member(name, run.services().lakeDsn(), fencing);
        Path file = member.file(run, new Settings(run.group() + name, "unguarded-lake", 20, "", "3s"));
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-Dunguarded=" + guards,
                "-cp",
                classPath(),
                "org.lakeingest.app.cli.IngestMain",
                "run",
                "-f",
                file.toString());
        member.process = IngestProcess.launch(run.folder(), Map.of(), command);
        return member;
    }

    private static String classPath() {
        try (Stream<Path> jars = Files.list(IngestProcess.home().resolve("lib"))) {
            String here = Member.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath();
            return jars.map(Path::toString).filter(jar -> jar.endsWith(".jar")).collect(Collectors.joining(":")) + ":"
                    + here + ":" + Path.of(here).resolve("unguarded");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Path file(Run run, Settings settings) {
        return run.file(name + ".yaml", """
                name: %s
                workers: 2
                delivery: exactly-once
                source:
                  type: kafka
                  bootstrap-servers: "%s"
                  topics: [%s]
                  group-id: %s
                %s
                decoder: {type: json}
                sink:
                  type: %s
                  dsn: "%s"
                  table: %s
                  layout: raw
                  request-timeout: %ds
                  ledger: {table: %s}
                batch: {max-rows: 300, max-age: 200ms, max-idle: 100ms}
                admin: {port: 0}
                """.formatted(
                        settings.ledger.isEmpty() ? run.group() : settings.group,
                        run.services().bootstrapServers(),
                        run.topic(),
                        settings.group,
                        settings.session.isEmpty()
                                ? ""
                                : "  session-timeout: " + settings.session + "\n  heartbeat-interval: 200ms",
                        settings.sinkType,
                        proxy.dsn(run.services().lakeDsn()),
                        run.table(),
                        settings.requestTimeoutSeconds,
                        settings.ledger.isEmpty() ? run.ledger() : settings.ledger));
    }

    LakeProxy proxy() {
        return proxy;
    }

    String name() {
        return name;
    }

    IngestProcess process() {
        IngestProcess started = process;
        if (started == null) {
            throw new IllegalStateException(name + " was not started");
        }
        return started;
    }

    boolean alive() {
        return process().alive();
    }

    @Override
    public void kill() {
        process().kill();
    }

    @Override
    public void stop() {
        stopped = true;
        process().signalJvm("STOP");
    }

    /** Does nothing unless it was stopped. */
    void wake() {
        if (stopped && alive()) {
            stopped = false;
            process().signalJvm("CONT");
        }
    }

    /** Fails when the distribution's own proof finds something, over the same way to the lake. */
    void audit(Run run) {
        String file = run.folder().resolve(name + ".yaml").toString();
        try (IngestProcess audit = IngestProcess.start(run.folder(), QUICK, "audit", "-f", file)) {
            assertThat(audit.exitCode()).as(audit.output()).isZero();
        }
    }

    /** SIGTERM; the caller waits. */
    void terminate() {
        process().terminate();
    }

    /** What it printed, without its settings. */
    String log() {
        List<String> lines =
                process().output().lines().filter(line -> line.startsWith("20")).toList();
        return name + " did " + proxy.done() + "\n  "
                + String.join("\n  ", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    }

    @Override
    public void close() {
        process().close();
        proxy.close();
    }
}
