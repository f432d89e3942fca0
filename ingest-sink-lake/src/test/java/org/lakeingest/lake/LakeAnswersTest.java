package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.lake.encode.ByteChunks;

/** What proxies and other strangers make of the lake's protocol, on real sockets: each its own code and text. */
class LakeAnswersTest {
    private static final StagePath PATH = new StagePath("~", "p/run", "f.parquet");
    private static final String STREAM = "INSERT INTO t (a) FROM @_databend_load FILE_FORMAT=(TYPE=NDJSON)";
    private static final String COPY = "COPY INTO t FROM @~/d/ FILES=('f')";
    private static final String HTML = "<html><head><title>502 Bad\n Gateway</title></head><body>secret</body></html>";

    @SuppressWarnings("NullAway.Init") // set by each test
    private RawServer server;

    private volatile boolean loads = true;

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private LakeClient client() {
        LakeDsn dsn = LakeDsn.parse(server.dsn());
        Duration request = Duration.ofMillis(300);
        LakeHttp http = new LakeHttp(dsn, Optional.empty(), Duration.ofSeconds(5), request, request.multipliedBy(2), 4);
        return new LakeClient(dsn, http, Clock.systemUTC(), request, Duration.ofSeconds(20));
    }

    private static LakeException failure(CompletableFuture<?> future) {
        try {
            future.join();
        } catch (CompletionException e) {
            return LakeException.of(e);
        }
        throw new AssertionError("it succeeded");
    }

    private static ByteChunks content(int size) {
        ByteChunks content = new ByteChunks();
        content.add(new byte[size], 0, size);
        return content;
    }

    private void answering(byte[] head, byte[] body) throws IOException {
        server = new RawServer((path, in, out) -> {
            int unused = in.read();
            out.write(head);
            out.write(body);
            out.flush();
        });
    }

    private void answering(int status, String text) throws IOException {
        byte[] body = RawServer.bytes(text);
        answering(RawServer.head(status, "Content-Length: " + body.length + "\r\nConnection: close\r\n"), body);
    }

    private LakeException query() {
        return failure(client().query("SELECT 1", CallPurpose.REPEATABLE));
    }

    private LakeException load() {
        return failure(client().query(COPY, CallPurpose.LOAD));
    }

    private LakeException upload(int size) {
        return failure(client().upload(PATH, content(size)));
    }

    private LakeException stream(int size) {
        return failure(client().streamingLoad(STREAM, "", "f", content(size)));
    }

    @Test
    void aBodyCutInTheMiddleOfAnUploadWasNotSent() throws IOException {
        server = new RawServer((path, in, out) -> RawServer.drain(in, 1000));

        LakeException reason = upload(16_000_000);

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_NOT_SENT);
        assertThat(reason).hasMessageContaining("127.0.0.1:" + server.port());
        LakeException streamed = stream(16_000_000);
        assertThat(streamed.code()).isEqualTo(LakeErrorCode.LAKE_STREAM_BROKEN);
        assertThat(streamed.code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
    }

    @Test
    void anAnswerCutInTheMiddleIsALostAnswer() throws IOException {
        answering(
                RawServer.head(200, "Content-Length: 1000\r\nContent-Type: application/json\r\n"),
                RawServer.bytes("{\"id\":\"q\",\"state\":\"Succ"));

        assertThat(load().code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);
        assertThat(query().code()).isEqualTo(LakeErrorCode.LAKE_NO_ANSWER);
        assertThat(upload(10).code()).isEqualTo(LakeErrorCode.LAKE_NO_ANSWER);
        assertThat(stream(10).code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);
    }

