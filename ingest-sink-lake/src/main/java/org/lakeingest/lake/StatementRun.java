package org.lakeingest.lake;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One statement from its start to its last page. Its calls follow one another, so it needs no lock.
 *
 * <p>The lake knows a statement by the id that we choose, for as long as it runs and a minute beyond: within that window a lost
 * answer is asked for again with the same request, which executes nothing twice. Pages may be read again anyway.
 */
final class StatementRun {
    private static final Logger LOG = LoggerFactory.getLogger(StatementRun.class);

    /** Below the 60 s for which the lake keeps a statement that nobody asks about. */
    private static final Duration SAFE_WINDOW = Duration.ofSeconds(50);

    /** The lake tries for 120 s to get a commit through. */
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(150);

    private static final int MOST_TRIES = 4;
    private static final long FIRST_DELAY_MILLIS = 50;

    private final LakeClient client;
    private final LakeSession session;
    private final String sql;
    private final CallPurpose purpose;
    private final String id = UUID.randomUUID().toString().replace("-", "");
    private final Instant deadline;
    private final CompletableFuture<QueryResult> result = new CompletableFuture<>();
    private final List<String> columns = new ArrayList<>();
    private final List<List<@Nullable String>> rows = new ArrayList<>();
    private Instant lastContact;
    private @Nullable LakeException lost;
    private @Nullable String node;
    private int tries;
    private boolean resent;

    StatementRun(LakeClient client, LakeSession session, String sql, CallPurpose purpose) {
        this.client = client;
        this.session = session;
        this.sql = sql;
        this.purpose = purpose;
        this.lastContact = client.now();
        Duration timeout = client.statementTimeout();
        boolean shorter = purpose == CallPurpose.COMMIT && timeout.compareTo(LONGEST_COMMIT) < 0;
        this.deadline = lastContact.plus(shorter ? LONGEST_COMMIT : timeout);
    }

    CompletableFuture<QueryResult> start() {
        post();
        return result;
    }

    private void post() {
        ObjectNode body = client.json().createObjectNode();
        body.put("sql", sql);
        body.set("session", session.state());
        ObjectNode pagination = body.putObject("pagination");
        pagination.put("wait_time_secs", client.waitSeconds());
        client.dsn().number("max_rows_in_buffer").ifPresent(n -> pagination.put("max_rows_in_buffer", n));
        client.dsn().number("max_rows_per_page").ifPresent(n -> pagination.put("max_rows_per_page", n));
        Request.Builder request = client.http().request("/v1/query").post(LakeClient.jsonBody(body.toString()));
        exchange(request.header("X-DATABEND-QUERY-ID", id), session.stickyNode(), this::post, true);
    }

    private void page(String uri) {
        exchange(client.http().request(uri).get(), node, () -> page(uri), false);
    }

    private void exchange(Request.Builder request, @Nullable String sticky, Runnable again, boolean start) {
        if (sticky != null) {
            request.header("X-DATABEND-STICKY-NODE", sticky);
        }
        var unused = client.http().send(request.build(), client.scope()).whenComplete((answer, failure) -> {
            try {
                if (failure != null) {
                    broken(failure, again, start);
                } else {
                    answered(answer, again, start);
                }
            } catch (RuntimeException e) {
                result.completeExceptionally(e);
            }
        });
    }

    private void broken(Throwable failure, Runnable again, boolean start) {
        if (!(failure instanceof CallFailure call)) {
            result.completeExceptionally(failure);
            return;
        }
        // A page not asked for, or asked for in vain, says nothing about the statement, which goes on.
        CallPhase phase = start ? call.phase() : CallPhase.SENT;
        LakeException reason =
                LakeErrors.ofIo(call.reason(), phase, purpose, client.http().address());
        boolean pointless = call.reason() instanceof EndlessAnswerException;
        if (pointless || (start && call.phase() != CallPhase.SENT && lost == null)) {
            result.completeExceptionally(reason);
        } else {
            tryAgain(lost == null ? reason : lost, again, start);
        }
    }

    /** Fails with the reason when the window, the tries or the owner's patience are over. */
    private void tryAgain(LakeException reason, Runnable again, boolean start) {
        lost = reason;
        boolean inWindow = client.now().isBefore(lastContact.plus(SAFE_WINDOW));
        if (++tries >= MOST_TRIES || !inWindow || client.scope().isCancelled()) {
            result.completeExceptionally(reason);
            return;
        }
        resent |= start;
        CompletableFuture.delayedExecutor(FIRST_DELAY_MILLIS << (2 * (tries - 1)), TimeUnit.MILLISECONDS)
                .execute(again);
    }

