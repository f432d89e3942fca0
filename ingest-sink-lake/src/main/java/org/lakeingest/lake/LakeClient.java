package org.lakeingest.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import okhttp3.MediaType;
import okhttp3.MultipartBody;
import okhttp3.Request;
import okhttp3.RequestBody;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;
import org.lakeingest.lake.encode.ByteChunks;

/**
 * The lake's protocol: statements, files into the stage, streaming load. With {@link LakeHttp} and {@link StatementRun} the only
 * code that knows HTTP. Every method returns at once; futures complete on network threads, exceptionally with
 * {@link LakeException}. Thread-safe.
 */
final class LakeClient {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final MediaType JSON_TYPE = MediaType.get("application/json");
    private static final MediaType BYTES = MediaType.get("application/octet-stream");
    private static final int PRESIGN_UNSUPPORTED = 3902;
    private static final int UNIMPLEMENTED = 1002;

    private final LakeDsn dsn;
    private final LakeHttp http;
    private final Clock clock;
    private final Duration statementTimeout;
    private final int waitSeconds;
    private final CallScope scope;
    /** Shared by all scopes: whether the lake has shown that it cannot presign. */
    private final AtomicBoolean direct;

    LakeClient(LakeDsn dsn, LakeHttp http, Clock clock, Duration requestTimeout, Duration statementTimeout) {
        this.dsn = dsn;
        this.http = http;
        this.clock = clock;
        this.statementTimeout = statementTimeout;
        int longest = (int) Math.max(1, requestTimeout.toSeconds() / 2);
        this.waitSeconds = Math.min(dsn.number("wait_time_secs").orElse(10), longest);
        this.scope = new CallScope();
        this.direct = new AtomicBoolean(dsn.presignDisabled());
    }

    private LakeClient(LakeClient parent) {
        this.dsn = parent.dsn;
        this.http = parent.http;
        this.clock = parent.clock;
        this.statementTimeout = parent.statementTimeout;
        this.waitSeconds = parent.waitSeconds;
        this.scope = new CallScope();
        this.direct = parent.direct;
    }

    /** The same lake and connections with open calls of its own. */
    LakeClient fork() {
        return new LakeClient(this);
    }

    /** Cancels every call made through this instance, and every later one. */
    void cancel() {
        scope.cancel();
    }

    /** Runs one statement in a session of its own. */
    CompletableFuture<QueryResult> query(String sql, CallPurpose purpose) {
        return query(LakeSession.fresh(dsn, Map.of()), sql, purpose);
    }

    /** Runs one statement in a session; the next statement of the session must wait for this one. */
    CompletableFuture<QueryResult> query(LakeSession session, String sql, CallPurpose purpose) {
        return new StatementRun(this, session, sql, purpose).start();
    }

    /** Puts a file into the stage, over any file of that name. */
    CompletableFuture<Void> upload(StagePath path, ByteChunks content) {
        if (direct.get()) {
            return uploadDirectly(path, content);
        }
        String presign = "PRESIGN UPLOAD " + path.fileLocation();
        return Futures.then(query(presign, CallPurpose.REPEATABLE), (offer, failure) -> {
            if (failure == null) {
                return uploadPresigned(path, content, offer);
            }
            LakeException reason = LakeException.of(failure);
            if (reason.serverCode() == PRESIGN_UNSUPPORTED || reason.serverCode() == UNIMPLEMENTED) {
                direct.set(true);
                return uploadDirectly(path, content);
            }
            return CompletableFuture.failedFuture(reason);
        });
    }

    private CompletableFuture<Void> uploadDirectly(StagePath path, ByteChunks content) {
        Request request = http.request("/v1/upload_to_stage")
                .header("X-DATABEND-STAGE-NAME", path.stage())
                .header("X-DATABEND-RELATIVE-PATH", path.folder())
                .put(multipart(path.file(), content))
                .build();
        return http.sendFile(request, scope).handle((answer, failure) -> {
            JsonNode body = body(checked(answer, failure, CallPurpose.UPLOAD), CallPurpose.UPLOAD);
            boolean named = false;
            for (JsonNode file : body.path("files")) {
                named |= file.asText().equals(path.file());
            }
            if (!named || !body.path("state").asText("").equals("SUCCESS")) {
                throw new LakeException(
                        LakeErrorCode.LAKE_UPLOAD_INCOMPLETE,
                        "the lake's answer to an upload does not list the file " + path);
            }
            return null;
        });
    }

