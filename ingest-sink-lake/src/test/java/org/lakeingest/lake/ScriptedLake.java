package org.lakeingest.lake;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.lakeingest.testkit.SinkContract;

/**
 * A real HTTP server with a lake's manners and no data: it answers every statement and upload, knows which paths it has loaded, and
 * does what a test scripts for the next requests of a path. Or, in front of a lake, it passes on what is not scripted. Thread-safe.
 */
final class ScriptedLake implements AutoCloseable {
    static final String QUERY = "/v1/query";
    static final String UPLOAD = "/v1/upload_to_stage";
    static final String STREAM = "/v1/streaming_load";

    final MockWebServer server = new MockWebServer();
    final List<RecordedRequest> requests = new CopyOnWriteArrayList<>();
    /** Statements that were executed, repeated requests with a known id not counted. */
    final List<String> executed = new CopyOnWriteArrayList<>();

    private final Queue<Script> scripts = new ConcurrentLinkedQueue<>();
    private final ConcurrentHashMap<String, String> answers = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, Boolean> loaded = new ConcurrentHashMap<>();
    volatile long rowsInFiles = 10;
    private volatile boolean breakBodies;

    private record Script(String match, Function<RecordedRequest, MockResponse> answer) {}

    private final @Nullable String upstream;
    private final OkHttpClient forward =
            new OkHttpClient.Builder().readTimeout(Duration.ofMinutes(1)).build();
    private volatile CountDownLatch held = new CountDownLatch(0);

    ScriptedLake() throws IOException {
        this(null);
    }

    /** In front of the lake at this address. */
    ScriptedLake(@Nullable String upstream) throws IOException {
        this.upstream = upstream;
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                requests.add(request);
                String text = request.getTarget() + " " + body(request);
                if (text.contains("COPY INTO") || STREAM.equals(request.getTarget())) {
                    awaitRelease();
                }
                Script script = scripts.stream()
                        .filter(one -> text.contains(one.match))
                        .findFirst()
                        .orElse(null);
                if (script != null && scripts.remove(script)) {
                    return script.answer.apply(request);
                }
                return ordinary(request);
            }

