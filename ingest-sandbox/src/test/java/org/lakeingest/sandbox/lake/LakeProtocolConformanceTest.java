package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LakeProtocolConformanceTest extends LakeConformance {
    private ObjectNode request(String sql) {
        return LakeClient.JSON.createObjectNode().put("sql", sql);
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void answersWithExactlyTheFieldsOfTheProtocol() {
        JsonNode answer = lake.start(request("SELECT 1"));
        assertThat(names(answer))
                .containsExactlyInAnyOrderElementsOf(List.of(
                        "id session_id node_id state session error warnings has_result_set schema data affect result_timeout_secs settings stats stats_uri final_uri next_uri kill_uri"
                                .split(" ")));
        assertThat(answer.path("state").asText()).isEqualTo("Succeeded");
        assertThat(answer.path("error").isNull()).isTrue();
        assertThat(answer.path("affect").isNull()).isTrue();
        assertThat(answer.path("schema").toString()).isEqualTo("[{\"name\":\"1\",\"type\":\"UInt8\"}]");
        assertThat(answer.path("data").toString()).isEqualTo("[[\"1\"]]");
        assertThat(names(answer.path("session")))
                .containsExactlyInAnyOrderElementsOf(List.of(
                        "catalog database role settings txn_state need_sticky need_keep_alive internal".split(" ")));
        assertThat(names(answer.path("stats")))
                .containsExactlyInAnyOrderElementsOf(
                        List.of("scan_progress write_progress result_progress total_scan spill_progress running_time_ms"
                                .split(" ")));
        assertThat(answer.path("next_uri").asText())
                .isEqualTo(answer.path("final_uri").asText());
    }

    @Test
    void servesPagesThatCanBeReadAgain() {
        ObjectNode request = request("SELECT number FROM numbers(5) ORDER BY number");
        request.putObject("pagination").put("max_rows_per_page", 2);
        JsonNode first = lake.start(request);
        String id = first.path("id").asText();
        assertThat(first.path("data").toString()).isEqualTo("[[\"0\"],[\"1\"]]");
        JsonNode second =
                LakeClient.json(lake.call("GET", first.path("next_uri").asText(), null));
        assertThat(second.path("data").toString()).isEqualTo("[[\"2\"],[\"3\"]]");
        assertThat(second.path("session").isNull()).isTrue();
        assertThat(LakeClient.json(lake.call("GET", "/v1/query/" + id + "/page/1", null))
                        .path("data"))
                .isEqualTo(second.path("data"));
        var wrong = lake.call("GET", "/v1/query/" + id + "/page/7", null);
        assertThat(wrong.statusCode()).isEqualTo(404);
        assertThat(wrong.body())
                .isEqualTo(
                        "{\"error\":{\"code\":404,\"message\":\"Invalid page number: requested 7, current page is 2\"}}");
        JsonNode third =
                LakeClient.json(lake.call("GET", second.path("next_uri").asText(), null));
        assertThat(third.path("data").toString()).isEqualTo("[[\"4\"]]");
        assertThat(third.path("next_uri").asText()).isEqualTo("/v1/query/" + id + "/final");
        assertThat(LakeClient.json(lake.call("GET", "/v1/query/" + id + "/page/3", null))
                        .path("data"))
                .isEmpty();
        JsonNode end = LakeClient.json(lake.call("GET", third.path("next_uri").asText(), null));
        assertThat(end.path("next_uri").isNull()).isTrue();
        assertThat(end.path("session").isNull()).isTrue();
        var closed = lake.call("GET", "/v1/query/" + id + "/page/3", null);
        assertThat(closed.statusCode()).isEqualTo(400);
        assertThat(LakeClient.json(closed).path("error").path("message").asText())
                .isEqualTo("Query " + id + " is closed for finalized");
        assertThat(lake.call("GET", "/v1/query/nope/page/0", null).statusCode()).isEqualTo(404);
    }

    @Test
    void runsAStatementOnceForOneQueryId() {
        lake.query("CREATE TABLE once(a INT)");
        String id = UUID.randomUUID().toString();
        ObjectNode request = request("INSERT INTO once VALUES (1)");
        request.putObject("session").put("database", database());
        JsonNode first = lake.start(request, "X-DATABEND-QUERY-ID", id);
        JsonNode again = lake.start(request, "X-DATABEND-QUERY-ID", id);
        assertThat(first.path("id").asText()).isEqualTo(id);
        assertThat(again.path("data")).isEqualTo(first.path("data"));
        assertThat(again.path("session").isNull()).isTrue();
        assertThat(lake.one("SELECT count(*) FROM once")).isEqualTo("1");
        assertThat(lake.as("root", "")
                        .call(
                                "POST",
                                "/v1/query",
                                request.toString(),
                                "Content-Type",
                                "application/json",
                                "X-DATABEND-QUERY-ID",
                                id)
                        .statusCode())
                .isEqualTo(400);
    }

    @Test
    void answersRunningForALongStatementAndLetsItBeKilled() {
        ObjectNode request = request("SELECT sleep(2)");
        request.putObject("pagination").put("wait_time_secs", 0);
        JsonNode slow = lake.start(request);
        assertThat(slow.path("state").asText()).isEqualTo("Running");
        assertThat(slow.has("has_result_set")).isFalse();
        assertThat(slow.path("next_uri").asText())
                .isEqualTo("/v1/query/" + slow.path("id").asText() + "/page/0");
        assertThat(lake.one("SELECT 1")).isEqualTo("1");
        var killed = lake.call("POST", slow.path("kill_uri").asText(), null);
        assertThat(killed.statusCode()).isEqualTo(200);
        assertThat(killed.body()).isEmpty();
        var page = lake.call("GET", slow.path("next_uri").asText(), null);
        assertThat(page.statusCode()).isEqualTo(400);
        assertThat(page.body()).contains("is closed for canceled");
        JsonNode end = LakeClient.json(lake.call("GET", slow.path("final_uri").asText(), null));
        assertThat(end.path("error").path("code").asInt()).isEqualTo(1043);
    }

    @Test
    void statesWhatItDoesWithoutData() {
        JsonNode answer = lake.start(request("SELECT 1"));
        JsonNode state =
                LakeClient.json(lake.call("GET", answer.path("stats_uri").asText(), null));
        assertThat(names(state)).containsExactlyInAnyOrderElementsOf(List.of("state error warnings stats".split(" ")));
    }

    @Test
    void refusesStrangers() {
        var unknown = lake.as("who", "x").call("POST", "/v1/query", "{}", "Content-Type", "application/json");
        assertThat(unknown.statusCode()).isEqualTo(401);
        assertThat(unknown.body())
                .isEqualTo("{\"error\":{\"code\":2201,\"message\":\"User 'who'@'%' does not exist.\"}}");
        var wrong = lake.as("lake", "x").call("POST", "/v1/query", "{}", "Content-Type", "application/json");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(LakeClient.json(wrong).path("error").path("code").asInt()).isEqualTo(5100);
        assertThat(lake.as("root", "").one("SELECT 1")).isEqualTo("1");
    }

    @Test
    void refusesBadRequests() {
        assertThat(lake.call("POST", "/v1/query", "{}", "Content-Type", "text/plain")
                        .statusCode())
                .isEqualTo(415);
        var malformed = lake.call("POST", "/v1/query", "{", "Content-Type", "application/json");
        assertThat(malformed.statusCode()).isEqualTo(400);
        assertThat(LakeClient.json(malformed).path("error").path("message").asText())
                .startsWith("parse error: ");
        assertThat(lake.call("GET", "/v1/nothing", null).statusCode()).isEqualTo(404);
        var sticky = lake.call(
                "POST",
                "/v1/query",
                request("SELECT 1").toString(),
                "Content-Type",
                "application/json",
                "X-DATABEND-STICKY-NODE",
                "elsewhere");
        assertThat(sticky.statusCode()).isEqualTo(400);
    }

    @Test
    void namesItsVersionAndIsHealthy() {
        var health = lake.call("GET", "/health", null);
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body()).isEqualTo("ok");
        assertThat(health.headers().firstValue("X-DATABEND-VERSION")).isPresent();
        assertThat(lake.call("GET", "/v1/health", null).statusCode()).isEqualTo(200);
        var failed = lake.call("GET", "/v1/query/nope/page/0", null);
        assertThat(failed.headers().firstValue("X-DATABEND-VERSION")).isPresent();
        assertThat(lake.one("SELECT version()")).startsWith("Databend Query v");
    }

    @Test
    void carriesSettingsAndDatabaseInTheSession() {
        LakeClient client = newClient();
        client.query("SET max_threads = 1");
        assertThat(client.last.path("affect").toString())
                .isEqualTo(
                        "{\"type\":\"ChangeSettings\",\"keys\":[\"max_threads\"],\"values\":[\"1\"],\"is_globals\":[false]}");
        client.query("USE default");
        assertThat(client.last.path("affect").toString()).isEqualTo("{\"type\":\"UseDB\",\"name\":\"default\"}");
        assertThat(client.session).isNotNull();
        assertThat(client.session.path("database").asText()).isEqualTo("default");
        assertThat(client.session.path("settings").path("max_threads").asText()).isEqualTo("1");
        assertThat(client.session.path("txn_state").asText()).isEqualTo("AutoCommit");
        client.session = LakeClient.JSON.createObjectNode().put("database", "nodb");
        lake.session = client.session;
        assertThat(refused("SELECT * FROM t").code).isEqualTo(1003);
    }

    @Test
    void rendersCellsByTheProtocolsRules() {
        lake.query("CREATE TABLE cells(i INT, f DOUBLE, g FLOAT, d DECIMAL(10,3), b BOOLEAN, s STRING, t TIMESTAMP,"
                + " y DATE, x BINARY, v VARIANT, a ARRAY(INT))");
        lake.query(
                "INSERT INTO cells VALUES (-5, 1e20, 0.1, 1.5, true, 'x\"', '2024-01-01 00:00:00.5', '2024-01-02', 'ab',"
                        + " '{\"b\":1}', [1, 2]), (null, null, null, null, null, null, null, null, null, null, null)");
        assertThat(lake.query("SELECT * FROM cells ORDER BY i NULLS LAST"))
                .containsExactly(
                        List.of(
                                "-5",
                                "1e20",
                                "0.1",
                                "1.500",
                                "1",
                                "x\"",
                                "2024-01-01 00:00:00.500000",
                                "2024-01-02",
                                "6162",
                                "{\"b\":1}",
                                "[1,2]"),
                        java.util.Arrays.asList(new String[11]));
        assertThat(lake.columns())
                .containsExactly(
                        "i:Nullable(Int32)",
                        "f:Nullable(Float64)",
                        "g:Nullable(Float32)",
                        "d:Nullable(Decimal(10, 3))",
                        "b:Nullable(Boolean)",
                        "s:Nullable(String)",
                        "t:Nullable(Timestamp)",
                        "y:Nullable(Date)",
                        "x:Nullable(Binary)",
                        "v:Nullable(Variant)",
                        "a:Nullable(Array(Int32 NULL))");
        lake.query("SET timezone = 'Asia/Shanghai'");
        assertThat(lake.one("SELECT t FROM cells WHERE i = -5")).isEqualTo("2024-01-01 08:00:00.500000");
    }
}
