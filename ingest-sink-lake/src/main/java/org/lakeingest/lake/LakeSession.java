package org.lakeingest.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state that the client carries for the lake from statement to statement: the newest one it sent is echoed word for word,
 * fields we do not know included. Statements of one session are sequential, so it needs no lock; the futures that link them
 * make it visible.
 */
final class LakeSession {
    private JsonNode state;
    private @Nullable String node;

    private LakeSession(JsonNode state) {
        this.state = state;
    }

    /** A session that has not been used; every statement outside a transaction gets its own. */
    static LakeSession fresh(LakeDsn dsn, Map<String, String> settings) {
        ObjectNode state = JsonNodeFactory.instance.objectNode();
        state.put("database", dsn.database());
        dsn.option("role").ifPresent(role -> state.put("role", role));
        ObjectNode all = state.putObject("settings");
        dsn.settings().forEach(all::put);
        settings.forEach(all::put);
        return new LakeSession(state);
    }

    JsonNode state() {
        return state;
    }

    /** Takes over what an answer says; an answer without a session leaves it as it was. */
    void accept(JsonNode answer) {
        JsonNode session = answer.path("session");
        if (session.isObject()) {
            state = session;
        }
        String nodeId = answer.path("node_id").asText("");
        if (!nodeId.isEmpty()) {
            node = nodeId;
        }
    }

    /** Whether the lake said so last. */
    boolean inTransaction() {
        return state.path("txn_state").asText("").equals("Active");
    }

    /** The node that must run the next statement, null when any may. */
    @Nullable
    String stickyNode() {
        return state.path("need_sticky").asBoolean(false) ? node : null;
    }
}
