package org.lakeingest.it.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Watches what all processes of a pipeline send: once a claim has been answered, no transaction of an earlier owner of the partition
 * that is asked to commit later may do so. The rows may be right all the same; the promise is that a process that was replaced writes
 * nothing. Thread-safe.
 */
final class Fencing {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern LITERAL = Pattern.compile("'([^']*)'");
    private static final Pattern OWNER = Pattern.compile("owner = '([^']*)'");
    private static final Pattern TUPLE = Pattern.compile("\\('([^']*)'(?:, -?\\d+){4}, '([^']*)'\\)");

    private final Map<String, String> newest = new ConcurrentHashMap<>();
    private final Map<String, Map<String, String>> moves = new ConcurrentHashMap<>();
    private final Map<String, Integer> running = new ConcurrentHashMap<>();
    private final Set<String> unsure = ConcurrentHashMap.newKeySet();
    private final List<String> violations = new CopyOnWriteArrayList<>();

    /** What a request says, and what was claimed when it was sent. */
    record Sent(Step step, String sql, String transaction, Map<String, String> claims) {}

    Sent sending(Step step, String body) {
        JsonNode request = json(body);
        String internal = request.path("session").path("internal").asText("");
        String last = internal.isEmpty()
                ? ""
                : json(internal).path("last_query_ids").path(0).asText("");
        String sql = request.path("sql").asText("");
        Map<String, String> before = Map.copyOf(newest);
        if (step == Step.CLAIM) {
            claimed(sql).keySet().forEach(this::claiming);
        }
        return new Sent(step, sql, last, before);
    }

    /** Nobody knows whose a partition is while it is claimed, nor whose claim was the later one of two at a time. */
    private synchronized void claiming(String key) {
        newest.remove(key);
        if (running.merge(key, 1, Integer::sum) > 1) {
            unsure.add(key);
        }
    }

    private synchronized void claimed(String key, String owner, String state) {
        boolean done = state.equals("Succeeded");
        if (done && !unsure.contains(key)) {
            newest.put(key, owner);
        } else if (state.equals("Running")) {
            // What becomes of it is not seen here.
            unsure.add(key);
        }
        if (running.merge(key, -1, Integer::sum) == 0 && done) {
            unsure.remove(key);
        }
    }

    void answered(Sent sent, String answer) {
        JsonNode json = json(answer);
        String state = json.path("state").asText("");
        Map<String, String> moved = moves.remove(sent.transaction);
        if (sent.step == Step.CLAIM) {
            claimed(sent.sql).forEach((key, owner) -> claimed(key, owner, state));
        }
        if (!state.equals("Succeeded")) {
            return;
        }
        switch (sent.step) {
            case MOVE -> moves.put(json.path("id").asText(""), moved(sent.sql));
            case COPY -> {
                if (moved != null) {
                    moves.put(json.path("id").asText(""), moved);
                }
            }
            case COMMIT -> committed(moved == null ? Map.of() : moved, sent.claims);
            default -> {
                // says nothing about positions
            }
        }
    }

    /** The owner for each partition that a statement claims. */
    private static Map<String, String> claimed(String sql) {
        Map<String, String> owners = new ConcurrentHashMap<>();
        Matcher owner = OWNER.matcher(sql);
        Matcher key = LITERAL.matcher(sql.substring(sql.toLowerCase(Locale.ROOT).indexOf("partition_key in")));
        while (owner.find(0) && key.find()) {
            owners.put(key.group(1), owner.group(1));
        }
        return owners;
    }

    private static Map<String, String> moved(String sql) {
        Map<String, String> owners = new ConcurrentHashMap<>();
        Matcher tuple = TUPLE.matcher(sql);
        while (tuple.find()) {
            owners.put(tuple.group(1), tuple.group(2));
        }
        return owners;
    }

    private void committed(Map<String, String> moved, Map<String, String> claims) {
        moved.forEach((key, owner) -> {
            @Nullable String claimed = claims.get(key);
            if (claimed != null && !claimed.equals(owner)) {
                violations.add(owner + " committed " + key + " after " + claimed + " had claimed it");
            }
        });
    }

    List<String> violations() {
        return new ArrayList<>(violations);
    }

    private static JsonNode json(String text) {
        try {
            JsonNode read = JSON.readTree(text);
            return read == null ? JSON.createObjectNode() : read;
        } catch (JsonProcessingException e) {
            return JSON.createObjectNode();
        }
    }
}
