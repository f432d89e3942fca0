package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** INSERT, UPDATE and DELETE. Thread-safe. */
final class Changes implements Engine.Part {
    private final Engine engine;
    private final Engine.Loader loader;

    Changes(Engine engine, Engine.Loader loader) {
        this.engine = engine;
        this.loader = loader;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        return switch (word) {
            case "insert" -> insert(reader, session, cancellation);
            case "update" -> {
                TableName table = reader.tableName(session);
                String rest = Dialect.rewrite(reader.sql(), reader.rest());
                yield change("updated", table, "UPDATE " + table.quoted() + " " + rest, session, cancellation);
            }
            default -> {
                reader.expect("from");
                TableName table = reader.tableName(session);
                String rest = Dialect.rewrite(reader.sql(), reader.rest());
                yield change("deleted", table, "DELETE FROM " + table.quoted() + " " + rest, session, cancellation);
            }
        };
    }

    private QueryResult change(String what, TableName table, String sql, Session session, Cancellation cancellation)
            throws LakeException {
        return engine.change(session, connection -> {
            Catalog.id(connection, table);
            return QueryResult.affected(what, Duck.run(connection, sql, cancellation));
        });
    }

    private QueryResult insert(SqlReader reader, Session session, Cancellation cancellation) throws LakeException {
        reader.expect("into");
        reader.accept("table");
        TableName table = reader.tableName(session);
        List<String> columns =
                reader.peek().isSymbol("(") && !reader.peek(1).isWord("select") ? reader.identifiers() : List.of();
        if (reader.peek().isWord("from") && reader.peek(1).kind() == Token.Kind.STAGE) {
            return loader.insert(table, columns, reader, session, cancellation);
        }
        boolean source = reader.peek().isWord("values")
                || reader.peek().isWord("select")
                || reader.peek().isWord("with")
                || reader.peek().isSymbol("(");
        if (!source) {
            throw reader.unexpected();
        }
        String rest = Dialect.rewrite(reader.sql(), reader.rest());
        return engine.append(session, connection -> {
            checkColumns(connection, table, columns);
            String names = columns.isEmpty() ? "" : " (" + Sql.names(columns) + ")";
            long rows = Duck.run(connection, "INSERT INTO " + table.quoted() + names + " " + rest, cancellation);
            connection.commit();
            return QueryResult.affected("inserted", rows);
        });
    }

    /** The columns a statement names, in its order; all of the table when it names none. */
    static List<Catalog.Column> checkColumns(Connection connection, TableName table, List<String> names)
            throws SQLException, LakeException {
        List<Catalog.Column> known = Catalog.columns(connection, Catalog.id(connection, table));
        if (names.isEmpty()) {
            return known;
        }
        List<Catalog.Column> chosen = new ArrayList<>();
        for (String name : names) {
            Catalog.Column found = null;
            for (Catalog.Column column : known) {
                if (column.name().equals(name)) {
                    found = column;
                }
            }
            if (found == null) {
                throw new LakeException(
                        LakeCode.BAD_ARGUMENTS,
                        "Table \"" + table.database() + "." + table.table() + "\" does not have a column with name \""
                                + name + "\"");
            }
            chosen.add(found);
        }
        return chosen;
    }
}
