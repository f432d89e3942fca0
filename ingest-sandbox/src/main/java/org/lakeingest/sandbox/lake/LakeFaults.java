package org.lakeingest.sandbox.lake;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes a lake misbehave on purpose.
 *
 * <pre>{@code
 * lake.faults().on("/v1/query").whenSql("COPY INTO").times(2).answerStatus(503);
 * Fault lost = lake.faults().on("/v1/query").whenSql("COPY INTO").times(1).dropAnswer();
 * lake.faults().refuseConnections();
 * lake.faults().acceptConnections();
 * }</pre>
 *
 * <p>A fault applies to requests whose path starts with the given one, in the order in which the faults were set; the first
 * that fits is the only one, except that a delay lets later ones apply too. Thread-safe: faults may be set and cleared while
 * requests run.
 */
public final class LakeFaults {
    private final List<Fault> faults = new CopyOnWriteArrayList<>();
    private final Gate gate;

    LakeFaults(Gate gate) {
        this.gate = gate;
    }

    /** Opens and closes the port. */
    interface Gate {
        void refuse();

        void accept();

        void restart();
    }

    /** Starts to describe a fault of requests whose path starts with {@code path}; the fault is set by the last call of the chain. */
    public Rule on(String path) {
        return new Rule(this, path);
    }

    /** Removes all faults; does not open a port that refuses connections. */
    public void clear() {
        faults.clear();
    }

    /** Drops all connections and refuses new ones, as a server that is down; statements that run go on. */
    public void refuseConnections() {
        gate.refuse();
    }

    /** Listens again on the same port. */
    public void acceptConnections() {
        gate.accept();
    }

    /**
     * Restarts the server on the same port and the same tables: connections break, running statements are cancelled, open transactions are
     * rolled back, and statements of before are not known any more. Returns when it listens again.
     */
    public void restart() {
        gate.restart();
    }

    /** The first fault for this request, counted as hit, or null; {@code sql} is null where a request has no statement. */
    @Nullable
    Fault next(String path, @Nullable String sql, Iterator<Fault> from) {
        while (from.hasNext()) {
            Fault fault = from.next();
            if (fault.hits(path, sql)) {
                return fault;
            }
        }
        return null;
    }

    Iterator<Fault> iterator() {
        return faults.iterator();
    }

    private Fault add(Fault fault) {
        faults.add(fault);
        return fault;
    }

    /** What happens to a request. */
    enum Kind {
        STATUS,
        STATUS_AFTER,
        CODE,
        DELAY,
        DELAY_EXECUTION,
        DROP_CONNECTION,
        CUT_REQUEST,
        DROP_ANSWER,
        CUT_ANSWER
    }

    /** A fault that is set. */
    public final class Fault {
        private final String path;
        private final @Nullable String sql;
        private final long skip;
        private final long times;
        private final AtomicLong seen = new AtomicLong();
        private final Kind kind;
        private final int number;
        private final String text;

        private Fault(Rule rule, Kind kind, int number, String text) {
            this.path = rule.path;
            this.sql = rule.sql;
            this.skip = rule.skip;
            this.times = rule.times;
            this.kind = kind;
            this.number = number;
            this.text = text;
        }

        /** How many requests it applied to. */
        public long hits() {
            return Math.max(0, Math.min(seen.get() - skip, times));
        }

        /** Ends it. */
        public void clear() {
            faults.remove(this);
        }

        private boolean hits(String requestPath, @Nullable String statement) {
            if (!requestPath.startsWith(path)) {
                return false;
            }
            if (sql != null
                    && (statement == null || !statement.toLowerCase(Locale.ROOT).contains(sql))) {
                return false;
            }
            long turn = seen.incrementAndGet() - skip;
            return turn > 0 && turn <= times;
        }

        Kind kind() {
            return kind;
        }

        /** The HTTP status, the lake's code or the milliseconds, by kind. */
        int number() {
            return number;
        }

        String text() {
            return text;
        }
    }

    /** A fault that is being described. Not thread-safe. */
    public static final class Rule {
        private final LakeFaults owner;
        private final String path;
        private @Nullable String sql;
        private long skip;
        private long times = Long.MAX_VALUE;

        private Rule(LakeFaults owner, String path) {
            this.owner = owner;
            this.path = path;
        }

        /** Only requests whose statement contains this text, upper or lower case. */
        public Rule whenSql(String part) {
            sql = part.toLowerCase(Locale.ROOT);
            return this;
        }

        /** Leaves the first {@code requests} that would fit alone. */
        public Rule skip(long requests) {
            skip = requests;
            return this;
        }

        /** Ends after this many requests; without it the fault lasts until it is cleared. */
        public Rule times(long requests) {
            times = requests;
            return this;
        }

        /** Answers this HTTP status and does nothing. */
        public Fault answerStatus(int status) {
            return set(Kind.STATUS, status, "fault: status " + status);
        }

        /** Does the work, then answers this HTTP status. */
        public Fault answerStatusAfterExecution(int status) {
            return set(Kind.STATUS_AFTER, status, "fault: status " + status + " after execution");
        }

        /** Answers the statement with this error code of the lake and does nothing; other endpoints answer 500 with it in the text. */
        public Fault answerCode(int code, String message) {
            return set(Kind.CODE, code, message);
        }

        /** Waits before the work is done. */
        public Fault delay(Duration duration) {
            return set(Kind.DELAY, (int) Math.min(Integer.MAX_VALUE, duration.toMillis()), "");
        }

        /**
         * Takes the statement and its transaction at once and executes it later, as a lake that is busy: the client is told {@code Running}
         * when it waits no longer, and may be gone when the work is done. Only for {@code /v1/query}.
         */
        public Fault delayExecution(Duration duration) {
            return set(Kind.DELAY_EXECUTION, (int) Math.min(Integer.MAX_VALUE, duration.toMillis()), "");
        }

        /** Reads half of the request's body, then closes the connection; nothing is done. */
        public Fault cutRequest() {
            return set(Kind.CUT_REQUEST, 0, "");
        }

        /** Does the work, sends half of the answer's body, then closes the connection. */
        public Fault cutAnswer() {
            return set(Kind.CUT_ANSWER, 0, "");
        }

        /** Closes the connection without doing anything. */
        public Fault dropConnection() {
            return set(Kind.DROP_CONNECTION, 0, "");
        }

        /** Does the work, then closes the connection without an answer. */
        public Fault dropAnswer() {
            return set(Kind.DROP_ANSWER, 0, "");
        }

        private Fault set(Kind kind, int number, String text) {
            return owner.add(owner.new Fault(this, kind, number, text));
        }
    }
}
