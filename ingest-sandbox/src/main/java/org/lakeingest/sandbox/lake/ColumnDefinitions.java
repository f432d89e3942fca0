package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE and RENAME TABLE. Thread-safe. */
final class ColumnDefinitions implements Engine.Part {
    private final Engine engine;
    private final Segments segments;

    ColumnDefinitions(Engine engine, Segments segments) {
        this.engine = engine;
        this.segments = segments;
    }

    private interface Alteration {
        void run(Connection connection, TableState state) throws SQLException, LakeException;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        reader.expect("table");
        boolean lenient = reader.accept("if", "exists");
        TableName table = reader.tableName(session);
        if (word.equals("alter")) {
            if (reader.accept("add")) {
                return add(reader, table, session);
            }
            if (reader.accept("drop")) {
                return drop(reader, table, session);
            }
            if (reader.accept("modify")) {
                return modify(reader, table, session);
            }
            reader.expect("rename");
            if (!reader.peek().isWord("to")) {
                return rename(reader, table, session);
            }
        }
        reader.expect("to");
        TableName to = reader.tableName(session);
        reader.expectEnd();
        return engine.define(session, connection -> move(connection, table, to, lenient));
    }

    /** Waits for the statements that write to the table, changes it, and shows it as it is then. */
    private QueryResult alter(TableName table, Session session, Alteration alteration) throws LakeException {
        return engine.define(session, connection -> {
            TableState state = segments.of(Catalog.id(connection, table));
            state.definition.writeLock().lock();
            try {
                // The transaction of the database inside must start after the statements that it waited for.
                connection.rollback();
                alteration.run(connection, state);
                Catalog.show(connection, state.id, table, Catalog.columns(connection, state.id));
                connection.commit();
            } finally {
                state.definition.writeLock().unlock();
            }
            return QueryResult.NOTHING;
        });
    }

    private static Catalog.@Nullable Column find(Connection connection, TableState state, String name)
            throws SQLException, LakeException {
        for (Catalog.Column column : Catalog.columns(connection, state.id)) {
            if (column.name().equals(name)) {
                return column;
            }
        }
        return null;
    }

    private static Catalog.Column require(Connection connection, TableState state, LakeCode otherwise, String name)
            throws SQLException, LakeException {
        Catalog.Column found = find(connection, state, name);
        if (found == null) {
            throw new LakeException(otherwise, "Unable to get field named \"" + name + "\"");
        }
        return found;
    }

    private QueryResult add(SqlReader reader, TableName table, Session session) throws LakeException {
        reader.accept("column");
        boolean keep = reader.accept("if", "not", "exists");
        Catalog.Column column = column(reader);
        boolean first = reader.accept("first");
        String after = !first && reader.accept("after") ? reader.identifier() : null;
        reader.expectEnd();
        return alter(table, session, (connection, state) -> {
            if (find(connection, state, column.name()) != null) {
                if (keep) {
                    return;
                }
                throw new LakeException(LakeCode.COLUMN_EXISTS, "add column " + column.name() + " already exist");
            }
            if (after != null) {
                var unused = require(connection, state, LakeCode.BAD_ARGUMENTS, after);
            }
            Duck.run(connection, "ALTER TABLE " + state.base() + " ADD COLUMN " + definition(column, false));
            Catalog.addColumn(connection, state.id, column);
            if (first || after != null) {
                Catalog.placeColumn(connection, state.id, column.name(), after);
            }
        });
    }

    private QueryResult drop(SqlReader reader, TableName table, Session session) throws LakeException {
        reader.accept("column");
        String name = reader.identifier();
        reader.expectEnd();
        return alter(table, session, (connection, state) -> {
            var unused = require(connection, state, LakeCode.BAD_ARGUMENTS, name);
            Duck.run(connection, "ALTER TABLE " + state.base() + " DROP COLUMN " + Sql.name(name));
            Catalog.dropColumn(connection, state.id, name);
        });
    }

    private QueryResult rename(SqlReader reader, TableName table, Session session) throws LakeException {
        reader.accept("column");
        String from = reader.identifier();
        reader.expect("to");
        String to = reader.identifier();
        reader.expectEnd();
        return alter(table, session, (connection, state) -> {
            var unused = require(connection, state, LakeCode.SEMANTIC, from);
            if (find(connection, state, to) != null) {
                throw new LakeException(LakeCode.SEMANTIC, "new column name existed");
            }
            Duck.run(
                    connection,
                    "ALTER TABLE " + state.base() + " RENAME COLUMN " + Sql.name(from) + " TO " + Sql.name(to));
            Duck.update(
                    connection,
                    "UPDATE lake_internal.columns SET name = ? WHERE table_id = ? AND name = ?",
                    to,
                    state.id,
                    from);
        });
    }

