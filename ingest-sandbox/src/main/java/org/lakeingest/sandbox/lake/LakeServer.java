package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.ee10.servlet.ServletContextRequest;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP side: listens on the loopback interface, checks users, applies faults and sends answers. What a path means is in {@link
 * LakeRoutes}.
 */
final class LakeServer implements LakeFaults.Gate, AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final long IDLE_MILLIS = 20_000;

    private final Javalin javalin;
    private final ServerConnector connector;
    private final int port;
    private final LakeFaults faults = new LakeFaults(this);
    private final LakeRoutes routes;

    /** Handles one request of a known user. */
    interface Endpoint {
        Answer handle(Call call) throws LakeException, IOException, InterruptedException;
    }

    /**
     * A request, with its statement where it has one.
     *
     * @param ordered the failure that a fault asks for
     * @param stallMillis how long a fault holds the statement back
     */
    record Call(
            Context http,
            String user,
            LakeRoutes.@Nullable Request request,
            @Nullable LakeException ordered,
            long stallMillis) {}

    /** What is sent back. */
    record Answer(int status, @Nullable ObjectNode body, List<Map.Entry<String, String>> headers) {
        static Answer ok(ObjectNode body) {
            return new Answer(200, body, List.of());
        }
    }

    private LakeServer(Javalin javalin, ServerConnector connector, LakeRoutes routes) {
        this.javalin = javalin;
        this.connector = connector;
        this.port = connector.getLocalPort();
        this.routes = routes;
    }

    /** Listens; fails with one line that names the port when it is taken. */
    static LakeServer start(String name, int port, LakeBackend backend) {
        AtomicReference<@Nullable LakeServer> self = new AtomicReference<>();
        AtomicReference<@Nullable ServerConnector> connector = new AtomicReference<>();
        LakeRoutes routes = new LakeRoutes(backend, name);
        Javalin javalin = Javalin.create(config -> {
            configure(config, name, port, connector);
            routes.all()
                    .forEach((route, endpoint) -> config.routes.addHttpHandler(
                            route.method(), route.path(), ctx -> started(self).serve(ctx, route, endpoint)));
            open(config, "/health", "ok", "text/plain");
            open(config, "/v1/health", "{\"status\":\"pass\"}", "application/json");
            open(config, "/", name + ": POST /v1/query\n", "text/plain");
            config.routes.error(404, "*", ctx -> {
                if (ctx.res().getContentType() == null
                        || !ctx.res().getContentType().startsWith("application/json")) {
                    send(ctx, new Answer(404, QueryBodies.handlerError(404, "not found"), List.of()));
                }
            });
        });
        try {
            javalin.start();
        } catch (RuntimeException e) {
            routes.close();
            throw taken(e)
                    ? new IllegalStateException("Port " + port
                            + " is already in use: stop the program that listens on it or choose another port")
                    : e;
        }
        LakeServer server = new LakeServer(javalin, java.util.Objects.requireNonNull(connector.get()), routes);
        self.set(server);
        return server;
    }

    private static void configure(
            JavalinConfig config, String name, int port, AtomicReference<@Nullable ServerConnector> made) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.compressionStrategy = CompressionStrategy.NONE;
        config.http.maxRequestSize = Long.MAX_VALUE;
        config.router.ignoreTrailingSlashes = true;
        QueuedThreadPool threads = new QueuedThreadPool(256, 2);
        threads.setName(name + "-http");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.addConnector((server, http) -> {
            ServerConnector connector = new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
            connector.setHost(HOST);
            connector.setPort(port);
            connector.setIdleTimeout(IDLE_MILLIS);
            connector.setAcceptQueueSize(256);
            made.set(connector);
            return connector;
        });
    }

    private static void open(JavalinConfig config, String path, String text, String type) {
        config.routes.addHttpHandler(HandlerType.GET, path, ctx -> {
            ctx.header("X-DATABEND-VERSION", LakeBackend.VERSION);
            ctx.contentType(type).result(text);
        });
    }

    private static LakeServer started(AtomicReference<@Nullable LakeServer> self) {
        LakeServer server = self.get();
        if (server == null) {
            throw new HttpError(503, "starting");
        }
        return server;
    }

    private static boolean taken(Throwable error) {
        for (Throwable at = error; at != null; at = at.getCause()) {
            if (at instanceof BindException) {
                return true;
            }
        }
        return false;
    }

    int port() {
        return port;
    }

    LakeFaults faults() {
        return faults;
    }

    private void serve(Context http, LakeRoutes.Route route, Endpoint endpoint) throws InterruptedException {
        Answer answer;
        LakeFaults.@Nullable Fault fault = null;
        try {
            String user = Users.authenticate(http.req());
            LakeRoutes.Request request = route.reader().read(http);
            fault = faultOf(http.path(), request == null ? null : request.sql());
            answer = fault == null
                    ? endpoint.handle(new Call(http, user, request, null, 0))
                    : faulted(fault, http, user, request, endpoint);
        } catch (HttpError e) {
            answer = new Answer(e.status(), QueryBodies.handlerError(e.code(), e.text()), List.of());
        } catch (LakeException e) {
            answer = new Answer(500, QueryBodies.handlerError(500, e.display()), List.of());
        } catch (IOException e) {
            answer = new Answer(500, QueryBodies.handlerError(500, String.valueOf(e.getMessage())), List.of());
        }
        if (fault != null && fault.kind() == LakeFaults.Kind.STATUS_AFTER) {
            answer = new Answer(fault.number(), QueryBodies.handlerError(fault.number(), fault.text()), List.of());
        }
        if (fault == null || !closes(fault.kind())) {
            readToEnd(http);
            send(http, answer);
            return;
        }
        try {
            if (fault.kind() == LakeFaults.Kind.CUT_ANSWER) {
                sendHalf(http, answer);
            }
        } catch (IOException e) {
            assert e != null : "the client is gone already";
        }
        endPoint(http).close();
    }

    /** A connection that is closed with a body unread is reset, and the answer may be lost with it. */
    private static void readToEnd(Context http) {
        try {
            http.bodyInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            assert e != null : "the client is gone already";
        }
    }

    private static boolean closes(LakeFaults.Kind kind) {
        return switch (kind) {
            case DROP_ANSWER, DROP_CONNECTION, CUT_REQUEST, CUT_ANSWER -> true;
            case STATUS, STATUS_AFTER, CODE, DELAY, DELAY_EXECUTION -> false;
        };
    }

    /** Waits for the delays that apply and gives back what else does. */
    private LakeFaults.@Nullable Fault faultOf(String path, @Nullable String sql) throws InterruptedException {
        Iterator<LakeFaults.Fault> all = faults.iterator();
        LakeFaults.Fault fault = faults.next(path, sql, all);
        while (fault != null && fault.kind() == LakeFaults.Kind.DELAY) {
            Thread.sleep(fault.number());
            fault = faults.next(path, sql, all);
        }
        return fault;
    }

    private static Answer faulted(
            LakeFaults.Fault fault, Context http, String user, LakeRoutes.@Nullable Request request, Endpoint endpoint)
            throws LakeException, IOException, InterruptedException {
        LakeException none = null;
        return switch (fault.kind()) {
            case STATUS -> throw new HttpError(fault.number(), fault.text());
            case DROP_CONNECTION -> new Answer(503, null, List.of());
            case CUT_REQUEST -> {
                long half = Math.max(0, http.req().getContentLengthLong() / 2);
                long read = http.bodyInputStream().skip(half);
                yield new Answer(read >= 0 ? 503 : 500, null, List.of());
            }
            case CODE -> {
                LakeException ordered = new LakeException(fault.number(), fault.text(), null);
                yield endpoint.handle(new Call(http, user, request, ordered, 0));
            }
            case DELAY_EXECUTION -> endpoint.handle(new Call(http, user, request, none, fault.number()));
            case STATUS_AFTER, DROP_ANSWER, CUT_ANSWER, DELAY ->
                endpoint.handle(new Call(http, user, request, none, 0));
        };
    }

    /** Announces the whole answer and sends half of it. */
    private static void sendHalf(Context http, Answer answer) throws IOException {
        ObjectNode body = answer.body();
        byte[] bytes = (body == null ? "" : body.toString()).getBytes(StandardCharsets.UTF_8);
        http.res().setStatus(answer.status());
        http.res().setContentType("application/json; charset=utf-8");
        http.res().setContentLength(bytes.length);
        http.res().getOutputStream().write(bytes, 0, bytes.length / 2);
        http.res().getOutputStream().flush();
    }

    private static void send(Context http, Answer answer) {
        http.status(answer.status());
        http.header("X-DATABEND-VERSION", LakeBackend.VERSION);
        answer.headers().forEach(h -> http.header(h.getKey(), h.getValue()));
        ObjectNode body = answer.body();
        if (body != null) {
            http.contentType("application/json; charset=utf-8").result(body.toString());
        }
    }

    private static EndPoint endPoint(Context http) {
        return ServletContextRequest.getServletContextRequest(http.req())
                .getConnectionMetaData()
                .getConnection()
                .getEndPoint();
    }

    /**
     * Connections are closed before the selectors stop, because nobody would really close them afterwards. The thread that
     * accepts may take one last connection after its socket was closed, which then nobody reads from; so this returns only
     * when a connection is refused.
     */
    @Override
    public void refuse() {
        connector.close();
        connector.getConnectedEndPoints().forEach(EndPoint::close);
        try {
            connector.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot stop listening on port " + port, e);
        }
        while (isConnectable()) {
            Thread.onSpinWait();
        }
    }

    private boolean isConnectable() {
        try (Socket probe = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void accept() {
        if (connector.isRunning()) {
            return;
        }
        connector.setPort(port);
        try {
            connector.start();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot listen on port " + port + " again: " + e.getMessage(), e);
        }
    }

    /** Stops and starts as another process would: connections break, statements are cancelled, open transactions are rolled back. */
    @Override
    public void restart() {
        refuse();
        routes.restart();
        accept();
    }

    @Override
    public void close() {
        javalin.stop();
        routes.close();
    }
}
