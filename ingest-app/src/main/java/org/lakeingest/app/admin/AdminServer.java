package org.lakeingest.app.admin;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.util.JavalinBindException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.app.AppErrorCode;

/**
 * Serves metrics and health. Life: {@link #start} once, before anything that may take long, then {@link #close}. Both from one thread;
 * the suppliers are called on the server's own threads and must not wait.
 */
public final class AdminServer implements AutoCloseable {
    private static final String INDEX = """
            Lake Ingest

            /metrics       Prometheus text
            /health/live   200 while the process works, 503 when it should be restarted
            /health/ready  200 while data moves, 503 with the reason otherwise
            """;
    private static final String METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final int THREADS = 8;

    private final AdminOptions options;
    private final Supplier<Health> health;
    private final Supplier<String> metrics;
    private @Nullable Javalin server;

    /**
     * Opens nothing yet.
     *
     * @param metrics answers Prometheus text
     */
    public AdminServer(AdminOptions options, Supplier<Health> health, Supplier<String> metrics) {
        this.options = options;
        this.health = health;
        this.metrics = metrics;
    }

    /**
     * Binds the port and serves from now on.
     *
     * @throws IngestException when the address cannot be had
     */
    public void start() {
        Javalin created = Javalin.create(this::configure);
        try {
            server = created.start(options.host(), options.port());
        } catch (JavalinBindException e) {
            created.stop();
            throw new IngestException(
                    AppErrorCode.ADMIN_UNAVAILABLE,
                    "cannot listen on " + options.host() + ":" + options.port()
                            + " for metrics and health: the port is in use or not allowed, or the address is not of this machine;"
                            + " set admin.port (0 takes a free one) or admin.host",
                    e);
        }
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.jetty.threadPool = new QueuedThreadPool(THREADS, 2);
        config.routes.get("/", context -> context.result(INDEX));
        config.routes.get(
                "/metrics", context -> context.contentType(METRICS_TYPE).result(metrics.get()));
        config.routes.get("/health/live", context -> {
            Health now = health.get();
            answer(context, now.live(), now);
        });
        config.routes.get("/health/ready", context -> {
            Health now = health.get();
            answer(context, now.ready(), now);
        });
    }

    private static void answer(Context context, boolean well, Health health) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("live", health.live());
        body.put("ready", health.ready());
        body.put("reason", health.reason());
        body.putAll(health.details());
        context.status(well ? 200 : 503).json(body);
    }

    /** The port it listens on; 0 before {@link #start}. */
    public int port() {
        return server == null ? 0 : server.port();
    }

    /** Idempotent. */
    @Override
    public void close() {
        if (server != null) {
            server.stop();
            server = null;
        }
    }
}