    private void answered(HttpAnswer answer, Runnable again, boolean start) {
        if (!answer.isSuccess()) {
            refused(answer, again, start);
            return;
        }
        JsonNode page;
        try {
            page = client.json().readTree(answer.body());
        } catch (JsonProcessingException e) {
            unreadable(answer, e, again, start);
            return;
        }
        if (!page.path("state").isTextual() && !page.path("error").isObject()) {
            unreadable(answer, null, again, start);
            return;
        }
        tries = 0;
        lost = null;
        lastContact = client.now();
        session.accept(page);
        String nodeId = page.path("node_id").asText("");
        node = nodeId.isEmpty() ? node : nodeId;
        advance(page);
    }

    /** Who knows what has answered there: the lake itself may be asked once more. */
    private void unreadable(HttpAnswer answer, @Nullable Throwable cause, Runnable again, boolean start) {
        LakeException reason =
                LakeErrors.ofUnreadable(answer.body(), client.http().address(), purpose, cause);
        if (reason.code().kind() == ErrorKind.CONFIGURATION) {
            result.completeExceptionally(reason);
        } else {
            tryAgain(lost == null ? reason : lost, again, start);
        }
    }

    private void refused(HttpAnswer answer, Runnable again, boolean start) {
        LakeException reason = LakeErrors.ofStatus(answer, purpose);
        boolean gateway = answer.status() >= 500 && answer.status() != 503;
        boolean wait = answer.status() == 503 || answer.status() == 429;
        if (gateway || (wait && !start)) {
            tryAgain(reason, again, start);
        } else if (!start || lost != null) {
            // The lake has forgotten the statement, or somebody in between says no: what it did is not known.
            LakeErrorCode unknown =
                    purpose.leavesOpen() ? LakeErrorCode.LAKE_OUTCOME_UNKNOWN : LakeErrorCode.LAKE_NO_ANSWER;
            boolean password = !purpose.leavesOpen() && reason.code() == LakeErrorCode.LAKE_AUTHENTICATION;
            result.completeExceptionally(
                    password ? reason : new LakeException(unknown, 0, String.valueOf(reason.getMessage()), reason));
        } else {
            result.completeExceptionally(reason);
        }
    }

    private void advance(JsonNode page) {
        JsonNode error = page.path("error");
        String next = page.path("next_uri").asText("");
        if (error.isObject()) {
            finish(page);
            result.completeExceptionally(failed(error));
            return;
        }
        collect(page);
        if (!next.isEmpty() && !next.endsWith("/final")) {
            if (client.now().isAfter(deadline)) {
                expire(page);
            } else {
                page(next);
            }
            return;
        }
        finish(page);
        if (page.path("state").asText("").equals("Succeeded")) {
            long written =
                    page.path("stats").path("write_progress").path("rows").asLong();
            result.complete(new QueryResult(List.copyOf(columns), rows, written, resent));
        } else {
            result.completeExceptionally(new LakeException(
                    LakeErrorCode.LAKE_OUTCOME_UNKNOWN,
                    "the statement ended in state '" + page.path("state").asText("") + "'"));
        }
    }

    private LakeException failed(JsonNode error) {
        JsonNode detail = error.path("detail");
        LakeException reason = LakeErrors.ofServer(
                error.path("code").asInt(),
                error.path("message").asText(""),
                detail.isTextual() ? detail.asText() : null,
                purpose);
        // The text may quote a record, so it goes no further than this.
        LOG.debug("Statement {} failed: {}", id, error);
        LakeErrorCode code = reason.code();
        boolean second = code.kind() == ErrorKind.TRANSIENT || code == LakeErrorCode.LAKE_ALREADY_LOADED;
        if (resent && purpose.leavesOpen() && second) {
            // A lake that forgot the first request, by a restart, answers for the second one only.
            return new LakeException(
                    LakeErrorCode.LAKE_OUTCOME_UNKNOWN,
                    reason.serverCode(),
                    String.valueOf(reason.getMessage()),
                    reason);
        }
        return reason;
    }

    private void collect(JsonNode page) {
        if (columns.isEmpty()) {
            page.path("schema")
                    .forEach(column -> columns.add(column.path("name").asText("")));
        }
        for (JsonNode row : page.path("data")) {
            List<@Nullable String> cells = new ArrayList<>(row.size());
            row.forEach(cell -> cells.add(cell.isNull() ? null : cell.asText()));
            rows.add(cells);
        }
    }

    private void expire(JsonNode page) {
        release(page.path("kill_uri").asText(""));
        LakeErrorCode code = purpose.leavesOpen() ? LakeErrorCode.LAKE_ANSWER_LOST : LakeErrorCode.LAKE_NO_ANSWER;
        result.completeExceptionally(new LakeException(
                code, "the statement still runs after the statement-timeout of " + client.statementTimeout()));
    }

    /** Lets the lake forget the statement at once; nobody waits for that. */
    private void finish(JsonNode page) {
        release(page.path("final_uri").asText(""));
    }

    private void release(String uri) {
        if (!uri.isEmpty()) {
            Request.Builder request = client.http().request(uri).get();
            if (node != null) {
                request.header("X-DATABEND-STICKY-NODE", node);
            }
            var unused = client.http().send(request.build(), client.scope());
        }
    }
}
