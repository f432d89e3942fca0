package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import mockwebserver3.MockResponse;
import mockwebserver3.RecordedRequest;
import mockwebserver3.SocketEffect;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.ErrorKind;

class LakeClientTest {
    private static final String COPY = "COPY INTO t FROM @~/d/ FILES=('f')";

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

    private static LakeException failure(CompletableFuture<?> future) {
        try {
            future.join();
        } catch (CompletionException e) {
            return LakeException.of(e);
        }
        throw new AssertionError("it succeeded");
    }

    private static String page(String state, String data, String next) {
        return "{\"id\":\"q\",\"node_id\":\"n7\",\"state\":\"" + state
                + "\",\"session\":null,\"error\":null,\"schema\":"
                + "[{\"name\":\"a\",\"type\":\"String\"}],\"data\":" + data + ",\"next_uri\":\"" + next
                + "\",\"final_uri\":\"/v1/query/q/final\",\"kill_uri\":\"/v1/query/q/kill\"}";
    }

    @Test
    void pagesAreReadToTheEndOnTheNodeThatHasThem() {
        lake.next("SELECT", ScriptedLake.json(page("Starting", "[]", "/v1/query/q/page/0")));
        lake.next("/page/0", ScriptedLake.json(page("Running", "[[\"1\"],[null]]", "/v1/query/q/page/1")));
        lake.next("/page/1", ScriptedLake.json(page("Succeeded", "[[\"3\"]]", "/v1/query/q/final")));

        QueryResult result =
                lake.client().query("SELECT a", CallPurpose.REPEATABLE).join();

        assertThat(result.rows()).hasSize(3);
        assertThat(result.text(2, result.column("A"))).isEqualTo("3");
        assertThat(result.text(1, 0)).isEmpty();
        assertThat(lake.requests.get(1).getHeaders().get("X-DATABEND-STICKY-NODE"))
                .isEqualTo("n7");
    }

    @Test
    void everyRequestCarriesCredentialsRoutingAndSettings() {
        LakeClient client = lake.client(
                lake.dsn().replace("lake:lake", "l%40ke:p%3Aw") + "&tenant=t1&warehouse=w1&role=r1&max_threads=3",
                Clock.systemUTC(),
                Duration.ofSeconds(5));

        client.query("SELECT 1", CallPurpose.REPEATABLE).join();

        RecordedRequest request = lake.requests.get(0);
        assertThat(request.getHeaders().get("Authorization")).isEqualTo("Basic bEBrZTpwOnc=");
        assertThat(request.getHeaders().get("X-DATABEND-TENANT")).isEqualTo("t1");
        assertThat(request.getHeaders().get("X-DATABEND-WAREHOUSE")).isEqualTo("w1");
        assertThat(request.getHeaders().get("Content-Type")).startsWith("application/json");
        assertThat(String.valueOf(request.getBody().utf8()))
                .contains("\"role\":\"r1\"")
                .contains("\"max_threads\":\"3\"")
                .contains("\"wait_time_secs\":2");
    }

    @Test
    void theNewestSessionIsEchoedWordForWord() {
        String session = "{\"txn_state\":\"Active\",\"need_sticky\":true,\"unknown\":{\"x\":[1]},\"internal\":\"{}\"}";
        lake.next(
                "BEGIN",
                ScriptedLake.json(
                        ScriptedLake.succeeded("[]", "[]").replace("\"session\":null", "\"session\":" + session)));
        LakeClient client = lake.client();
        LakeSession state = LakeSession.fresh(client.dsn(), Map.of());

        client.query(state, "BEGIN", CallPurpose.LOAD).join();
        client.query(state, "SELECT 1", CallPurpose.LOAD).join();
        client.query(state, "SELECT 2", CallPurpose.LOAD).join();

        RecordedRequest last = lake.requests.stream()
                .filter(r -> ScriptedLake.QUERY.equals(r.getTarget()))
                .reduce((a, b) -> b)
                .orElseThrow();
        assertThat(last.getBody().utf8()).contains("\"session\":" + session);
        assertThat(last.getHeaders().get("X-DATABEND-STICKY-NODE")).isEqualTo("n1");
    }

