package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The plainest client of the protocol; follows pages and carries the session. */
final class LakeClient {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final String BOUNDARY = "----lake-test-boundary";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI base;
    private final String authorization;

    @Nullable
    JsonNode session;

    JsonNode last = JSON.createObjectNode();

    private LakeClient(URI base, String user, String password) {
        this.base = base;
        this.authorization =
                "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** {@code http://user:password@host:port/…}. */
    static LakeClient of(String dsn) {
        URI uri = URI.create(dsn);
        String[] user = uri.getUserInfo().split(":", 2);
        return new LakeClient(
                URI.create("http://" + uri.getHost() + ":" + uri.getPort()), user[0], user.length > 1 ? user[1] : "");
    }

    LakeClient as(String user, String password) {
        return new LakeClient(base, user, password);
    }

    /** A statement that was refused. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int code;
        final String text;
        final @Nullable String detail;

        Refused(JsonNode error) {
            super(error.toString());
            code = error.path("code").asInt();
            text = error.path("message").asText();
            detail = error.has("detail") ? error.path("detail").asText() : null;
        }
    }

    HttpResponse<String> call(String method, String path, @Nullable String body, String... headers) {
        HttpRequest.BodyPublisher publisher =
                body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body);
        return send(method, path, publisher, headers);
    }

    private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", authorization)
                .method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(response.body(), e);
        }
    }

    JsonNode start(ObjectNode request, String... headers) {
        List<String> all = new ArrayList<>(List.of("Content-Type", "application/json"));
        all.addAll(List.of(headers));
        return json(call("POST", "/v1/query", request.toString(), all.toArray(String[]::new)));
    }

    /** All rows of a statement; a refusal is thrown. */
    List<List<@Nullable String>> query(String sql, String... headers) {
        ObjectNode request = JSON.createObjectNode().put("sql", sql);
        if (session != null) {
            request.set("session", session);
        }
        JsonNode answer = start(request, headers);
        last = answer;
        List<List<@Nullable String>> rows = new ArrayList<>();
        while (true) {
            if (!answer.path("session").isNull()) {
                session = answer.path("session");
            }
            if (!answer.path("error").isNull()) {
                throw new Refused(answer.path("error"));
            }
            for (JsonNode row : answer.path("data")) {
                List<@Nullable String> cells = new ArrayList<>();
                row.forEach(cell -> cells.add(cell.isNull() ? null : cell.asText()));
                rows.add(cells);
            }
            String next = answer.path("next_uri").asText(null);
            if (next == null) {
                return rows;
            }
            answer = json(call("GET", next, null));
        }
    }

    @Nullable
    String one(String sql) {
        return query(sql).get(0).get(0);
    }

    /** {@code name:type} of each column of the last answer. */
    List<String> columns() {
        List<String> columns = new ArrayList<>();
        last.path("schema")
                .forEach(f -> columns.add(
                        f.path("name").asText() + ":" + f.path("type").asText()));
        return columns;
    }

    HttpResponse<String> upload(String stage, String folder, Map<String, byte[]> files) {
        return send(
                "PUT",
                "/v1/upload_to_stage",
                multipart("upload", files),
                "Content-Type",
                "multipart/form-data; boundary=" + BOUNDARY,
                "X-DATABEND-STAGE-NAME",
                stage,
                "X-DATABEND-RELATIVE-PATH",
                folder);
    }

    HttpResponse<String> load(String sql, String field, Map<String, byte[]> files) {
        return send(
                "PUT",
                "/v1/streaming_load",
                multipart(field, files),
                "Content-Type",
                "multipart/form-data; boundary=" + BOUNDARY,
                "X-DATABEND-SQL",
                sql);
    }

    private static HttpRequest.BodyPublisher multipart(String field, Map<String, byte[]> files) {
        List<HttpRequest.BodyPublisher> parts = new ArrayList<>();
        files.forEach((name, content) -> {
            parts.add(HttpRequest.BodyPublishers.ofString("--" + BOUNDARY
                    + "\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\"" + name + "\"\r\n\r\n"));
            parts.add(HttpRequest.BodyPublishers.ofByteArray(content));
            parts.add(HttpRequest.BodyPublishers.ofString("\r\n"));
        });
        parts.add(HttpRequest.BodyPublishers.ofString("--" + BOUNDARY + "--\r\n"));
        return HttpRequest.BodyPublishers.concat(parts.toArray(HttpRequest.BodyPublisher[]::new));
    }
}
