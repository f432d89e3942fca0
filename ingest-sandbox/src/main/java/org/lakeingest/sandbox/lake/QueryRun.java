package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One statement: executed once on a thread of its own, then read page by page.
 *
 * <p>Life: {@link #execute} once, {@link #page} any number of times, {@link #close} by final, kill or expiry. Thread-safe.
 */
final class QueryRun {
    static final String FINALIZED = "finalized";
    static final String CANCELED = "canceled";
    static final String TIMED_OUT = "timed out";

    private final String id;
    private final String user;
    private final LakeNode node;
    private final String sql;
    private final Session session;
    private final long waitSeconds;
    private final int pageRows;
    private final long timeoutSeconds;
    private final long started = System.nanoTime();
    private final CountDownLatch done = new CountDownLatch(1);
    private final Cancellation cancellation = new Cancellation();

    private @Nullable QueryResult result;

    private @Nullable LakeException error;

    private @Nullable String closed;

    private @Nullable ObjectNode sentSession;

    private List<@Nullable String[]> lastPage = List.of();

    private @Nullable String @Nullable [] ahead;

    private int nextPage;

    private boolean drained;

    private long resultRows;

    private long millis = -1;

    private long touched = System.nanoTime();

    private int polling;

    private long stallMillis;

    QueryRun(String id, String user, LakeNode node, String sql, JsonNode request) {
        this.id = id;
        this.user = user;
        this.node = node;
        this.sql = sql;
        this.session = new Session(request.get("session"));
        JsonNode pagination = request.path("pagination");
        this.waitSeconds = pagination.path("wait_time_secs").asLong(10);
        this.pageRows = Math.max(1, pagination.path("max_rows_per_page").asInt(10_000));
        this.timeoutSeconds = session.number("http_handler_result_timeout_secs", 60);
    }

    String id() {
        return id;
    }

    String user() {
        return user;
    }

    String sql() {
        return sql;
    }

    long timeoutSeconds() {
        return timeoutSeconds;
    }

    /** Names the statement so that it is not done twice; null for none. */
    void label(@Nullable String label) {
        session.label(label);
    }

    /** Holds the execution back for a time. */
    void stall(long forMillis) {
        stallMillis = forMillis;
    }

    private void stall() throws LakeException {
        CountDownLatch stopped = new CountDownLatch(1);
        cancellation.onCancel(stopped::countDown);
        try {
            if (stopped.await(stallMillis, TimeUnit.MILLISECONDS)) {
                throw new LakeException(LakeCode.ABORTED_QUERY, "canceled by client");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LakeException(LakeCode.ABORTED_QUERY, "interrupted");
        }
    }

    /** Takes the session's transaction; fails when there is none, and then the statement is not executed. */
    void prepare() throws LakeException {
        if (session.isActive()) {
            session.resume(node.transactions().take(session.internal()));
        }
    }

    /** Runs the statement; called once, on its own thread. */
    void execute(LakeBackend backend) {
        QueryResult got = null;
        LakeException failed = null;
        try {
            if (stallMillis > 0) {
                stall();
            }
            got = backend.execute(sql, session, cancellation);
        } catch (LakeException e) {
            failed = e;
        } catch (RuntimeException | Error e) {
            failed = new LakeException(LakeCode.INTERNAL, e.toString());
        } finally {
            cancellation.clear();
        }
        finish(got, failed);
    }

    /** Gives the statement an outcome without executing it. */
    void fail(LakeException failure) {
        finish(null, failure);
    }

    private synchronized void finish(@Nullable QueryResult got, @Nullable LakeException failed) {
        if (error == null) {
            error = failed;
        }
        if (session.isActive() && (closed != null || error != null)) {
            session.fail();
        }
        if (got != null && (closed != null || error != null)) {
            got.rows().close();
        }
        result = error == null ? got : null;
        millis = (System.nanoTime() - started) / 1_000_000;
        done.countDown();
    }

    /** Waits for the statement to end, as long as the client asked for. */
    void await() throws InterruptedException {
        synchronized (this) {
            polling++;
        }
        try {
            boolean ended = done.await(waitSeconds, TimeUnit.SECONDS);
            assert ended || done.getCount() > 0;
        } finally {
            synchronized (this) {
                polling--;
                touched = System.nanoTime();
            }
        }
    }

    /** The answer with page {@code number}: the next one, or the last one again. */
    synchronized Page page(int number) {
        if (closed != null) {
            throw new HttpError(400, "Query " + id + " is closed for " + closed);
        }
        List<@Nullable String[]> rows = List.of();
        String next = uri() + "/final";
        if (done.getCount() > 0) {
            requirePage(number, nextPage);
            next = uri() + "/page/" + number;
        } else if (error == null) {
            rows = rowsOf(number);
            if (error == null && !drained) {
                next = uri() + "/page/" + nextPage;
            }
        }
        if (done.getCount() == 0) {
            park();
        }
        ObjectNode state = session.answer(node.id(), id);
        if (state.equals(sentSession)) {
            state = null;
        } else {
            sentSession = state;
        }
        return new Page(QueryBodies.full(snapshot(), rows, next, state, true), rows.size());
    }

    /** From here on the next statement of the session finds the transaction. */
    private void park() {
        Transaction open = session.detach();
        if (open != null) {
            node.transactions().park(id, open, session.number("idle_transaction_timeout_secs", 14_400));
        }
    }

    private void requirePage(int number, int expected) {
        if (number != expected) {
            throw new HttpError(404, "Invalid page number: requested " + number + ", current page is " + expected);
        }
    }

    private List<@Nullable String[]> rowsOf(int number) {
        if (number == nextPage - 1) {
            return lastPage;
        }
        requirePage(number, nextPage);
        if (drained) {
            return List.of();
        }
        try {
            lastPage = read();
            nextPage++;
            return lastPage;
        } catch (LakeException e) {
            error = e;
            return List.of();
        }
    }

    private List<@Nullable String[]> read() throws LakeException {
        List<@Nullable String[]> rows = new ArrayList<>();
        RowCursor cursor = result == null ? RowCursor.EMPTY : result.rows();
        @Nullable String[] row = ahead == null ? cursor.next() : ahead;
        while (row != null && rows.size() < pageRows) {
            rows.add(row);
            row = cursor.next();
        }
        ahead = row;
        resultRows += rows.size();
        if (row == null) {
            drained = true;
            cursor.close();
        }
        return rows;
    }

    /** Ends the statement for the client; stops it when it still runs. Does nothing the second time. */
    void close(String reason) {
        synchronized (this) {
            if (closed != null) {
                return;
            }
            closed = reason;
            touched = System.nanoTime();
            if (done.getCount() > 0) {
                error = reason.equals(FINALIZED)
                        ? new LakeException(LakeCode.CLOSED_QUERY, "closed by client")
                        : new LakeException(
                                LakeCode.ABORTED_QUERY,
                                reason.equals(CANCELED)
                                        ? "canceled by client"
                                        : "timed out after " + timeoutSeconds + " secs, drained = false");
            }
            if (result != null) {
                result.rows().close();
            }
            lastPage = List.of();
            ahead = null;
            if (done.getCount() == 0 && session.transaction() != null) {
                session.fail();
            }
        }
        cancellation.cancel();
    }

    /** The answer to final: no rows, nothing further to get. */
    synchronized ObjectNode finalBody() {
        return QueryBodies.full(snapshot(), List.of(), null, null, false);
    }

    synchronized ObjectNode stateBody() {
        return QueryBodies.state(snapshot());
    }

    /** True when the answer may be forgotten; closes a statement that nobody asked about for too long. */
    boolean expired(long now) {
        boolean unpolled;
        synchronized (this) {
            long age = TimeUnit.NANOSECONDS.toSeconds(now - touched);
            if (closed != null) {
                return age > (closed.equals(FINALIZED) ? Math.min(timeoutSeconds, 30) : timeoutSeconds);
            }
            unpolled = polling == 0 && age > timeoutSeconds;
        }
        if (unpolled) {
            close(TIMED_OUT);
        }
        return false;
    }

    synchronized String state() {
        if (error != null) {
            return "Failed";
        }
        return done.getCount() > 0 ? "Running" : "Succeeded";
    }

    private String uri() {
        return "/v1/query/" + id;
    }

    private QueryBodies.Snapshot snapshot() {
        long took = millis >= 0 ? millis : (System.nanoTime() - started) / 1_000_000;
        return new QueryBodies.Snapshot(
                id,
                node.id(),
                state(),
                error,
                result,
                session,
                new QueryBodies.Progress(timeoutSeconds, resultRows, took));
    }

    /** One answer with the number of rows in it. */
    record Page(ObjectNode body, int rows) {}
}