    @Test
    void aLostAnswerIsAskedForAgainUnderTheSameIdAndExecutedOnce() {
        lake.loseAnswer("COPY");

        QueryResult result = lake.client().query(COPY, CallPurpose.LOAD).join();

        assertThat(result.resent()).isTrue();
        assertThat(lake.executedWith("COPY")).isEqualTo(1);
        assertThat(lake.requests.get(0).getHeaders().get("X-DATABEND-QUERY-ID"))
                .isEqualTo(lake.requests.get(1).getHeaders().get("X-DATABEND-QUERY-ID"));
    }

    @Test
    void anAnswerThatNeverComesLeavesTheOutcomeOpen() {
        for (int i = 0; i < 10; i++) {
            lake.loseAnswer("COPY");
        }

        assertThat(failure(lake.client().query(COPY, CallPurpose.LOAD)).code())
                .isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);
        assertThat(lake.executedWith("COPY")).isEqualTo(1);
    }

    @Test
    void anAnswerThatNeverComesToAReadIsHarmless() {
        for (int i = 0; i < 10; i++) {
            lake.loseAnswer("SELECT");
        }

        assertThat(failure(lake.client().query("SELECT 1", CallPurpose.REPEATABLE))
                        .code())
                .isEqualTo(LakeErrorCode.LAKE_NO_ANSWER);
    }

    @Test
    void anAnswerThatIsTooLateLeavesTheOutcomeOpen() {
        for (int i = 0; i < 10; i++) {
            lake.next(
                    "COPY",
                    new MockResponse.Builder()
                            .onResponseStart(SocketEffect.Stall.INSTANCE)
                            .build());
        }
        LakeClient client = lake.client(lake.dsn(), Clock.systemUTC(), Duration.ofMillis(200));

        assertThat(failure(client.query(COPY, CallPurpose.LOAD)).code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);
    }

    @Test
    void aConnectionThatBreaksInsideTheBodyLeavesNothingBehind() {
        lake.breakBodies();
        String sql = "COPY INTO t -- " + "x".repeat(32_000_000);

        assertThat(failure(lake.client().query(sql, CallPurpose.LOAD)).code()).isEqualTo(LakeErrorCode.LAKE_NOT_SENT);
    }

    @Test
    void nobodyListeningIsTransient() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        LakeClient client = lake.client("http://u:p@127.0.0.1:" + free, Clock.systemUTC(), Duration.ofSeconds(2));

        LakeException reason = failure(client.query(COPY, CallPurpose.LOAD));

        assertThat(reason.code()).isEqualTo(LakeErrorCode.LAKE_UNREACHABLE);
        assertThat(reason).hasMessageContaining("127.0.0.1:" + free).hasMessageContaining("refused");
    }

    @Test
    void anUnknownHostIsTransientAndNamed() {
        LakeClient client = lake.client("http://u:p@lake.invalid", Clock.systemUTC(), Duration.ofSeconds(2));

        assertThat(failure(client.query(COPY, CallPurpose.LOAD)).code()).isEqualTo(LakeErrorCode.LAKE_UNREACHABLE);
    }

    @Test
    void speakingTlsToAServerWithoutItIsAConfigurationError() throws IOException {
        try (ServerSocket server = new ServerSocket(0)) {
            Thread plain = new Thread(() -> answerPlainly(server));
            plain.setDaemon(true);
            plain.start();
            LakeClient client = lake.client(
                    "https://u:p@127.0.0.1:" + server.getLocalPort(), Clock.systemUTC(), Duration.ofSeconds(5));

            assertThat(failure(client.query("SELECT 1", CallPurpose.REPEATABLE)).code())
                    .isEqualTo(LakeErrorCode.LAKE_TLS);
        }
    }

    private static void answerPlainly(ServerSocket server) {
        try (Socket socket = server.accept()) {
            int first = socket.getInputStream().read();
            socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            while (first >= 0) {
                first = socket.getInputStream().read();
            }
        } catch (IOException e) {
            // The client has seen enough.
            return;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "401, '{\"error\":{\"code\":5100,\"message\":\"no\"}}', LAKE_AUTHENTICATION",
        "403, no,                                             LAKE_PERMISSION",
        "429, slow down,                                      LAKE_BUSY",
        "503, gone,                                           LAKE_UNAVAILABLE",
        "500, broken,                                         LAKE_OUTCOME_UNKNOWN",
        "502, proxy,                                          LAKE_GATEWAY_UNKNOWN",
        "404, not here,                                       LAKE_ENDPOINT",
        "301, moved,                                          LAKE_REDIRECT",
        "400, '{\"error\":{\"message\":\"Code: 2406, Text = x\"}}', LAKE_OBJECT_MISSING"
    })
    void statusesMeanWhatTheReferenceSays(int status, String body, LakeErrorCode code) {
        for (int i = 0; i < 10; i++) {
            lake.next("COPY", ScriptedLake.status(status, body));
        }

        assertThat(failure(lake.client().query(COPY, CallPurpose.LOAD)).code()).isEqualTo(code);
    }

    @Test
    void aPageThatIsGoneLeavesTheOutcomeOpen() {
        lake.next("COPY", ScriptedLake.json(page("Running", "[]", "/v1/query/q/page/0")));
        lake.next("/page/0", ScriptedLake.status(404, "{\"error\":{\"code\":404,\"message\":\"unknown query\"}}"));

        assertThat(failure(lake.client().query(COPY, CallPurpose.LOAD)).code())
                .isEqualTo(LakeErrorCode.LAKE_OUTCOME_UNKNOWN);
    }

    @Test
    void aPageThatBreaksIsReadAgain() {
        lake.next("COPY", ScriptedLake.json(page("Running", "[]", "/v1/query/q/page/0")));
        lake.next("/page/0", ScriptedLake.dropped());
        lake.next("/page/0", ScriptedLake.status(502, ""));
        lake.next("/page/0", ScriptedLake.json(page("Succeeded", "[[\"1\"]]", "/v1/query/q/final")));

        assertThat(lake.client().query(COPY, CallPurpose.LOAD).join().rows()).hasSize(1);
    }

    @Test
    void anErrorAfterTheStatementWasSentTwiceLeavesTheOutcomeOpen() {
        lake.next("COPY", ScriptedLake.dropped());
        lake.next("COPY", ScriptedLake.json(ScriptedLake.error(3001, "entity not found")));

        assertThat(failure(lake.client().query(COPY, CallPurpose.LOAD)).code())
                .isEqualTo(LakeErrorCode.LAKE_OUTCOME_UNKNOWN);
    }

    @Test
    void somethingThatIsNoLakeIsSaidToBeNone() {
        lake.next("SELECT", ScriptedLake.status(200, "<html>hello</html>"));

        assertThat(failure(lake.client().query("SELECT 1", CallPurpose.REPEATABLE))
                        .code())
                .isEqualTo(LakeErrorCode.LAKE_ENDPOINT);
    }

    @Test
    void cancellingEndsEveryOpenCall() {
        lake.next(
                "COPY",
                new MockResponse.Builder()
                        .onResponseStart(SocketEffect.Stall.INSTANCE)
                        .build());
        LakeClient own = lake.client().fork();
        CompletableFuture<QueryResult> open = own.query(COPY, CallPurpose.LOAD);
        Awaitility.await().until(() -> !lake.requests.isEmpty());

        own.cancel();

        assertThat(failure(open).code()).isEqualTo(LakeErrorCode.LAKE_ANSWER_LOST);
        assertThat(failure(own.query("SELECT 1", CallPurpose.REPEATABLE)).code().kind())
                .isEqualTo(ErrorKind.TRANSIENT);
    }
}