    private CompletableFuture<Void> uploadPresigned(StagePath path, ByteChunks content, QueryResult offer) {
        if (offer.rows().isEmpty()) {
            return CompletableFuture.failedFuture(
                    new LakeException(LakeErrorCode.LAKE_UNEXPECTED, "PRESIGN answered no row for " + path));
        }
        Request.Builder request = new Request.Builder();
        try {
            request.url(offer.text(0, offer.column("url")));
            JSON.readTree(offer.text(0, offer.column("headers"))).properties().forEach(header -> {
                if (!header.getKey().equalsIgnoreCase("content-length")) {
                    request.header(header.getKey(), header.getValue().asText());
                }
            });
        } catch (JsonProcessingException | IllegalArgumentException e) {
            return CompletableFuture.failedFuture(new LakeException(
                    LakeErrorCode.LAKE_UPLOAD_REFUSED, 0, "the presigned address for " + path + " cannot be read", e));
        }
        request.put(body(content, null));
        return http.sendFile(request.build(), scope).handle((answer, failure) -> {
            checked(answer, failure, CallPurpose.UPLOAD);
            return null;
        });
    }

    /**
     * Sends rows straight into a table; completes with the number of rows the lake wrote.
     *
     * @param sql {@code INSERT … FROM @_databend_load FILE_FORMAT=(…)}, ASCII only since it travels in a header
     * @param label under which the lake does this once a day, answering 0 rows the next time; empty for none
     */
    CompletableFuture<Long> streamingLoad(String sql, String label, String file, ByteChunks content) {
        Request.Builder request = http.request("/v1/streaming_load")
                .header("X-DATABEND-SQL", sql)
                .header(
                        "X-DATABEND-QUERY-CONTEXT",
                        asAscii(LakeSession.fresh(dsn, Map.of()).state().toString()))
                .put(multipart(file, content));
        if (!label.isEmpty()) {
            request.header("X-DATABEND-DEDUPLICATE-LABEL", label);
        }
        return http.sendLong(request.build(), scope)
                .handle((answer, failure) -> body(checked(answer, failure, CallPurpose.STREAM), CallPurpose.STREAM)
                        .path("stats")
                        .path("rows")
                        .asLong(-1));
    }

    private HttpAnswer checked(@Nullable HttpAnswer answer, @Nullable Throwable failure, CallPurpose purpose) {
        if (failure instanceof CallFailure call) {
            throw LakeErrors.ofIo(call.reason(), call.phase(), purpose, http.address());
        }
        if (answer == null) {
            throw LakeException.of(failure == null ? new IllegalStateException("no answer") : failure);
        }
        if (!answer.isSuccess()) {
            throw LakeErrors.ofStatus(answer, purpose);
        }
        return answer;
    }

    /** An answer with status 200 may still be a failure. */
    private JsonNode body(HttpAnswer answer, CallPurpose purpose) {
        JsonNode body;
        try {
            body = JSON.readTree(answer.body());
        } catch (JsonProcessingException e) {
            throw LakeErrors.ofUnreadable(answer.body(), http.address(), purpose, e);
        }
        if (!body.isObject()) {
            throw LakeErrors.ofUnreadable(answer.body(), http.address(), purpose, null);
        }
        JsonNode error = body.path("error");
        if (error.isObject()) {
            throw LakeErrors.ofServer(
                    error.path("code").asInt(), error.path("message").asText(""), null, purpose);
        }
        return body;
    }

    private static MultipartBody multipart(String file, ByteChunks content) {
        return new MultipartBody.Builder()
                .setType(MultipartBody.FORM)
                .addFormDataPart("upload", file, body(content, BYTES))
                .build();
    }

    /** With a length known beforehand, so that the lake can tell a broken body from a whole one. */
    private static RequestBody body(ByteChunks content, @Nullable MediaType type) {
        return new RequestBody() {
            @Override
            public @Nullable MediaType contentType() {
                return type;
            }

            @Override
            public long contentLength() {
                return content.size();
            }

            @Override
            public void writeTo(BufferedSink sink) throws IOException {
                content.writeTo(sink.outputStream());
            }
        };
    }

    static RequestBody jsonBody(String json) {
        return RequestBody.create(json, JSON_TYPE);
    }

    /** JSON for a header: what is not ASCII becomes an escape. */
    private static String asAscii(String json) {
        StringBuilder ascii = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); i++) {
            char c = json.charAt(i);
            if (c < 0x7f) {
                ascii.append(c);
            } else {
                ascii.append(String.format("\\u%04x", (int) c));
            }
        }
        return ascii.toString();
    }

    LakeDsn dsn() {
        return dsn;
    }

    LakeHttp http() {
        return http;
    }

    CallScope scope() {
        return scope;
    }

    ObjectMapper json() {
        return JSON;
    }

    Instant now() {
        return clock.instant();
    }

    int waitSeconds() {
        return waitSeconds;
    }

    Duration statementTimeout() {
        return statementTimeout;
    }
}
