package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Executes statements: finds out what a statement is and hands it to the part that knows it. Thread-safe.
 *
 * <p>Statements that write rows run side by side, see {@link Writer}; definitions run one after the other.
 */
final class Engine {
    private final Duck duck;
    private final ReentrantLock definitions = new ReentrantLock();
    private final Writer writer;
    private final StageSource stageSource;
    private final TransactionStatements transactions;
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
        Loader create(Engine engine, Stages stages);
    }

    Engine(Duck duck, Stages stages, Segments segments, FileRecords records, Labels labels, LoaderFactory loaders) {
        this.duck = duck;
        writer = new Writer(duck, segments, records, labels);
        stageSource = new StageSource(this, stages);
        transactions = new TransactionStatements(writer, labels);
        loader = loaders.create(this, stages);
        register(this::select, "select", "with", "values");
        TableDefinitions tables = new TableDefinitions(this, segments, records);
        register(new Definitions(this, stages, tables), "create", "drop", "undrop");
        register(new ColumnDefinitions(this, segments), "alter", "rename");
        register(tables, "truncate", "optimize");
        register(new ReplaceInto(this), "replace");
        register(new MergeInto(this), "merge");
        register(new Listings(this, stages), "show", "desc", "describe", "list", "ls", "remove", "rm");
        register(new Changes(this, loader), "insert", "update", "delete");
        register(loader, "copy");
        register(new SessionStatements(this), SessionStatements.WORDS);
        register(transactions, TransactionStatements.WORDS);
    }

    private void register(Part part, String... words) {
        for (String word : words) {
            parts.put(word, part);
        }
    }

    QueryResult execute(String sql, Session session, Cancellation cancellation) throws LakeException {
        SqlReader reader = reader(sql);
        Token first = reader.peek();
        if (transactions.settles(first, sql, session)) {
            return QueryResult.NOTHING;
        }
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

    Writer writer() {
        return writer;
    }

    /** What names mean in the queries of a statement. */
    Scope scope(Session session) {
        return new Scope(stageSource, session);
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
        return transactions.settlesLoad(sql, session) ? 0 : loader.load(sql, session, files);
    }

    private QueryResult select(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        if (reader.peek(1).isWord("sleep") && reader.peek(2).isSymbol("(")) {
            return SessionStatements.sleep(reader, cancellation);
        }
        SelectList query = SelectList.rewrite(reader.sql(), reader.rest(), scope(session));
        Transaction open = session.transaction();
        boolean shared = open != null && open.hasWrites();
        Connection connection = shared && open != null ? open.connection() : connect(session);
        boolean handedOver = shared;
        try {
            if (shared && open != null) {
                duck.use(connection, session.database());
                open.snapshot();
                open.showOwnRows(session);
            }
            Statement statement = connection.createStatement();
            statement.closeOnCompletion();
            cancellation.onCancel(Duck.canceller(statement));
            ResultSet rows = statement.executeQuery(query.sql());
            cancellation.clear();
            SelectRows cursor = new SelectRows(shared ? null : connection, rows, session);
            handedOver = true;
            List<Field> schema = cursor.schema(query.notNull(), Origins.columns(connection, query, session));
            if (shared && open != null) {
                open.endStatement();
            }
            return new QueryResult(schema, cursor, 0, null);
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

    /** Changes definitions in one transaction of the database inside, one after the other. */
    QueryResult define(Session session, Work work) throws LakeException {
        definitions.lock();
        try {
            return apply(session, work);
        } finally {
            definitions.unlock();
        }
    }

    /** Works in one transaction of the database inside. */
    QueryResult apply(Session session, Work work) throws LakeException {
        try (Connection connection = connect(session)) {
            connection.setAutoCommit(false);
            boolean done = false;
            try {
                QueryResult result = work.run(connection);
                connection.commit();
                done = true;
                return result;
            } finally {
                if (!done) {
                    rollback(connection);
                }
            }
        } catch (SQLException e) {
            throw DuckErrors.map(e, session);
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
