package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What each path of the protocol does. Thread-safe. */
final class LakeRoutes {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STREAMING_FORMS =
            "Unsupported INSERT source. Streaming upload only supports 'INSERT INTO $table FILE_FORMAT = (type = <type> ...)'.";

    private final LakeBackend backend;
    private final String name;
    private volatile LakeNode node;

    LakeRoutes(LakeBackend backend, String name) {
        this.backend = backend;
        this.name = name;
        this.node = new LakeNode(name);
    }

    /** Forgets what a restarted server has forgotten. */
    void restart() {
        LakeNode old = node;
        node = new LakeNode(name);
        old.close();
    }

    void close() {
        node.close();
    }

    record Route(HandlerType method, String path, Reader reader) {}

    /** Reads what a request says before it is handled. */
    interface Reader {
        @Nullable
        Request read(Context http) throws IOException;
    }

    /** The statement of a request and its JSON body, if it has one. */
    record Request(@Nullable String sql, JsonNode body) {}

    Map<Route, LakeServer.Endpoint> all() {
        Map<Route, LakeServer.Endpoint> routes = new LinkedHashMap<>();
        Reader none = http -> null;
        routes.put(new Route(HandlerType.POST, "/v1/query", LakeRoutes::statement), this::start);
        routes.put(new Route(HandlerType.GET, "/v1/query/{id}/page/{page}", none), this::page);
        for (HandlerType method : List.of(HandlerType.GET, HandlerType.POST)) {
            routes.put(new Route(method, "/v1/query/{id}/final", none), this::end);
            routes.put(new Route(method, "/v1/query/{id}/kill", none), this::kill);
        }
        routes.put(new Route(HandlerType.GET, "/v1/query/{id}", none), this::state);
        routes.put(new Route(HandlerType.PUT, "/v1/upload_to_stage", none), this::upload);
        routes.put(new Route(HandlerType.PUT, "/v1/streaming_load", LakeRoutes::loadStatement), this::load);
        routes.put(new Route(HandlerType.POST, "/v1/session/heartbeat", LakeRoutes::json), this::heartbeat);
        routes.put(new Route(HandlerType.POST, "/v1/session/logout", none), call -> {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            body.putNull("error");
            return LakeServer.Answer.ok(body);
        });
        routes.put(new Route(HandlerType.POST, "/v1/session/login", LakeRoutes::json), this::login);
        routes.put(new Route(HandlerType.POST, "/v1/verify", none), call -> {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            return LakeServer.Answer.ok(body.put("user", call.user()).put("default_role", "account_admin"));
        });
        return routes;
    }

    private static Request json(Context http) throws IOException {
        String type = http.contentType() == null ? "" : String.valueOf(http.contentType());
        String kind = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
        if (!kind.equals("application/json") && !kind.endsWith("+json")) {
            throw new HttpError(415, "expect content type `application/json`");
        }
        try {
            JsonNode body = JSON.readTree(http.bodyInputStream());
            if (body == null || !body.isObject()) {
                throw new HttpError(400, "parse error: expected an object");
            }
            return new Request(null, body);
        } catch (JsonProcessingException e) {
            throw new HttpError(400, "parse error: " + e.getOriginalMessage());
        }
    }

    private static Request statement(Context http) throws IOException {
        JsonNode body = json(http).body();
        if (!body.path("sql").isTextual()) {
            throw new HttpError(400, "parse error: missing field `sql`");
        }
        return new Request(body.path("sql").asText(), body);
    }

    private static Request loadStatement(Context http) {
        String sql = http.header("X-DATABEND-SQL");
        return new Request(sql == null ? http.header("insert_sql") : sql, JsonNodeFactory.instance.objectNode());
    }

    private LakeServer.Answer start(LakeServer.Call call) throws InterruptedException {
        checkStickyNode(call.http());
        JsonNode body = call.request() == null
                ? JsonNodeFactory.instance.objectNode()
                : call.request().body();
        String asked = call.http().header("X-DATABEND-QUERY-ID");
        String id = asked == null ? UUID.randomUUID().toString().replace("-", "") : asked;
        LakeNode current = node;
        QueryRun query = new QueryRun(id, call.user(), current, body.path("sql").asText(), body);
        query.label(call.http().header("X-DATABEND-DEDUPLICATE-LABEL"));
        QueryRun known = current.queries().register(query);
        if (known != null) {
            if (!known.user().equals(call.user())) {
                throw new HttpError(400, "fail to start query: query_id " + id + " already exists");
            }
            return answer(known, 0);
        }
        try {
            query.prepare();
        } catch (LakeException e) {
            current.queries().forget(query);
            return LakeServer.Answer.ok(QueryBodies.setUpFailure(body.get("session"), e));
        }
        if (call.ordered() != null) {
            query.fail(call.ordered());
        } else {
            query.stall(call.stallMillis());
            current.queries().start(query, backend);
        }
        return answer(query, 0);
    }

