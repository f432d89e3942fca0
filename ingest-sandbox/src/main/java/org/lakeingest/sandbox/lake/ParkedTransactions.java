package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that wait for their next statement, by the id of the last one. A statement takes its transaction out, so that a second
 * statement of the same session does not find it. Thread-safe.
 */
final class ParkedTransactions implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String nodeId;
    private final Map<String, Parked> parked = new ConcurrentHashMap<>();
    private boolean closed;

    private record Parked(Transaction transaction, long endsAt) {}

    ParkedTransactions(String nodeId) {
        this.nodeId = nodeId;
    }

    synchronized void park(String queryId, Transaction transaction, long idleSeconds) {
        if (closed) {
            transaction.close();
            return;
        }
        long ends = System.nanoTime() + TimeUnit.SECONDS.toNanos(Math.max(1, idleSeconds));
        parked.put(queryId, new Parked(transaction, ends));
    }

    /** The transaction of a session that says it has one. */
    Transaction take(String internal) throws LakeException {
        JsonNode state = read(internal);
        String node = state.path("last_node_id").asText(null);
        if (node == null) {
            throw new LakeException(
                    LakeCode.SESSION_STATE, "Invalid transaction state: transaction is active but missing server_info");
        }
        if (!node.equals(nodeId)) {
            throw new LakeException(
                    LakeCode.SESSION_LOST,
                    "Transaction lost due to server restart or route error: node_id=" + nodeId + " (expected " + node
                            + ")");
        }
        @Nullable String last = state.path("last_query_ids").path(0).asText(null);
        if (last == null) {
            throw new LakeException(
                    LakeCode.SESSION_STATE,
                    "Invalid transaction state: transaction is active but last_query_ids is empty");
        }
        Parked found = parked.remove(last);
        if (found == null) {
            throw new LakeException(
                    LakeCode.TRANSACTION_TIMEOUT,
                    "Transaction timeout: last_query_id " + last + " not found on this server");
        }
        return found.transaction();
    }

    private static JsonNode read(String internal) throws LakeException {
        try {
            return JSON.readTree(internal.isEmpty() ? "{}" : internal);
        } catch (JsonProcessingException e) {
            throw new LakeException(LakeCode.SESSION_STATE, "Invalid session state: " + e.getOriginalMessage());
        }
    }

    /** Rolls back those that waited too long. */
    void expire() {
        long now = System.nanoTime();
        Iterator<Parked> all = parked.values().iterator();
        while (all.hasNext()) {
            Parked one = all.next();
            if (now - one.endsAt() > 0) {
                all.remove();
                one.transaction().close();
            }
        }
    }

    /** Rolls back all of them; what comes later is rolled back at once. */
    @Override
    public void close() {
        List<Parked> left;
        synchronized (this) {
            closed = true;
            left = new ArrayList<>(parked.values());
            parked.clear();
        }
        left.forEach(p -> p.transaction().close());
    }
}
