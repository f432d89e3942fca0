package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Executes statements: finds out what a statement is and hands it to the part that knows it. Thread-safe.
 *
 * <p>Appending statements (INSERT, COPY) run side by side; everything that changes rows or definitions runs alone, as the lake's own table
 * locks and retries make it appear.
 */
final class Engine {
    private final Duck duck;
    private final ReentrantReadWriteLock tables = new ReentrantReadWriteLock();
    private final Loader loader;
    private final Map<String, Part> parts = new HashMap<>();

    /** Work on one connection; its errors are mapped to the lake's. */
    interface Work {
        QueryResult run(Connection connection) throws SQLException, LakeException;
    }

    /** Knows some kinds of statement, by their first word. */
    interface Part {
        QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
                throws LakeException;
    }

    /** Loads files: COPY INTO, and what else takes rows from files. */
    interface Loader extends Part {
        /** The rest of {@code INSERT INTO t [(cols)]}, which is {@code FROM @stage FILE_FORMAT=(…)}. */
        QueryResult insert(
                TableName table, List<String> columns, SqlReader reader, Session session, Cancellation cancellation)
                throws LakeException;

        /** An INSERT with the files of a streaming load; gives back the number of rows. */
        long load(String sql, Session session, List<LakeBackend.Upload> files) throws LakeException;
    }

    interface LoaderFactory {
        Loader create(Engine engine, Stages stages, FileRecords records);
    }

    Engine(Duck duck, Stages stages, FileRecords records, LoaderFactory loaders) {
        this.duck = duck;
        loader = loaders.create(this, stages, records);
        register(this::select, "select", "with", "values");
        register(new Definitions(this, stages, records), "create", "drop", "alter", "truncate", "rename");
        register(new Listings(this, stages), "show", "desc", "describe", "list", "ls", "remove", "rm");
        register(new Changes(this, loader), "insert", "update", "delete");
        register(loader, "copy");
        register(new SessionStatements(this), SessionStatements.WORDS);
    }

    private void register(Part part, String... words) {
        for (String word : words) {
            parts.put(word, part);
        }
    }

    QueryResult execute(String sql, Session session, Cancellation cancellation) throws LakeException {
        SqlReader reader = reader(sql);
        Token first = reader.peek();
        if (first.isSymbol("(")) {
            return select("(", reader, session, cancellation);
        }
        Part part = first.kind() == Token.Kind.WORD ? parts.get(first.value()) : null;
        if (part == null) {
            throw reader.error("expecting SQL statement");
        }
        if (!first.isWord("select") && !first.isWord("with") && !first.isWord("values")) {
            reader.next();
        }
        return part.execute(first.value(), reader, session, cancellation);
    }

    /** Reads a single statement; one closing semicolon is allowed. */
    static SqlReader reader(String sql) throws LakeException {
        List<Token> tokens = new ArrayList<>(SqlTokenizer.tokens(sql));
        int last = tokens.size() - 2;
        if (last >= 0 && tokens.get(last).isSymbol(";")) {
            tokens.remove(last);
        }
        for (int i = 0; i < tokens.size() - 1; i++) {
            if (tokens.get(i).isSymbol(";")) {
                Token next = tokens.get(i + 1);
                throw LakeException.syntax(sql, next.start(), next.end(), "unexpected second statement");
            }
        }
        return new SqlReader(sql, tokens);
    }

    /** Loads the files of a streaming load; gives back the number of rows. */
    long load(String sql, Session session, List<LakeBackend.Upload> files) throws LakeException {
        return loader.load(sql, session, files);
    }

    private QueryResult select(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        if (reader.peek(1).isWord("sleep") && reader.peek(2).isSymbol("(")) {
            return SessionStatements.sleep(reader, cancellation);
        }
        SelectList query = SelectList.rewrite(reader.sql(), reader.rest());
        Connection connection = connect(session);
        boolean handedOver = false;
        try {
            Statement statement = connection.createStatement();
            statement.closeOnCompletion();
            cancellation.onCancel(Duck.canceller(statement));
            ResultSet rows = statement.executeQuery(query.sql());
            cancellation.clear();
            SelectRows cursor = new SelectRows(connection, rows, session);
            handedOver = true;
            return new QueryResult(cursor.schema(query.notNull()), cursor, 0, null);
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        } finally {
            if (!handedOver) {
                closeQuietly(connection);
            }
        }
    }

    private Connection connect(Session session) throws LakeException {
        try {
            return duck.connect(session.database());
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        }
    }

    /** Reads, beside everything else. */
    QueryResult read(Session session, Work work) throws LakeException {
        try (Connection connection = connect(session)) {
            return work.run(connection);
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        }
    }

    /** Appends in one transaction, beside other appends; the work commits. */
    QueryResult append(Session session, Work work) throws LakeException {
        return transaction(tables.readLock(), session, work);
    }

    /** Changes rows or definitions in one transaction, alone. */
    QueryResult change(Session session, Work work) throws LakeException {
        return transaction(tables.writeLock(), session, connection -> {
            QueryResult result = work.run(connection);
            connection.commit();
            return result;
        });
    }

    private QueryResult transaction(Lock lock, Session session, Work work) throws LakeException {
        lock.lock();
        try (Connection connection = connect(session)) {
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                QueryResult result = work.run(connection);
                done = true;
                return result;
            } finally {
                if (!done) {
                    rollback(connection);
                }
            }
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
        } finally {
            lock.unlock();
        }
    }

    private static void rollback(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            assert e != null : "the failed statement has ended the transaction already";
        }
    }

    static void closeQuietly(@Nullable AutoCloseable resource) {
        try {
            if (resource != null) {
                resource.close();
            }
        } catch (Exception e) {
            assert e != null : "nothing depends on it any more";
        }
    }
}