    private static LakeServer.Answer answer(QueryRun query, int number) throws InterruptedException {
        query.await();
        QueryRun.Page page = query.page(number);
        return new LakeServer.Answer(200, page.body(), headers(query, page.rows()));
    }

    private static List<Map.Entry<String, String>> headers(QueryRun query, int rows) {
        return List.of(
                Map.entry("X-DATABEND-QUERY-ID", query.id()),
                Map.entry("X-DATABEND-QUERY-STATE", query.state()),
                Map.entry("X-DATABEND-QUERY-PAGE-ROWS", String.valueOf(rows)));
    }

    private LakeServer.Answer page(LakeServer.Call call) throws InterruptedException {
        QueryRun query = find(call.http());
        if (!query.user().equals(call.user())) {
            throw new HttpError(
                    401,
                    "Authentication error: query " + query.id() + " expected user " + query.user() + ", but got "
                            + call.user());
        }
        int number;
        try {
            number = Integer.parseInt(call.http().pathParam("page"));
        } catch (NumberFormatException e) {
            throw new HttpError(404, "not found");
        }
        return answer(query, number);
    }

    private LakeServer.Answer end(LakeServer.Call call) {
        QueryRun query = find(call.http());
        query.close(QueryRun.FINALIZED);
        return new LakeServer.Answer(200, query.finalBody(), headers(query, 0));
    }

    private LakeServer.Answer kill(LakeServer.Call call) {
        QueryRun query = find(call.http());
        query.close(QueryRun.CANCELED);
        return new LakeServer.Answer(200, null, List.of(Map.entry("X-DATABEND-QUERY-ID", query.id())));
    }

    private LakeServer.Answer state(LakeServer.Call call) {
        QueryRun query = find(call.http());
        return new LakeServer.Answer(200, query.stateBody(), headers(query, 0));
    }

    private QueryRun find(Context http) {
        checkStickyNode(http);
        String id = http.pathParam("id");
        String wanted = http.header("X-DATABEND-NODE-ID");
        LakeNode current = node;
        if (wanted != null && !wanted.equals(current.id())) {
            throw new HttpError(
                    404, "Query " + id + " should be on node " + wanted + ", but current node is " + current.id());
        }
        return current.queries().find(id, current.id());
    }

    private void checkStickyNode(Context http) {
        String sticky = http.header("X-DATABEND-STICKY-NODE");
        if (sticky != null && !sticky.equals(node.id())) {
            throw new HttpError(400, "Unknown sticky node " + sticky);
        }
    }

