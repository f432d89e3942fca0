package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CREATE, DROP, UNDROP, TRUNCATE and OPTIMIZE of tables. Thread-safe. */
final class TableDefinitions implements Engine.Part {
    /** So many dropped tables can be brought back. */
    private static final int KEPT = 8;

    /**
     * The segment of a row, and what a transaction finds it by again. The row number of the database inside does not do for that: a
     * checkpoint between two statements takes the places of removed rows away and gives others their numbers.
     */
    private static final String OWN_COLUMNS = ", lake_seg INTEGER DEFAULT (getvariable('" + Segments.VARIABLE
            + "')), lake_row UUID DEFAULT gen_random_uuid()";

    private final Engine engine;
    private final Segments segments;
    private final FileRecords records;

    TableDefinitions(Engine engine, Segments segments, FileRecords records) {
        this.engine = engine;
        this.segments = segments;
        this.records = records;
    }

    /** How a table is created. */
    record Manner(boolean replace, boolean isTransient) {}

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        if (word.equals("optimize")) {
            reader.expect("table");
            TableName table = reader.tableName(session);
            reader.rest();
            return optimize(table, session);
        }
        reader.accept("table");
        TableName table = reader.tableName(session);
        reader.expectEnd();
        return truncate(table, session);
    }

    /** Reads the statement after the word TABLE. */
    QueryResult create(SqlReader reader, Session session, Manner manner, Cancellation cancellation)
            throws LakeException {
        boolean lenient = reader.accept("if", "not", "exists");
        TableName table = reader.tableName(session);
        List<Catalog.Column> columns = reader.acceptSymbol("(") ? columns(reader) : List.of();
        if (columns.isEmpty() && reader.accept("like")) {
            columns = columnsOf(reader.tableName(session), session);
        }
        List<Token> query = null;
        while (!reader.atEnd()) {
            if (reader.accept("as")) {
                query = reader.rest();
            } else {
                reader.next();
            }
        }
        if (query == null && columns.isEmpty()) {
            throw reader.unexpected();
        }
        if (query != null) {
            return createAs(
                    table,
                    columns,
                    SelectList.rewrite(reader.sql(), query, engine.scope(session)),
                    lenient
                            ? new Creation(session, manner, true, cancellation)
                            : new Creation(session, manner, false, cancellation));
        }
        return createEmpty(table, columns, new Creation(session, manner, lenient, cancellation));
    }

    private QueryResult createEmpty(TableName table, List<Catalog.Column> columns, Creation creation)
            throws LakeException {
        return engine.define(creation.session(), connection -> {
            if (room(connection, table, creation.manner(), creation.lenient(), LakeCode.TABLE_EXISTS)) {
                long id = Catalog.newTableId(connection);
                store(connection, id, columns);
                Catalog.addTable(
                        connection, id, table, columns, creation.manner().isTransient());
            }
            return QueryResult.NOTHING;
        });
    }

    private List<Catalog.Column> columnsOf(TableName table, Session session) throws LakeException {
        List<Catalog.Column> columns = new ArrayList<>();
        QueryResult unused = engine.read(session, connection -> {
            columns.addAll(Catalog.columns(connection, Catalog.id(connection, table)));
            return QueryResult.NOTHING;
        });
        return columns;
    }

    private record Creation(Session session, Manner manner, boolean lenient, Cancellation cancellation) {}

    private static List<Catalog.Column> columns(SqlReader reader) throws LakeException {
        List<Catalog.Column> columns = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        do {
            Catalog.Column column = ColumnDefinitions.column(reader);
            if (!seen.add(column.name())) {
                throw new LakeException(LakeCode.BAD_ARGUMENTS, "Duplicated column name: " + column.name());
            }
            columns.add(column);
        } while (reader.acceptSymbol(","));
        reader.expectSymbol(")");
        return columns;
    }

    /** Whether the table is to be created; one that is to be replaced is dropped. */
    private static boolean room(
            Connection connection, TableName table, Manner manner, boolean lenient, LakeCode otherwise)
            throws SQLException, LakeException {
        if (!Catalog.databaseExists(connection, table.database())) {
            throw new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + table.database() + "'");
        }
        if (Catalog.find(connection, table) < 0) {
            return true;
        }
        if (manner.replace()) {
            Catalog.dropTable(connection, table);
            return true;
        }
        if (!lenient) {
            throw new LakeException(otherwise, "Table '" + table.table() + "' already exists");
        }
        return false;
    }

    static void store(Connection connection, long id, List<Catalog.Column> columns) throws SQLException {
        List<String> texts = new ArrayList<>();
        columns.forEach(c -> texts.add(ColumnDefinitions.definition(c, true)));
        Duck.run(
                connection, "CREATE TABLE " + TableState.base(id) + "(" + String.join(", ", texts) + OWN_COLUMNS + ")");
    }

    /** The rows are stored first; who finds the name taken at the end has lost a race and gets another code. */
    private QueryResult createAs(TableName table, List<Catalog.Column> declared, SelectList query, Creation creation)
            throws LakeException {
        Session session = creation.session();
        List<Catalog.Column> columns = new ArrayList<>(declared);
        long[] made = new long[1];
        TableWrite.Added[] rows = {new TableWrite.Added(segments.newSegment(), 0)};
        QueryResult unused = engine.read(session, connection -> {
            Manner look = new Manner(false, false);
            boolean replaces = creation.manner().replace() && Catalog.find(connection, table) >= 0;
            if (replaces || room(connection, table, look, creation.lenient(), LakeCode.TABLE_EXISTS)) {
                columns.addAll(declared.isEmpty() ? described(connection, query) : List.of());
                made[0] = Catalog.newTableId(connection);
                store(connection, made[0], columns);
                rows[0] = fill(connection, made[0], columns, rows[0].segment(), query, creation.cancellation());
            }
            return QueryResult.NOTHING;
        });
        if (made[0] == 0) {
            return QueryResult.NOTHING;
        }
        return engine.define(session, connection -> {
            if (room(connection, table, creation.manner(), creation.lenient(), LakeCode.COMMIT_TABLE)) {
                Catalog.addTable(
                        connection, made[0], table, columns, creation.manner().isTransient());
                Applying.list(connection, made[0], rows[0], 0);
                segments.of(made[0]).add(rows[0].segment(), segments.newUnit(), rows[0].rows());
            }
            return QueryResult.NOTHING;
        });
    }

    private static TableWrite.Added fill(
            Connection connection,
            long id,
            List<Catalog.Column> columns,
            int segment,
            SelectList query,
            Cancellation cancellation)
            throws SQLException {
        Duck.run(connection, "SET VARIABLE " + Segments.VARIABLE + " = " + segment);
        List<String> names = new ArrayList<>();
        columns.forEach(c -> names.add(c.name()));
        String insert = "INSERT INTO " + TableState.base(id) + "(" + Sql.names(names) + ") " + query.sql();
        return new TableWrite.Added(segment, Duck.run(connection, insert, cancellation));
    }

    private static List<Catalog.Column> described(Connection connection, SelectList query) throws SQLException {
        List<Catalog.Column> columns = new ArrayList<>();
        for (@Nullable String[] row : Duck.rows(connection, "DESCRIBE " + query.sql())) {
            LakeType type = LakeType.ofStored(String.valueOf(row[1]));
            columns.add(new Catalog.Column(
                    String.valueOf(row[0]), type.is("NULL") ? LakeType.of("String") : type, true, "", ""));
        }
        return columns;
    }

    QueryResult drop(TableName table, boolean lenient, Session session) throws LakeException {
        return engine.define(session, connection -> {
            long id = lenient ? Catalog.find(connection, table) : Catalog.id(connection, table);
            if (id >= 0) {
                Catalog.dropTable(connection, table);
                for (long old : Catalog.longDropped(connection, KEPT)) {
                    forget(connection, old);
                }
            }
            return QueryResult.NOTHING;
        });
    }

    /** Removes a dropped table for good, unless a statement or a transaction still writes to it. */
    private void forget(Connection connection, long id) throws SQLException {
        TableState state = segments.of(id);
        if (!state.definition.writeLock().tryLock()) {
            return;
        }
        try {
            boolean used;
            segments.commit.lock();
            try {
                used = !state.open.isEmpty();
            } finally {
                segments.commit.unlock();
            }
            if (!used) {
                Catalog.forgetDropped(connection, id);
                records.forget(id);
                segments.forget(id);
            }
        } finally {
            state.definition.writeLock().unlock();
        }
    }

    QueryResult undrop(TableName table, SqlReader reader, Session session) throws LakeException {
        reader.expectEnd();
        return engine.define(session, connection -> {
            if (Catalog.find(connection, table) >= 0) {
                throw new LakeException(LakeCode.UNDROP_EXISTS, "Undrop Table '" + table.table() + "' already exists");
            }
            long id = Catalog.dropped(connection, table);
            if (id < 0) {
                throw new LakeException(
                        LakeCode.UNDROP_UNKNOWN,
                        "Undrop Table '" + table.table().toLowerCase(Locale.ROOT) + "' has no drop history");
            }
            Catalog.undropTable(connection, id, table);
            return QueryResult.NOTHING;
        });
    }

    private QueryResult truncate(TableName table, Session session) throws LakeException {
        long[] id = {-1};
        QueryResult unused = engine.read(session, connection -> {
            id[0] = Catalog.id(connection, table);
            return QueryResult.NOTHING;
        });
        TableState state = segments.of(id[0]);
        state.definition.readLock().lock();
        try {
            return truncate(state, session);
        } finally {
            state.definition.readLock().unlock();
        }
    }

    private QueryResult truncate(TableState state, Session session) throws LakeException {
        segments.commit.lock();
        try {
            QueryResult done = engine.apply(session, connection -> {
                for (TableWrite other : state.open) {
                    Applying.keep(segments, connection, other, "TRUE");
                }
                Duck.run(
                        connection,
                        "DELETE FROM " + state.base() + " WHERE lake_seg IN (SELECT seg FROM lake_internal.segments)");
                Duck.run(connection, "DELETE FROM lake_internal.segments WHERE table_id = " + state.id);
                Duck.run(connection, "DELETE FROM lake_internal.files WHERE table_id = " + state.id);
                return QueryResult.NOTHING;
            });
            segments.kept(true);
            state.clear();
            records.forget(state.id);
            return done;
        } finally {
            segments.kept(false);
            segments.commit.unlock();
        }
    }

    private QueryResult optimize(TableName table, Session session) throws LakeException {
        return engine.read(session, connection -> {
            TableState state = segments.of(Catalog.id(connection, table));
            segments.commit.lock();
            try {
                Set<Integer> small = state.small();
                if (state.count(small) > 1) {
                    state.compact(small, segments.newUnit());
                }
            } finally {
                segments.commit.unlock();
            }
            return QueryResult.NOTHING;
        });
    }
}
