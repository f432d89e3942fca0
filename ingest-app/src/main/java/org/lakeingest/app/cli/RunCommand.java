package org.lakeingest.app.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.app.AppErrorCode;
import org.lakeingest.app.PipelineFile;
import org.lakeingest.app.PipelineSettings;
import org.lakeingest.app.wiring.IngestService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs a pipeline until it is asked to stop or fails. */
@Command(
        name = "run",
        description = "Runs the pipeline of a file until it is asked to stop.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nA pipeline file:%n",
        footer = {
            "  name: orders",
            "  workers: 4",
            "  source: {type: kafka, bootstrap-servers: \"127.0.0.1:9092\", topics: [orders], group-id: orders-ingest}",
            "  decoder: {type: json}",
            "  sink: {type: lake, dsn: \"http://lake:$${env:LAKE_PASSWORD}@localhost:8002?presigned_url_disabled=true\",",
            "         table: default.orders, layout: raw, load: copy}",
            "  batch: {max-rows: 50000, max-bytes: 64MB, max-age: 2s}",
            "  admin: {port: 8080}",
            "",
            "SIGTERM, SIGINT and SIGQUIT drain: what has been read becomes durable, positions are committed, and the",
            "exit status is 0, all within drain-timeout (25s). A second signal stops at once, with status 130; what was",
            "not committed is read again then. GET /health/ready says why no data moves, if none does."
        })
final class RunCommand implements Callable<Integer> {
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final Duration LEAVING = Duration.ofSeconds(1);

    private final Stop stop;

    @Spec
    @SuppressWarnings("NullAway.Init") // injected
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // injected
    private FileOption file;

    RunCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        PipelineFile read = PipelineFile.read(file.path(), () -> Logs.flat(spec));
        return run(read, spec.commandLine().getErr());
    }

    /** Runs it; the log must be set up. */
    int run(PipelineFile read, PrintWriter err) throws InterruptedException {
        Logger log = LoggerFactory.getLogger(RunCommand.class);
        PipelineSettings settings = read.bind(Home.plugins());
        settings.warnings().forEach(warning -> log.warn("[{}] {}", AppErrorCode.SETTING_DOUBTFUL, warning));
        try (IngestService service = new IngestService(settings)) {
            if (log.isInfoEnabled()) {
                banner(settings, service, err);
            }
            service.start();
            if (settings.admin().enabled()) {
                log.info("Metrics and health at http://{}:{}", settings.admin().host(), service.adminPort());
            }
            IngestException failure = await(service, settings.options().drainTimeout());
            if (failure == null) {
                long rows = service.pipeline().health().rows();
                log.info("Stopped; {} rows were made durable", rows);
                return 0;
            }
            if (!log.isErrorEnabled()) {
                throw failure;
            }
            // The pipeline has logged it, in the same words.
            return Failures.status(failure);
        }
    }

    private static void banner(PipelineSettings settings, IngestService service, PrintWriter err) {
        Logs.print(err, VersionCommand.text());
        Logs.print(err, settings.effective());
        Logs.print(err, "Guarantee: " + service.guarantee());
        Logs.print(err, "Records that can never become rows: " + service.rejects());
        Logs.print(
                err,
                "On SIGTERM, SIGINT or SIGQUIT it drains within "
                        + settings.options().drainTimeout().toSeconds() + " s");
        err.flush();
    }

    /** The group is left and the sink closed after the drain, and all of it within the time that was announced. */
    static Duration forWriting(Duration drain) {
        Duration leaving = drain.dividedBy(10);
        return drain.minus(leaving.compareTo(LEAVING) < 0 ? leaving : LEAVING);
    }

    /** Returns null when the pipeline has stopped because it was asked to, or why it has failed. */
    private @Nullable IngestException await(IngestService service, Duration drain) throws InterruptedException {
        CompletableFuture<Void> ended = service.pipeline().termination();
        CompletableFuture<Void> unused = ended.whenComplete((nothing, failure) -> stop.request());
        stop.await();
        service.pipeline().stop(forWriting(drain));
        try {
            ended.get(drain.plus(CLOSING).toMillis(), TimeUnit.MILLISECONDS);
            return null;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IngestException failure) {
                return failure;
            }
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IngestException(
                    AppErrorCode.DRAIN_INCOMPLETE,
                    "the pipeline did not stop within drain-timeout, " + drain.toSeconds()
                            + " s; what was not committed will be read again",
                    e);
        }
    }
}
