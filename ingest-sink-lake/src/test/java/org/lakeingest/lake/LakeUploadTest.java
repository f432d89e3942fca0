package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import mockwebserver3.RecordedRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.lake.encode.ByteChunks;

class LakeUploadTest {
    private static final StagePath PATH = new StagePath("~", "p/run", "f.parquet");
    private static final String STREAM_SQL = "INSERT INTO t (a) FROM @_databend_load FILE_FORMAT=(TYPE=NDJSON)";

    @SuppressWarnings("NullAway.Init") // set before each test
    private ScriptedLake lake;

    @BeforeEach
    void start() throws IOException {
        lake = new ScriptedLake();
    }

    @AfterEach
    void stop() {
        lake.close();
    }

    private LakeClient presigning() {
        return lake.client(
                lake.dsn().replace("?presigned_url_disabled=true", ""), Clock.systemUTC(), Duration.ofSeconds(5));
    }

    private static ByteChunks content() {
        byte[] bytes = "some bytes".getBytes(StandardCharsets.UTF_8);
        ByteChunks chunks = new ByteChunks();
        chunks.add(bytes, 0, 5);
        chunks.add(bytes, 5, bytes.length - 5);
        return chunks;
    }

    private static LakeErrorCode failure(CompletableFuture<?> future) {
        try {
            future.join();
        } catch (CompletionException e) {
            return LakeException.of(e).code();
        }
        throw new AssertionError("it succeeded");
    }

    @Test
    void aFileGoesUpWithItsLengthUnderItsPath() {
        lake.client().upload(PATH, content()).join();

        RecordedRequest request = lake.requests.get(0);
        assertThat(request.getMethod()).isEqualTo("PUT");
        assertThat(request.getHeaders().get("X-DATABEND-STAGE-NAME")).isEqualTo("~");
        assertThat(request.getHeaders().get("X-DATABEND-RELATIVE-PATH")).isEqualTo("p/run");
        assertThat(request.getHeaders().get("Content-Length")).isEqualTo(String.valueOf(request.getBodySize()));
        assertThat(request.getBody().utf8()).contains("filename=\"f.parquet\"").contains("some bytes");
    }

    @Test
    void anUploadWhoseAnswerDoesNotListTheFileIsRepeated() {
        lake.next(ScriptedLake.UPLOAD, ScriptedLake.json("{\"state\":\"SUCCESS\",\"files\":[]}"));

        assertThat(failure(lake.client().upload(PATH, content()))).isEqualTo(LakeErrorCode.LAKE_UPLOAD_INCOMPLETE);
    }

    @Test
    void aLakeThatCannotPresignIsAskedOnce() {
        LakeClient client = presigning();

        client.upload(PATH, content()).join();
        client.upload(PATH, content()).join();
        client.fork().upload(PATH, content()).join();

        assertThat(lake.executedWith("PRESIGN UPLOAD @~/p/run/f.parquet")).isEqualTo(1);
        assertThat(lake.requests.stream().filter(r -> ScriptedLake.UPLOAD.equals(r.getTarget())))
                .hasSize(3);
    }

    @Test
    void aPresignedAddressGetsThePlainBytesWithExactlyItsHeaders() {
        String url = lake.server.url("/storage/object?signature=s3cret").toString();
        lake.next(
                "PRESIGN",
                ScriptedLake.json(ScriptedLake.succeeded(
                        "[{\"name\":\"method\",\"type\":\"String\"},{\"name\":\"headers\",\"type\":\"Variant\"},"
                                + "{\"name\":\"url\",\"type\":\"String\"}]",
                        "[[\"PUT\",\"{\\\"host\\\":\\\"h\\\",\\\"x-amz-a\\\":\\\"b\\\",\\\"content-length\\\":\\\"0\\\"}\",\""
                                + url + "\"]]")));
        lake.next("/storage/object", ScriptedLake.status(200, ""));

        presigning().upload(PATH, content()).join();

        RecordedRequest put = lake.requests.stream()
                .filter(r -> String.valueOf(r.getTarget()).startsWith("/storage"))
                .findFirst()
                .orElseThrow();
        assertThat(put.getMethod()).isEqualTo("PUT");
        assertThat(put.getBody().utf8()).isEqualTo("some bytes");
        assertThat(put.getHeaders().get("x-amz-a")).isEqualTo("b");
        assertThat(put.getHeaders().get("Content-Length")).isEqualTo("10");
        assertThat(put.getHeaders().get("Authorization")).isNull();
    }