    /** {@code MODIFY [COLUMN] c TYPE [NULL | NOT NULL] [DEFAULT e]}. */
    private QueryResult modify(SqlReader reader, TableName table, Session session) throws LakeException {
        reader.accept("column");
        Catalog.Column wanted = column(reader);
        reader.expectEnd();
        return alter(table, session, (connection, state) -> {
            Catalog.Column old = require(connection, state, LakeCode.UNKNOWN_COLUMN, wanted.name());
            if (!old.type().equals(wanted.type())) {
                segments.commit.lock();
                try {
                    state.types++;
                } finally {
                    segments.commit.unlock();
                }
            }
            Catalog.replaceColumn(connection, state.id, wanted);
            store(connection, state);
        });
    }

    /** Stores the rows anew as the columns are now; altering them in place would also convert rows that were removed. */
    private static void store(Connection connection, TableState state) throws SQLException, LakeException {
        List<Catalog.Column> columns = Catalog.columns(connection, state.id);
        String old = state.base() + "_old";
        Duck.run(connection, "ALTER TABLE " + state.base() + " RENAME TO t" + state.id + "_old");
        TableDefinitions.store(connection, state.id, columns);
        List<String> names = new ArrayList<>();
        columns.forEach(c -> names.add(c.name()));
        String list = Sql.names(names) + ", lake_seg, lake_row";
        Duck.run(connection, "INSERT INTO " + state.base() + "(" + list + ") SELECT " + list + " FROM " + old);
        Duck.run(connection, "DROP TABLE " + old);
    }

    private static QueryResult move(Connection connection, TableName from, TableName to, boolean lenient)
            throws SQLException, LakeException {
        long id = lenient ? Catalog.find(connection, from) : Catalog.id(connection, from);
        if (id < 0) {
            return QueryResult.NOTHING;
        }
        if (!Catalog.databaseExists(connection, to.database())) {
            throw new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + to.database() + "'");
        }
        if (Catalog.find(connection, to) >= 0) {
            throw new LakeException(LakeCode.TABLE_EXISTS, "Table '" + to.table() + "' already exists");
        }
        Catalog.renameTable(connection, id, from, to);
        return QueryResult.NOTHING;
    }

    static String definition(Catalog.Column column, boolean withNull) {
        String value = column.defaultText();
        if (value.isEmpty() && !column.nullable() && !withNull) {
            value = column.type().impliedDefault();
        }
        return Sql.name(column.name()) + " " + column.type().stored()
                + (value.isEmpty() ? "" : " DEFAULT (" + value + ")")
                + (column.nullable() || !withNull ? "" : " NOT NULL");
    }

    /** {@code name type [NULL | NOT NULL] [DEFAULT e] [COMMENT '…']}. */
    static Catalog.Column column(SqlReader reader) throws LakeException {
        String name = reader.identifier();
        LakeType type = LakeType.parse(reader);
        boolean nullable = true;
        boolean said = type.nullable();
        String value = "";
        String comment = "";
        while (!reader.atEnd()) {
            boolean not = reader.peek().isWord("not");
            if (not || reader.peek().isWord("null")) {
                if (said && not) {
                    throw reader.error("ambiguous NOT NULL constraint");
                }
                said = true;
                nullable = !not;
                reader.accept("not");
                reader.expect("null");
            } else if (reader.accept("default")) {
                value = defaultValue(reader);
            } else if (reader.accept("comment")) {
                comment = reader.string();
            } else {
                break;
            }
        }
        return new Catalog.Column(name, type.withNullable(false), nullable || type.nullable(), value, comment);
    }

    private static String defaultValue(SqlReader reader) throws LakeException {
        int from = reader.position();
        int depth = 0;
        while (!reader.atEnd()) {
            Token token = reader.peek();
            boolean next = depth == 0
                    && (token.isSymbol(",")
                            || token.isSymbol(")")
                            || token.isWord("comment")
                            || token.isWord("not")
                            || token.isWord("first")
                            || token.isWord("after")
                            || (token.isWord("null") && reader.position() > from));
            if (next) {
                break;
            }
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            reader.next();
        }
        return Dialect.rewrite(reader.sql(), reader.from(from));
    }
}