    @Test
    void anAnswerCutWhereItsLengthIsNotKnownIsALostAnswerToo() throws IOException {
        answering(RawServer.head(200, "Connection: close\r\n"), RawServer.bytes("{\"id\":\"q\",\"state\":\"Succ"));

        LakeException reason = load();

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);
        assertThat(reason).hasMessageContaining("ends in the middle");
        assertThat(query().code()).isEqualTo(LakeErrorCode.LAKE_NO_ANSWER);
        assertThat(stream(10).code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);
    }

    @Test
    void aProxysPageIsNamedByItsTitle() throws IOException {
        answering(502, HTML);

        LakeException reason = load();

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_GATEWAY_UNKNOWN);
        assertThat(reason)
                .hasMessage("HTTP status 502: a page titled '502 Bad Gateway'")
                .hasMessageNotContaining("secret");
        assertThat(query().code()).isEqualTo(LakeErrorCode.LAKE_GATEWAY);
        assertThat(upload(10).code()).isEqualTo(LakeErrorCode.LAKE_GATEWAY);
        assertThat(stream(10).code()).isEqualTo(LakeErrorCode.LAKE_GATEWAY_UNKNOWN);
    }

    @Test
    void whatIsBusyOrAwayIsTransientForLoadsToo() throws IOException {
        answering(503, HTML);
        assertThat(load().code()).isEqualTo(LakeErrorCode.LAKE_UNAVAILABLE);
        server.close();
        answering(429, "");
        assertThat(load().code()).isEqualTo(LakeErrorCode.LAKE_BUSY);
        server.close();
        answering(504, "");
        assertThat(query().code().kind()).isEqualTo(ErrorKind.TRANSIENT);
        assertThat(load().code().kind()).isEqualTo(ErrorKind.INDETERMINATE);
    }

    @Test
    void aGoodStatusWithAnErrorInItIsAFailure() throws IOException {
        answering(200, ScriptedLake.error(1063, "Permission denied: INSERT on default.t"));

        assertThat(load().code()).isEqualTo(LakeErrorCode.LAKE_PERMISSION);
        assertThat(upload(10).code()).isEqualTo(LakeErrorCode.LAKE_PERMISSION);
        LakeException reason = stream(10);
        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_PERMISSION);
        assertThat(reason).hasMessageContaining("1063").hasMessageContaining("INSERT on default.t");
    }

    @Test
    void aRedirectIsNotFollowedAndSaysWhereItLeads() throws IOException {
        answering(
                RawServer.head(
                        302, "Location: https://user:pw@login.example/start?token=s3cret\r\nContent-Length: 0\r\n"),
                new byte[0]);

        LakeException reason = query();

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_REDIRECT);
        assertThat(reason).hasMessage("HTTP status 302 to https://login.example/start");
        assertThat(upload(10).code()).isEqualTo(LakeErrorCode.LAKE_REDIRECT);
        assertThat(load().code()).isEqualTo(LakeErrorCode.LAKE_REDIRECT);
    }

    @Test
    void whatIsNoJsonIsNotTheLakeAndAfterALoadNothingIsKnown() throws IOException {
        answering(200, "<html><title>Welcome to nginx!</title></html>");

        LakeException reason = query();

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_ENDPOINT);
        assertThat(reason).hasMessageContaining("a page titled 'Welcome to nginx!'");
        assertThat(load().code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_UNREADABLE);
        assertThat(stream(10).code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_UNREADABLE);
        assertThat(upload(10).code()).isEqualTo(LakeErrorCode.LAKE_ENDPOINT);
    }

    @Test
    void jsonThatIsNotTheLakesIsNotTheLake() throws IOException {
        answering(200, "{\"hello\":\"world\"}");

        assertThat(query().code()).isEqualTo(LakeErrorCode.LAKE_ENDPOINT);
        assertThat(load().code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_UNREADABLE);
    }

    @Test
    void anAnswerWithoutAnEndIsGivenUp() throws IOException {
        server = new RawServer((path, in, out) -> {
            int unused = in.read();
            out.write(RawServer.head(200, ""));
            byte[] block = new byte[1 << 16];
            while (loads) {
                out.write(block);
            }
        });

        LakeException reason = query();

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_ENDPOINT);
        assertThat(reason).hasMessageContaining("longer than 33554432 bytes");
        assertThat(stream(10).code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_UNREADABLE);
        loads = false;
    }

    @Test
    void anAnswerThatTricklesInIsGivenUp() throws IOException {
        server = new RawServer((path, in, out) -> {
            int unused = in.read();
            out.write(RawServer.head(200, ""));
            trickle(out);
        });

        LakeException reason = query();

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_NO_ANSWER);
        assertThat(reason).hasMessageContaining("timeout");
    }

    private static void trickle(OutputStream out) throws IOException {
        Object pace = new Object();
        while (true) {
            out.write(' ');
            out.flush();
            synchronized (pace) {
                try {
                    pace.wait(50);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    @Test
    void aFullDiskIsForAPersonWhateverItsCode() throws IOException {
        answering(
                500,
                "{\"error\":{\"code\":500,\"message\":\"StorageOther. Code: 4000, Text = No space left on device\"}}");
        assertThat(upload(10).code()).isEqualTo(LakeErrorCode.LAKE_STORAGE_FULL);
        server.close();
        answering(200, ScriptedLake.error(4000, "write failed: No space left on device (os error 28)"));
        LakeException reason = load();
        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_STORAGE_FULL);
        assertThat(reason.code().kind()).isEqualTo(ErrorKind.BLOCKED);
        assertThat(reason).hasMessageContaining("No space left");
    }

    @Test
    void aProxyThatRefusesTheSizeSaysSo() throws IOException {
        answering(413, HTML.replace("502 Bad\n Gateway", "413 Request Entity Too Large"));

        assertThat(stream(10).code()).isEqualTo(LakeErrorCode.LAKE_BODY_REFUSED);
    }
}
