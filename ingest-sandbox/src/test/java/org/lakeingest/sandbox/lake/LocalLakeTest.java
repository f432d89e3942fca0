package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalLakeTest {
    private static final String COPY = "COPY INTO t FROM @~/d/ FILES=('f') FILE_FORMAT=(TYPE=NDJSON)";

    private static void stage(LakeClient client) {
        Map<String, byte[]> file = Map.of("f", "{\"a\":1}\n".getBytes(StandardCharsets.UTF_8));
        assertThat(client.upload("~", "d", file).statusCode()).isEqualTo(200);
    }

    @Test
    void namesThePortThatIsTaken() {
        try (LocalLake first = LocalLake.start(LakeOptions.inMemory())) {
            assertThatThrownBy(() -> LocalLake.start(LakeOptions.inMemory().withPort(first.port())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Port " + first.port()
                            + " is already in use: stop the program that listens on it or choose another port");
        }
    }

    @Test
    void keepsTablesRecordsAndStagedFilesInAFile(@TempDir Path folder) {
        LakeOptions options = LakeOptions.onFile(folder.resolve("lake.db"));
        String id;
        try (LocalLake lake = LocalLake.start(options)) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT, v VARIANT NOT NULL DEFAULT '{}')");
            client.query("CREATE STAGE kept");
            stage(client);
            assertThat(client.query(COPY.replace("NDJSON", "NDJSON MISSING_FIELD_AS=FIELD_DEFAULT")))
                    .hasSize(1);
            id = client.one("SELECT table_id FROM system.tables WHERE name = 't'");
        }
        try (LocalLake lake = LocalLake.start(options)) {
            LakeClient client = LakeClient.of(lake.dsn());
            assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("1");
            assertThat(client.one("SELECT table_id FROM system.tables WHERE name = 't'"))
                    .isEqualTo(id);
            assertThat(client.query("LIST @~/d/")).hasSize(1);
            assertThat(client.query("LIST @kept")).isEmpty();
            assertThat(client.query(COPY)).isEmpty();
            assertThat(client.query("DESC t").get(1)).containsExactly("v", "VARIANT", "NO", "'{}'", "");
        }
    }

    @Test
    void namesAFileThatAnotherProcessCannotShare(@TempDir Path folder) {
        assertThatThrownBy(() -> LocalLake.start(LakeOptions.onFile(folder)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(folder.toString())
                .hasMessageNotContaining("\n");
    }

    @Test
    void forgetsLoadedFilesAfterADay() {
        Ticking clock = new Ticking();
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory().withClock(clock))) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT)");
            stage(client);
            assertThat(client.query(COPY)).hasSize(1);
            clock.now = clock.now.plus(Duration.ofHours(23));
            assertThat(client.query(COPY)).isEmpty();
            clock.now = clock.now.plus(Duration.ofHours(2));
            assertThat(client.query(COPY)).hasSize(1);
            assertThat(client.query(COPY)).isEmpty();
        }
    }

    @Test
    void failsAsOftenAsAsked() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            LakeFaults.Fault status =
                    lake.faults().on("/v1/query").whenSql("select 7").times(2).answerStatus(503);
            ObjectNode request = LakeClient.JSON.createObjectNode().put("sql", "SELECT 7");
            for (int expected : List.of(503, 503, 200)) {
                assertThat(client.call("POST", "/v1/query", request.toString(), "Content-Type", "application/json")
                                .statusCode())
                        .isEqualTo(expected);
            }
            assertThat(status.hits()).isEqualTo(2);
            LakeFaults.Fault code = lake.faults()
                    .on("/v1/query")
                    .skip(1)
                    .answerCode(4001, "Unresolvable conflict detected for table 1");
            assertThat(client.one("SELECT 1")).isEqualTo("1");
            LakeClient.Refused refused = catchThrowableOfType(LakeClient.Refused.class, () -> client.query("SELECT 1"));
            assertThat(refused.code).isEqualTo(4001);
            code.clear();
            assertThat(client.one("SELECT 1")).isEqualTo("1");
            lake.faults().on("/v1/upload_to_stage").answerCode(3901, "no storage");
            assertThat(client.upload("~", "d", Map.of("f", new byte[1])).statusCode())
                    .isEqualTo(500);
            lake.faults().clear();
            assertThat(client.upload("~", "d", Map.of("f", new byte[1])).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void losesAnswersAfterTheWorkIsDoneAndRequestsBefore() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT)");
            lake.faults().on("/v1/query").whenSql("VALUES (1)").times(1).dropAnswer();
            String id = UUID.randomUUID().toString();
            assertThatThrownBy(() -> client.query("INSERT INTO t VALUES (1)", "X-DATABEND-QUERY-ID", id))
                    .isInstanceOf(UncheckedIOException.class);
            assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("1");
            assertThat(client.query("INSERT INTO t VALUES (1)", "X-DATABEND-QUERY-ID", id))
                    .containsExactly(List.of("1"));
            assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("1");
            lake.faults().on("/v1/query").whenSql("VALUES (2)").times(1).dropConnection();
            assertThatThrownBy(() -> client.query("INSERT INTO t VALUES (2)")).isInstanceOf(UncheckedIOException.class);
            assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("1");
            lake.faults().on("/v1/query").whenSql("VALUES (3)").times(1).answerStatusAfterExecution(502);
            ObjectNode request = LakeClient.JSON.createObjectNode().put("sql", "INSERT INTO t VALUES (3)");
            assertThat(client.call("POST", "/v1/query", request.toString(), "Content-Type", "application/json")
                            .statusCode())
                    .isEqualTo(502);
            assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("2");
        }
    }

    @Test
    void delaysOnlyWhatItIsToldTo() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            LakeFaults.Fault slow =
                    lake.faults().on("/v1/query").whenSql("slow").times(1).delay(Duration.ofMillis(300));
            long started = System.nanoTime();
            CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> client.one("SELECT 'slow'"));
            assertThat(LakeClient.of(lake.dsn()).one("SELECT 1")).isEqualTo("1");
            assertThat(answer.join()).isEqualTo("slow");
            assertThat(System.nanoTime() - started)
                    .isGreaterThan(Duration.ofMillis(300).toNanos());
            assertThat(slow.hits()).isEqualTo(1);
        }
    }

    @Test
    void goesDownAndComesBackOnTheSamePort() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT)");
            for (int i = 0; i < 2; i++) {
                lake.faults().refuseConnections();
                assertThatThrownBy(() -> client.query("SELECT 1")).isInstanceOf(UncheckedIOException.class);
                lake.faults().acceptConnections();
                assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("0");
            }
        }
    }

    @Test
    void losesOpenTransactionsInARestartAndKeepsTheRest() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT)");
            client.query("INSERT INTO t VALUES (1)");
            client.query("BEGIN");
            client.query("INSERT INTO t VALUES (2)");
            String old = client.last.path("next_uri").asText();
            lake.faults().restart();
            LakeClient.Refused refused = catchThrowableOfType(LakeClient.Refused.class, () -> client.query("COMMIT"));
            assertThat(refused.code).isEqualTo(5111);
            assertThat(client.call("GET", old, null).statusCode()).isEqualTo(404);
            assertThat(refusedCode(client, "SELECT 1")).isEqualTo(4002);
            client.query("ROLLBACK");
            assertThat(client.query("SELECT a FROM t")).containsExactly(List.of("1"));
        }
    }

    private static int refusedCode(LakeClient client, String sql) {
        return catchThrowableOfType(LakeClient.Refused.class, () -> client.query(sql)).code;
    }

    @Test
    void commitsLaterThanItsClientWaits() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT)");
            client.query("BEGIN");
            client.query("INSERT INTO t VALUES (1)");
            lake.faults().on("/v1/query").whenSql("commit").times(1).delayExecution(Duration.ofMillis(800));
            ObjectNode commit = LakeClient.JSON.createObjectNode().put("sql", "COMMIT");
            commit.set("session", client.session);
            commit.putObject("pagination").put("wait_time_secs", 0);
            assertThat(client.start(commit).path("state").asText()).isEqualTo("Running");
            LakeClient other = LakeClient.of(lake.dsn());
            assertThat(other.one("SELECT count(*) FROM t")).isEqualTo("0");
            Awaitility.await()
                    .untilAsserted(() ->
                            assertThat(other.one("SELECT count(*) FROM t")).isEqualTo("1"));
        }
    }

    @Test
    void cutsBodiesInTheMiddle() {
        try (LocalLake lake = LocalLake.start(LakeOptions.inMemory())) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT)");
            lake.faults().on("/v1/query").times(1).cutAnswer();
            assertThatThrownBy(() -> client.query("INSERT INTO t VALUES (1)")).isInstanceOf(UncheckedIOException.class);
            assertThat(client.one("SELECT count(*) FROM t")).isEqualTo("1");
            lake.faults().on("/v1/upload_to_stage").times(1).cutRequest();
            Map<String, byte[]> file = Map.of("f", new byte[100_000]);
            assertThatThrownBy(() -> client.upload("~", "cut", file)).isInstanceOf(UncheckedIOException.class);
            assertThat(client.query("LIST @~/cut/")).isEmpty();
        }
    }

    @Test
    void forgetsRowsThatNobodyCommittedWhenItIsOpenedAgain(@TempDir Path folder) {
        LakeOptions options = LakeOptions.onFile(folder.resolve("lake.db"));
        try (LocalLake lake = LocalLake.start(options)) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("CREATE TABLE t(a INT)");
            client.query("INSERT INTO t VALUES (1), (2)");
            client.query("UPDATE t SET a = 3 WHERE a = 2");
            client.query("BEGIN");
            client.query("INSERT INTO t VALUES (4)");
        }
        try (LocalLake lake = LocalLake.start(options)) {
            LakeClient client = LakeClient.of(lake.dsn());
            client.query("INSERT INTO t VALUES (5)");
            assertThat(client.query("SELECT a FROM t ORDER BY a"))
                    .containsExactly(List.of("1"), List.of("3"), List.of("5"));
        }
    }

    /** A clock that stands until it is set. */
    private static final class Ticking extends Clock {
        private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