    private LakeServer.Answer heartbeat(LakeServer.Call call) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ArrayNode gone = body.putArray("queries_to_remove");
        JsonNode nodes = call.request() == null ? body : call.request().body().path("node_to_queries");
        for (JsonNode ids : nodes) {
            for (JsonNode id : ids) {
                if (node.queries().forgettable(id.asText())) {
                    gone.add(id.asText());
                }
            }
        }
        return LakeServer.Answer.ok(body);
    }

    private LakeServer.Answer login(LakeServer.Call call) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("version", LakeBackend.VERSION)
                .put("session_id", UUID.randomUUID().toString());
        return LakeServer.Answer.ok(body.put("server_max_arrow_result_version", 2));
    }

    private static @Nullable String header(Context http, String... names) {
        for (String name : names) {
            String value = http.header(name);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    private LakeServer.Answer upload(LakeServer.Call call) throws LakeException, IOException {
        if (call.ordered() != null) {
            throw call.ordered();
        }
        Context http = call.http();
        String stage = header(http, "X-DATABEND-STAGE-NAME", "stage_name", "stage-name");
        if (stage == null || stage.isEmpty()) {
            throw new HttpError(400, "[HTTP-STAGE] Missing required parameter 'stage-name' in request headers");
        }
        String relative = header(http, "X-DATABEND-RELATIVE-PATH", "relative_path", "relative-path");
        String folder = relative == null ? "" : relative.replaceAll("^/+|/+$", "");
        List<String> names = new ArrayList<>();
        List<LakeBackend.Upload> uploads =
                MultipartReader.read(http.header("Content-Type"), http.bodyInputStream(), (field, file) -> {
                    if (file == null || file.isEmpty()) {
                        throw new HttpError(400, "Upload part must have a file name");
                    }
                    String path = (folder + "/" + file).replaceAll("^/+", "");
                    if (List.of(path.split("/")).contains("..")) {
                        throw new HttpError(500, "path traversal is not allowed: " + path);
                    }
                    names.add(file);
                    return backend.upload(stage, path);
                });
        try {
            for (LakeBackend.Upload upload : uploads) {
                upload.publish();
            }
        } finally {
            uploads.forEach(LakeBackend.Upload::close);
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("id", UUID.randomUUID().toString()).put("stage_name", stage).put("state", "SUCCESS");
        names.forEach(body.putArray("files")::add);
        return LakeServer.Answer.ok(body);
    }

    private LakeServer.Answer load(LakeServer.Call call) throws IOException {
        Context http = call.http();
        String asked = http.header("X-DATABEND-QUERY-ID");
        String id = asked == null ? UUID.randomUUID().toString().replace("-", "") : asked;
        String context = http.header("X-DATABEND-QUERY-CONTEXT");
        JsonNode state;
        try {
            state = context == null ? null : JSON.readTree(context);
        } catch (JsonProcessingException e) {
            throw new HttpError(
                    400,
                    "invalid value for header X-DATABEND-QUERY-CONTEXT(" + context + ") in request: "
                            + e.getOriginalMessage());
        }
        Session session = new Session(state);
        session.label(http.header("X-DATABEND-DEDUPLICATE-LABEL"));
        LakeBackend.Loaded loaded = loaded(call, session);
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("id", id).putObject("stats").put("rows", loaded.rows()).put("bytes", loaded.bytes());
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        headers.add(Map.entry("X-DATABEND-QUERY-ID", id));
        if (context != null) {
            byte[] text = session.answer(node.id(), id).toString().getBytes(StandardCharsets.UTF_8);
            headers.add(
                    Map.entry("X-DATABEND-QUERY-CONTEXT", Base64.getUrlEncoder().encodeToString(text)));
        }
        return new LakeServer.Answer(200, body, headers);
    }

    private LakeBackend.Loaded loaded(LakeServer.Call call, Session session) throws IOException {
        String sql = call.request() == null ? null : call.request().sql();
        if (sql == null) {
            throw new HttpError(400, "Missing required header X-DATABEND-SQL in request");
        }
        List<LakeBackend.Upload> parts = List.of();
        try {
            if (call.ordered() != null) {
                throw call.ordered();
            }
            parts = MultipartReader.read(
                    call.http().header("Content-Type"), call.http().bodyInputStream(), (field, file) -> {
                        if (!"upload".equals(field)) {
                            throw new HttpError(400, "Invalid field name in form-data: must be 'upload'");
                        }
                        if (file == null || file.isEmpty()) {
                            throw new HttpError(400, "Upload part must have a file name");
                        }
                        return backend.loadPart(file);
                    });
            return loadInSession(sql, session, parts);
        } catch (LakeException e) {
            String text = e.code() == LakeCode.BAD_BYTES.number()
                    ? "Query execution failed: " + e.text() + (e.detail() == null ? "" : "\n" + e.detail())
                    : e.display();
            throw new HttpError(400, text);
        } finally {
            parts.forEach(LakeBackend.Upload::close);
        }
    }

    /** A transaction is taken over and lost, because nobody parks it again: the lake does the same. */
    private LakeBackend.Loaded loadInSession(String sql, Session session, List<LakeBackend.Upload> parts)
            throws LakeException, IOException {
        if (session.state().equals(Session.FAIL)) {
            throw new HttpError(500, "internal error: streaming load in a failed transaction");
        }
        if (session.isActive()) {
            session.resume(node.transactions().take(session.internal()));
        }
        try {
            return backend.load(sql, session, parts);
        } finally {
            Engine.closeQuietly(session.detach());
        }
    }

    /** The answer to a statement that a streaming load cannot take. */
    static HttpError unsupportedLoad(String sql) {
        return new HttpError(400, STREAMING_FORMS + " Got: " + sql);
    }
}
