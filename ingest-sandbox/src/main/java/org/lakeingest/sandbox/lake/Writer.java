package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/** Runs statements that write rows: in the session's transaction, or in one of their own that is committed at once. Thread-safe. */
final class Writer {
    private static final int ATTEMPTS = 50;

    private final Duck duck;
    private final Segments segments;
    private final FileRecords records;
    private final Labels labels;

    Writer(Duck duck, Segments segments, FileRecords records, Labels labels) {
        this.duck = duck;
        this.segments = segments;
        this.records = records;
        this.labels = labels;
    }

    /** What a statement does to the rows of a table. */
    enum Kind {
        /** Adds rows; runs beside others. */
        APPEND,
        /** Changes rows where they are; takes the table lock. */
        CHANGE,
        /** Adds and removes rows; takes the table lock. */
        MERGE
    }

    /** Writes to one table on the transaction's connection. */
    interface Work {
        QueryResult run(Transaction transaction, TableWrite table) throws SQLException, LakeException;
    }

    /** A transaction that is not committed by its statements. */
    Transaction begin(Session session) throws LakeException {
        return open(session, true);
    }

    private Transaction open(Session session, boolean explicit) throws LakeException {
        try {
            return new Transaction(segments, records, duck.connect(session.database()), explicit);
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        }
    }

    /** Commits; the session has no transaction afterwards, whatever comes of it. */
    void commit(Session session) throws LakeException {
        Transaction transaction = session.endTransaction();
        if (transaction == null) {
            return;
        }
        try (transaction) {
            transaction.commit();
            labels.put(transaction.labels());
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        }
    }

    QueryResult write(Session session, TableName table, Kind kind, Work work) throws LakeException {
        Transaction open = session.transaction();
        try {
            if (open != null) {
                duck.use(open.connection(), session.database());
                QueryResult result = run(open, session, table, kind, work);
                session.addLabel(open.labels(), result.written());
                return result;
            }
            for (int attempt = 1; ; attempt++) {
                try (Transaction own = open(session, false)) {
                    QueryResult result = run(own, session, table, kind, work);
                    session.addLabel(own.labels(), result.written());
                    labels.put(own.labels());
                    return result;
                } catch (LakeException e) {
                    boolean again =
                            e.code() == LakeCode.CONFLICT.number() && !e.text().startsWith("multi rows");
                    if (!again || attempt == ATTEMPTS) {
                        throw e;
                    }
                }
            }
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        }
    }

    private QueryResult run(Transaction transaction, Session session, TableName table, Kind kind, Work work)
            throws SQLException, LakeException {
        Connection connection = transaction.connection();
        Catalog.Identity found = Catalog.identity(connection, table);
        TableState state = segments.of(found.id());
        boolean locked = kind != Kind.APPEND && session.flag("enable_table_lock", true);
        if (locked) {
            lock(state, session);
        }
        state.definition.readLock().lock();
        try {
            TableWrite write = transaction.write(state, table, found.isTransient(), session);
            transaction.snapshot();
            if (transaction.explicit()) {
                transaction.showOwnRows(session);
            }
            write.start(connection, segments.newSegment());
            QueryResult result = work.run(transaction, write);
            write.collectTouched(connection);
            if (kind != Kind.CHANGE && result.written() > 0 && session.flag("enable_compact_after_write", true)) {
                transaction.compactAfterWrite(write);
            }
            if (transaction.explicit()) {
                transaction.endStatement();
            } else {
                transaction.commit();
            }
            return result;
        } finally {
            state.definition.readLock().unlock();
            if (locked) {
                state.tableLock.unlock();
            }
        }
    }

    private static void lock(TableState state, Session session) throws LakeException {
        long seconds = session.number("acquire_lock_timeout", 30);
        try {
            if (!state.tableLock.tryLock(seconds, TimeUnit.SECONDS)) {
                throw new LakeException(
                        LakeCode.TABLE_LOCKED,
                        "Table is locked by other session(rev: 2, prev: 1, elapsed: " + seconds + "s)");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LakeException(LakeCode.ABORTED_QUERY, "interrupted");
        }
    }
}
