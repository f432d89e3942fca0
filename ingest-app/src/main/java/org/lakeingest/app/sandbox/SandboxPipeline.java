package org.lakeingest.app.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.lakeingest.api.IngestException;
import org.lakeingest.app.PipelineFile;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.audit.AuditOptions;
import org.lakeingest.app.audit.AuditReport;
import org.lakeingest.app.audit.Auditors;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.app.cli.Home;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.app.cli.Stop;
import org.lakeingest.app.wiring.IngestService;
import org.lakeingest.engine.PipelineHealth;

/** The pipeline of the sandbox: a pipeline file like any other, read and run as `ingest run` does. Confined to one thread. */
final class SandboxPipeline implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;

    private final IngestService service;
    private final PipelineSettings settings;

    private SandboxPipeline(PipelineSettings settings) {
        this.settings = settings;
        this.service = new IngestService(settings);
    }

    /** Starts it and returns once it is ready. */
    static SandboxPipeline start(
            SandboxPlan plan, SandboxPlan.Names names, Services services, Progress progress, Stop stop)
            throws InterruptedException {
        SandboxPipeline pipeline = new SandboxPipeline(settings(text(plan, names, services)));
        try {
            pipeline.service.start();
            progress.step(
                    "pipeline of %d workers starts; metrics and health at %s", plan.workers(), pipeline.address());
            pipeline.awaitReady(stop);
            progress.step("pipeline is ready; %s", pipeline.service.guarantee());
            return pipeline;
        } catch (RuntimeException | InterruptedException e) {
            pipeline.close();
            throw e;
        }
    }

    private static PipelineSettings settings(String text) {
        try {
            Path file = Files.createTempFile("sandbox", ".yaml");
            try {
                Files.writeString(file, text);
                return PipelineFile.read(file).bind(Home.plugins());
            } finally {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new CommandFailure(1, "cannot write a temporary file: " + e.getMessage(), e);
        }
    }

    private static String text(SandboxPlan plan, SandboxPlan.Names names, Services services) {
        return """
                name: %s
                workers: %d
                source: {type: kafka, bootstrap-servers: "%s", topics: [%s], group-id: %s}
                decoder: {type: json}
                sink: {type: lake, dsn: "%s", table: %s, layout: raw, load: %s}
                admin: {host: 127.0.0.1, port: %d}
                """.formatted(
                        names.topic(),
                        plan.workers(),
                        services.bootstrapServers(),
                        names.topic(),
                        names.group(),
                        services.lakeDsn(),
                        names.table(),
                        plan.load(),
                        plan.ports().admin());
    }

    private void awaitReady(Stop stop) throws InterruptedException {
        long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
        while (!health().ready()) {
            checkAlive();
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailure(1, "the pipeline is not ready: " + health().reason(), null);
            }
            if (stop.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new CommandFailure(1, "stopped before the pipeline was ready", null);
            }
        }
    }

    PipelineHealth health() {
        return service.pipeline().health();
    }

    /** Passes on why the pipeline has failed, if it has. */
    void checkAlive() {
        if (service.pipeline().termination().isCompletedExceptionally()) {
            join();
        }
    }

    String address() {
        return "http://127.0.0.1:" + service.adminPort();
    }

    /** Compares the topic with the table. */
    AuditReport audit() {
        return Auditors.audit(settings, new AuditOptions(Set.of(), 0, false, false, 0), line -> {});
    }

    /** Drains, commits, leaves the group; metrics stay to be read. */
    void stop() {
        service.pipeline().stop(settings.options().drainTimeout());
        join();
    }

    private void join() {
        try {
            service.pipeline().termination().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof IngestException known ? known : e;
        }
    }

    /** The sum of a counter over all its labels, by what the metrics page says; 0 when it is not there. */
    long counter(String name) throws InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(address() + "/metrics")).build();
        try {
            HttpResponse<String> page = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            return (long) page.body()
                    .lines()
                    .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException e) {
            throw new CommandFailure(1, "metrics at " + address() + " do not answer: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        service.close();
    }
}
