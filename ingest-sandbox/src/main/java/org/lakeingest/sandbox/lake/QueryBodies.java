package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The JSON answers of the query endpoints, with exactly the lake's fields. Stateless. */
final class QueryBodies {
    private static final List<Map.Entry<String, String>> SHOWN_SETTINGS = List.of(
            Map.entry("timezone", "UTC"),
            Map.entry("geometry_output_format", "GeoJSON"),
            Map.entry("binary_output_format", "HEX"),
            Map.entry("http_json_result_mode", "display"));

    private QueryBodies() {}

    /** What an answer is made of. */
    record Snapshot(
            String id,
            String nodeId,
            String state,
            @Nullable LakeException error,
            @Nullable QueryResult result,
            Session session,
            Progress progress) {}

    record Progress(long timeoutSeconds, long resultRows, long millis) {}

    static ObjectNode full(
            Snapshot of,
            List<@Nullable String[]> rows,
            @Nullable String next,
            @Nullable ObjectNode session,
            boolean withAffect) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("id", of.id());
        body.put("session_id", "");
        body.put("node_id", of.nodeId());
        body.put("state", of.state());
        body.set("session", session);
        body.set("error", error(of.error()));
        body.putArray("warnings");
        QueryResult result = of.result();
        if (result != null) {
            body.put("has_result_set", !result.schema().isEmpty());
        }
        ArrayNode schema = body.putArray("schema");
        if (result != null) {
            for (Field field : result.schema()) {
                schema.addObject().put("name", field.name()).put("type", field.type());
            }
        }
        cells(body.putArray("data"), rows, of.session().flag("format_null_as_str"));
        body.set("affect", withAffect && result != null ? result.affect() : null);
        body.put("result_timeout_secs", of.progress().timeoutSeconds());
        if (result != null) {
            ObjectNode settings = body.putObject("settings");
            SHOWN_SETTINGS.forEach(s -> settings.put(s.getKey(), of.session().setting(s.getKey(), s.getValue())));
        }
        body.set("stats", stats(of));
        String base = "/v1/query/" + of.id();
        body.put("stats_uri", base);
        body.put("final_uri", base + "/final");
        body.put("next_uri", next);
        body.put("kill_uri", base + "/kill");
        return body;
    }

    /** The answer to a statement that could not even be set up: no id, no addresses, the session as it came. */
    static ObjectNode setUpFailure(@Nullable JsonNode session, LakeException failure) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("id", "").putNull("session_id").put("node_id", "").put("state", "Failed");
        if (session instanceof ObjectNode given) {
            ObjectNode copy = given.deepCopy();
            copy.put("need_sticky", false).put("need_keep_alive", false);
            if (copy.path("txn_state").asText().equals(Session.ACTIVE)) {
                copy.put("txn_state", Session.FAIL);
            }
            body.set("session", copy);
        } else {
            body.putNull("session");
        }
        body.set("error", error(failure));
        body.putArray("warnings");
        body.putArray("schema");
        body.putArray("data");
        body.putNull("affect").putNull("result_timeout_secs");
        ObjectNode stats = body.putObject("stats");
        for (String name : List.of("scan_progress", "write_progress", "result_progress", "total_scan")) {
            progress(stats, name, 0);
        }
        stats.putObject("spill_progress").put("file_nums", 0).put("bytes", 0);
        stats.put("running_time_ms", 0);
        for (String uri : List.of("stats_uri", "final_uri", "next_uri", "kill_uri")) {
            body.putNull(uri);
        }
        return body;
    }

    static ObjectNode state(Snapshot of) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("state", of.state());
        body.set("error", error(of.error()));
        body.putArray("warnings");
        body.set("stats", stats(of));
        return body;
    }

    static ObjectNode handlerError(int code, String message) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("error").put("code", code).put("message", message);
        return body;
    }

    private static @Nullable ObjectNode error(@Nullable LakeException error) {
        if (error == null) {
            return null;
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("code", error.code()).put("message", error.text());
        if (error.detail() != null) {
            body.put("detail", error.detail());
        }
        return body;
    }

    private static void cells(ArrayNode data, List<@Nullable String[]> rows, boolean nullAsText) {
        for (@Nullable String[] row : rows) {
            ArrayNode cells = data.addArray();
            for (String cell : row) {
                cells.add(cell == null && nullAsText ? "NULL" : cell);
            }
        }
    }

    private static ObjectNode stats(Snapshot of) {
        ObjectNode stats = JsonNodeFactory.instance.objectNode();
        long written = of.result() == null ? 0 : of.result().written();
        progress(stats, "scan_progress", 0);
        progress(stats, "write_progress", written);
        progress(stats, "result_progress", of.progress().resultRows());
        progress(stats, "total_scan", 0);
        stats.putObject("spill_progress").put("file_nums", 0).put("bytes", 0);
        stats.put("running_time_ms", of.progress().millis());
        return stats;
    }

    private static void progress(ObjectNode stats, String name, long rows) {
        stats.putObject(name).put("rows", rows).put("bytes", 0);
    }
}
