package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state a client carries from statement to statement. Read from the request, changed by USE and SET, sent back.
 *
 * <p>One per statement; used by the thread that executes it and, after that, by the one that answers.
 */
final class Session {
    static final String AUTO_COMMIT = "AutoCommit";
    static final String ACTIVE = "Active";
    static final String FAIL = "Fail";

    private static final List<String> PASSED_ON = List.of("catalog", "role", "secondary_roles");

    private final ObjectNode passedOn = JsonNodeFactory.instance.objectNode();
    private final Map<String, String> settings = new TreeMap<>();
    private String database = "default";
    private String internal = "";
    private volatile String state = AUTO_COMMIT;
    private @Nullable Transaction transaction;
    private @Nullable String label;

    Session(@Nullable JsonNode request) {
        if (request == null || !request.isObject()) {
            return;
        }
        for (String name : PASSED_ON) {
            JsonNode value = request.get(name);
            if (value != null
                    && !value.isNull()
                    && !(value.isTextual() && value.asText().isEmpty())) {
                passedOn.set(name, value);
            }
        }
        String named = request.path("database").asText("");
        database = named.isEmpty() ? database : named;
        internal = request.path("internal").asText("");
        String told = request.path("txn_state").asText("");
        state = told.isEmpty() ? AUTO_COMMIT : told;
        request.path("settings")
                .properties()
                .forEach(e -> settings.put(e.getKey(), e.getValue().asText()));
    }

    String database() {
        return database;
    }

    void use(String newDatabase) {
        database = newDatabase;
    }

    void set(String name, String value) {
        settings.put(name, value);
    }

    void unset(String name) {
        settings.remove(name);
    }

    String setting(String name, String otherwise) {
        return settings.getOrDefault(name, otherwise);
    }

    boolean flag(String name) {
        return flag(name, false);
    }

    boolean flag(String name, boolean otherwise) {
        String value = setting(name, otherwise ? "1" : "0").toLowerCase(Locale.ROOT);
        return value.equals("1") || value.equals("true");
    }

    /** {@code AutoCommit}, {@code Active} or {@code Fail}. */
    String state() {
        return state;
    }

    boolean isActive() {
        return state.equals(ACTIVE);
    }

    /** The transaction that BEGIN started, while it is active; null otherwise. */
    @Nullable
    Transaction transaction() {
        return transaction;
    }

    /** What {@link ParkedTransactions} finds the transaction by. */
    String internal() {
        return internal;
    }

    /** Goes on with the transaction that the session says it has. */
    void resume(Transaction parked) {
        transaction = parked;
    }

    /** Hands the transaction out; the session goes on saying that it has one. */
    @Nullable
    Transaction detach() {
        Transaction old = transaction;
        transaction = null;
        return old;
    }

    void activate(Transaction begun) {
        transaction = begun;
        state = ACTIVE;
    }

    /** Goes on without a transaction; gives back the one there was, which the caller commits or closes. */
    @Nullable
    Transaction endTransaction() {
        Transaction old = transaction;
        transaction = null;
        state = AUTO_COMMIT;
        return old;
    }

    /** A statement of an active transaction failed: nothing of it stays. */
    void fail() {
        Transaction old = endTransaction();
        state = FAIL;
        Engine.closeQuietly(old);
    }

    /** Names the statement so that it is not done twice; null for none. */
    void label(@Nullable String newLabel) {
        label = newLabel == null || newLabel.isEmpty() ? null : newLabel;
    }

    /** The label of the statement: its own or that of the session. */
    @Nullable
    String label() {
        String own = label == null ? setting("deduplicate_label", "") : label;
        return own.isEmpty() ? null : own;
    }

    void addLabel(Set<String> labels, long written) {
        String own = label();
        if (own != null && written > 0) {
            labels.add(own);
        }
    }

    long number(String name, long otherwise) {
        try {
            return Long.parseLong(setting(name, String.valueOf(otherwise)));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** The zone in which timestamps are shown; an unknown name falls back to UTC, as SET refuses it anyway. */
    ZoneId zone() {
        try {
            return ZoneId.of(setting("timezone", "UTC"));
        } catch (DateTimeException e) {
            return ZoneOffset.UTC;
        }
    }

    List<Map.Entry<String, String>> settings() {
        return new ArrayList<>(settings.entrySet());
    }

    /** The object the client sends back with its next statement. */
    ObjectNode answer(String nodeId, String queryId) {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("catalog", "default");
        answer.put("database", database);
        answer.put("role", "account_admin");
        answer.setAll(passedOn);
        ObjectNode shown = answer.putObject("settings");
        settings.forEach(shown::put);
        answer.put("txn_state", state);
        answer.put("need_sticky", isActive());
        answer.put("need_keep_alive", isActive());
        ObjectNode internal = JsonNodeFactory.instance.objectNode();
        internal.put("last_node_id", nodeId);
        internal.putArray("last_query_ids").add(queryId);
        answer.put("internal", internal.toString());
        return answer;
    }
}