            @Override
            public MockResponse peek() {
                return breakBodies
                        ? new MockResponse.Builder()
                                .onRequestBody(new SocketEffect.CloseSocket())
                                .build()
                        : new MockResponse.Builder().build();
            }
        });
        server.start();
    }

    /** The first request whose path or body contains the text, and that no earlier script takes, is answered so. */
    void next(String match, Function<RecordedRequest, MockResponse> answer) {
        scripts.add(new Script(match, answer));
    }

    void next(String match, MockResponse answer) {
        next(match, request -> answer);
    }

    /** Executes the next matching request and drops the connection instead of answering. */
    void loseAnswer(String match) {
        next(match, request -> {
            ordinary(request);
            return dropped();
        });
    }

    private void awaitRelease() {
        try {
            held.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Loads are not answered, nor executed, until the result is closed. */
    SinkContract.Hold hold() {
        CountDownLatch latch = new CountDownLatch(1);
        held = latch;
        return latch::countDown;
    }

    /** From now on closes connections in the middle of a request's body. */
    void breakBodies() {
        breakBodies = true;
    }

    static MockResponse dropped() {
        return new MockResponse.Builder()
                .onResponseStart(SocketEffect.ShutdownConnection.INSTANCE)
                .build();
    }

    static MockResponse status(int status, String body) {
        return new MockResponse.Builder().code(status).body(body).build();
    }

    static MockResponse json(String body) {
        return new MockResponse.Builder()
                .addHeader("Content-Type", "application/json")
                .body(body)
                .build();
    }

    static String error(int code, String message) {
        return "{\"id\":\"q\",\"node_id\":\"n1\",\"state\":\"Failed\",\"session\":null,\"error\":{\"code\":" + code
                + ",\"message\":\"" + message + "\"},\"data\":[],\"next_uri\":null,\"final_uri\":null}";
    }

    static String succeeded(String schema, String data) {
        return "{\"id\":\"q\",\"node_id\":\"n1\",\"state\":\"Succeeded\",\"session\":null,\"error\":null,\"schema\":"
                + schema + ",\"data\":" + data
                + ",\"next_uri\":\"/v1/query/q/final\",\"final_uri\":\"/v1/query/q/final\"}";
    }

    private static String body(RecordedRequest request) {
        return request.getBody() == null ? "" : request.getBody().utf8();
    }

    /** What a lake would answer. */
    MockResponse ordinary(RecordedRequest request) {
        if (upstream != null) {
            return passOn(request, upstream);
        }
        String target = request.getTarget();
        if (target.equals(QUERY)) {
            String id = String.valueOf(request.getHeaders().get("X-DATABEND-QUERY-ID"));
            return json(answers.computeIfAbsent(id, any -> execute(body(request))));
        }
        if (target.endsWith("/final")) {
            return json("{\"state\":\"Succeeded\",\"next_uri\":null}");
        }
        if (target.equals(UPLOAD)) {
            String body = body(request);
            int name = body.indexOf("filename=\"") + "filename=\"".length();
            return json("{\"id\":\"u\",\"stage_name\":\"~\",\"state\":\"SUCCESS\",\"files\":[\""
                    + body.substring(name, body.indexOf('"', name)) + "\"]}");
        }
        if (target.equals(STREAM)) {
            return json("{\"id\":\"s\",\"stats\":{\"rows\":" + rowsInFiles + ",\"bytes\":1}}");
        }
        return status(404, "{\"error\":{\"code\":404,\"message\":\"no such path\"}}");
    }

    private MockResponse passOn(RecordedRequest request, String address) {
        RequestBody body = request.getBody() == null || request.getMethod().equals("GET")
                ? null
                : RequestBody.create(request.getBody(), null);
        Request copy = new Request.Builder()
                .url(address + request.getTarget())
                .headers(request.getHeaders()
                        .newBuilder()
                        .removeAll("Host")
                        .removeAll("Accept-Encoding")
                        .build())
                .method(request.getMethod(), body)
                .build();
        try (Response answer = forward.newCall(copy).execute()) {
            return new MockResponse.Builder()
                    .code(answer.code())
                    .addHeader("Content-Type", String.valueOf(answer.header("Content-Type")))
                    .body(answer.body().string())
                    .build();
        } catch (IOException e) {
            return status(502, String.valueOf(e.getMessage()));
        }
    }

    private String execute(String body) {
        String sql = body.substring(body.indexOf("\"sql\":\"") + 7, body.indexOf("\",\"session\""));
        executed.add(sql);
        if (sql.startsWith("DESC")) {
            return succeeded(
                    "[{\"name\":\"Field\",\"type\":\"String\"},{\"name\":\"Type\",\"type\":\"String\"},"
                            + "{\"name\":\"Null\",\"type\":\"String\"},{\"name\":\"Default\",\"type\":\"String\"}]",
                    "[[\"uuid\",\"VARCHAR\",\"YES\",\"NULL\"],[\"koffset\",\"BIGINT\",\"YES\",\"NULL\"],[\"kpartition\",\"INT\",\"YES\",\"NULL\"],[\"raw_data\",\"VARIANT\",\"YES\",\"NULL\"],"
                            + "[\"record_metadata\",\"VARIANT\",\"YES\",\"NULL\"],[\"add_time\",\"TIMESTAMP\",\"YES\",\"NULL\"]]");
        }
        if (sql.startsWith("PRESIGN")) {
            return error(3902, "storage doesn't support presign operation");
        }
        if (sql.startsWith("COPY")) {
            String file = sql.replaceAll(".*FILES=\\('([^']*)'\\).*", "$1");
            boolean fresh = loaded.put(file, true) == null;
            String schema = "[{\"name\":\"File\",\"type\":\"String\"},{\"name\":\"Rows_loaded\",\"type\":\"Int32\"},"
                    + "{\"name\":\"Errors_seen\",\"type\":\"Int32\"}]";
            return succeeded(schema, fresh ? "[[\"" + file + "\",\"" + rowsInFiles + "\",\"0\"]]" : "[]");
        }
        return succeeded("[]", "[]");
    }

    long executedWith(String start) {
        return executed.stream().filter(sql -> sql.startsWith(start)).count();
    }

    String dsn() {
        return "http://lake:lake@127.0.0.1:" + server.getPort() + "/default?presigned_url_disabled=true";
    }

    LakeClient client(String dsn, Clock clock, Duration requestTimeout) {
        LakeDsn parsed = LakeDsn.parse(dsn);
        LakeHttp http =
                new LakeHttp(parsed, Optional.empty(), Duration.ofSeconds(5), requestTimeout, requestTimeout, 16);
        return new LakeClient(parsed, http, clock, requestTimeout, Duration.ofMinutes(1));
    }

    LakeClient client() {
        return client(dsn(), Clock.systemUTC(), Duration.ofSeconds(5));
    }

    @Override
    public void close() {
        held.countDown();
        server.close();
        forward.dispatcher().executorService().shutdown();
    }
}