    @Test
    void storageThatRefusesAFileIsForAPersonAndOneThatIsBusyIsNot() {
        lake.next(ScriptedLake.UPLOAD, ScriptedLake.status(403, "denied"));
        lake.next(ScriptedLake.UPLOAD, ScriptedLake.status(500, "broken"));
        lake.next(ScriptedLake.UPLOAD, ScriptedLake.dropped());

        assertThat(failure(lake.client().upload(PATH, content()))).isEqualTo(LakeErrorCode.LAKE_UPLOAD_REFUSED);
        assertThat(failure(lake.client().upload(PATH, content())).kind()).isEqualTo(ErrorKind.TRANSIENT);
        assertThat(failure(lake.client().upload(PATH, content())).kind()).isEqualTo(ErrorKind.TRANSIENT);
    }

    @Test
    void streamingLoadSendsOnePartAndReadsTheRows() {
        assertThat(lake.client()
                        .streamingLoad(STREAM_SQL, "", "f.ndjson", content())
                        .join())
                .isEqualTo(10);

        RecordedRequest request = lake.requests.get(0);
        assertThat(request.getHeaders().get("X-DATABEND-SQL")).isEqualTo(STREAM_SQL);
        assertThat(request.getBody().utf8()).contains("name=\"upload\"").contains("some bytes");
    }

    @Test
    void aStreamingLoadThatBreaksMayHaveLeftRowsBehind() {
        lake.next(ScriptedLake.STREAM, ScriptedLake.dropped());
        assertThat(failure(lake.client().streamingLoad(STREAM_SQL, "", "f", content())))
                .isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);

        lake.breakBodies();
        // More than the socket buffers of both sides may take in before the server hangs up.
        ByteChunks large = new ByteChunks();
        byte[] part = new byte[8_000_000];
        for (int i = 0; i < 8; i++) {
            large.add(part, 0, part.length);
        }
        assertThat(failure(lake.client().streamingLoad(STREAM_SQL, "", "f", large)))
                .isEqualTo(LakeErrorCode.LAKE_STREAM_BROKEN);
    }

    @Test
    void aStreamingLoadRefusedForItsDataIsToldFromOneRefusedForItsStatement() {
        lake.next(
                ScriptedLake.STREAM,
                ScriptedLake.status(400, "{\"error\":{\"message\":\"Query execution failed: Invalid value\"}}"));
        lake.next(
                ScriptedLake.STREAM,
                ScriptedLake.status(400, "{\"error\":{\"message\":\"UnknownTable. Code: 1025, Text = x\"}}"));
        lake.next(ScriptedLake.STREAM, ScriptedLake.status(400, "{\"error\":{\"message\":\"no context\"}}"));
        lake.next(
                ScriptedLake.STREAM,
                ScriptedLake.status(400, "{\"error\":{\"message\":\"Query execution failed: meta store is away\"}}"));

        assertThat(failure(lake.client().streamingLoad(STREAM_SQL, "", "f", content())))
                .isEqualTo(LakeErrorCode.LAKE_DATA_REFUSED);
        assertThat(failure(lake.client().streamingLoad(STREAM_SQL, "", "f", content())))
                .isEqualTo(LakeErrorCode.LAKE_OBJECT_MISSING);
        assertThat(failure(lake.client().streamingLoad(STREAM_SQL, "", "f", content())))
                .isEqualTo(LakeErrorCode.LAKE_STATEMENT_REFUSED);
        assertThat(failure(lake.client().streamingLoad(STREAM_SQL, "", "f", content())))
                .as("a failure of the lake is no matter of the data")
                .isEqualTo(LakeErrorCode.LAKE_OUTCOME_UNKNOWN);
    }
}
