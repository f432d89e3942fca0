package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** INSERT, UPDATE and DELETE. Thread-safe. */
final class Changes implements Engine.Part {
    private static final String STAGING = "temp.lake_staging";

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
            case "update" -> update(reader, session, cancellation);
            default -> delete(reader, session, cancellation);
        };
    }

    /** {@code [AS] alias}, or null. */
    static @Nullable String alias(SqlReader reader) throws LakeException {
        boolean named = reader.accept("as");
        boolean follows = reader.peek().isIdentifier()
                && !reader.peek().isWord("set")
                && !reader.peek().isWord("where")
                && !reader.peek().isWord("using");
        return named || follows ? reader.identifier() : null;
    }

    private QueryResult update(SqlReader reader, Session session, Cancellation cancellation) throws LakeException {
        TableName table = reader.tableName(session);
        String alias = alias(reader);
        reader.expect("set");
        Map<String, String> values = assignments(reader, engine.scope(session), "where");
        String condition =
                reader.atEnd() ? "" : " " + Dialect.rewrite(reader.sql(), reader.rest(), engine.scope(session));
        return engine.writer().write(session, table, Writer.Kind.CHANGE, (transaction, write) -> {
            List<Catalog.Column> named = columns(write.columns, table, new ArrayList<>(values.keySet()));
            assert named.size() == values.size();
            List<String> columns = new ArrayList<>();
            for (Catalog.Column column : write.columns) {
                String value = values.get(column.name());
                String name = Sql.name(column.name());
                columns.add((value == null ? name : cast(value, column)) + " AS " + name);
            }
            Connection connection = transaction.connection();
            write.prepareChange(connection);
            String as = Sql.name(alias == null ? table.table() : alias);
            Duck.run(
                    connection,
                    "CREATE TEMP TABLE lake_staging AS SELECT rid, seg, " + String.join(", ", columns) + " FROM "
                            + write.rows() + " AS " + as + condition,
                    cancellation);
            long rows = count(connection);
            write.remove(connection, STAGING);
            Duck.run(
                    connection,
                    "INSERT INTO " + write.changedRows() + " SELECT rid, seg, " + write.names() + " FROM " + STAGING);
            Duck.run(connection, "DROP TABLE " + STAGING);
            return QueryResult.affected("updated", rows);
        });
    }

    static String cast(String value, Catalog.Column column) {
        return column.type().isText()
                ? ValueSql.canonical(column.type(), "(" + value + ")")
                : "CAST((" + value + ") AS " + column.type().stored() + ")";
    }

    private static long count(Connection connection) throws SQLException {
        return Long.parseLong(String.valueOf(
                Duck.rows(connection, "SELECT count(*) FROM " + STAGING).get(0)[0]));
    }

    /** {@code a = expression, t.b = expression}, up to the given word at the outermost level or the end. */
    static Map<String, String> assignments(SqlReader reader, Scope scope, String until) throws LakeException {
        Map<String, String> values = new LinkedHashMap<>();
        do {
            String name = reader.identifier();
            while (reader.acceptSymbol(".")) {
                name = reader.identifier();
            }
            reader.expectSymbol("=");
            values.put(name, Dialect.rewrite(reader.sql(), reader.expression(until), scope));
        } while (reader.acceptSymbol(","));
        return values;
    }

    private QueryResult delete(SqlReader reader, Session session, Cancellation cancellation) throws LakeException {
        reader.expect("from");
        TableName table = reader.tableName(session);
        String alias = alias(reader);
        String condition = Dialect.rewrite(reader.sql(), reader.rest(), engine.scope(session));
        return engine.writer().write(session, table, Writer.Kind.CHANGE, (transaction, write) -> {
            Connection connection = transaction.connection();
            write.prepareChange(connection);
            String as = Sql.name(alias == null ? table.table() : alias);
            Duck.run(
                    connection,
                    "CREATE TEMP TABLE lake_staging AS SELECT rid, seg FROM " + write.rows() + " AS " + as + " "
                            + condition,
                    cancellation);
            long rows = count(connection);
            write.remove(connection, STAGING);
            Duck.run(connection, "DROP TABLE " + STAGING);
            return QueryResult.affected("deleted", rows);
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
        boolean values = reader.peek().isWord("values");
        boolean source = values
                || reader.peek().isWord("select")
                || reader.peek().isWord("with")
                || reader.peek().isSymbol("(");
        if (!source) {
            throw reader.unexpected();
        }
        List<Token> rest = reader.rest();
        return engine.writer().write(session, table, Writer.Kind.APPEND, (transaction, write) -> {
            List<Catalog.Column> filled = columns(write.columns, table, columns);
            List<String> names = new ArrayList<>();
            filled.forEach(c -> names.add(c.name()));
            String text = written(filled, rest, Dialect.rewrite(reader.sql(), rest, engine.scope(session)));
            long rows = inserted(
                    transaction.connection(),
                    "INSERT INTO " + write.base() + " (" + Sql.names(names) + ") " + text,
                    values,
                    session,
                    cancellation);
            write.end(rows);
            return QueryResult.affected("inserted", rows);
        });
    }

    /** The source of an INSERT, with conversions where those of the database inside are not the lake's. */
    private static String written(List<Catalog.Column> columns, List<Token> source, String text) {
        boolean offsets = source.stream().anyMatch(ValueSql::isTimeWithOffset);
        boolean special = columns.stream()
                .anyMatch(c -> c.type().isText() || (offsets && c.type().is("Timestamp")));
        if (!special || source.stream().anyMatch(t -> t.isWord("default"))) {
            return text;
        }
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (Catalog.Column column : columns) {
            String name = "c" + names.size();
            names.add(name);
            if (offsets && column.type().is("Timestamp")) {
                String value = "CAST(" + name + " AS VARCHAR)";
                values.add("CASE WHEN " + name + " IS NULL THEN NULL ELSE " + ValueSql.timestampOfText(value) + " END");
            } else {
                values.add(column.type().isText() ? ValueSql.canonical(column.type(), name) : name);
            }
        }
        return "SELECT " + String.join(", ", values) + " FROM (" + text + ") AS lake_values(" + String.join(", ", names)
                + ")";
    }

    /** A wrong number of columns has another code in a SELECT than in VALUES. */
    private static long inserted(
            Connection connection, String sql, boolean values, Session session, Cancellation cancellation)
            throws LakeException {
        try {
            return Duck.run(connection, sql, cancellation);
        } catch (SQLException e) {
            LakeException mapped = DuckErrors.map(e, session);
            throw !values && mapped.code() == LakeCode.COLUMN_COUNT.number()
                    ? new LakeException(
                            LakeCode.BAD_ARGUMENTS,
                            "Fields in select statement is not equal with expected: " + mapped.text())
                    : mapped;
        }
    }

    /** The columns a statement names, in its order; all of the table when it names none. */
    static List<Catalog.Column> checkColumns(Connection connection, TableName table, List<String> names)
            throws SQLException, LakeException {
        return columns(Catalog.columns(connection, Catalog.id(connection, table)), table, names);
    }

    /** As {@link #checkColumns}, out of columns that are known already. */
    static List<Catalog.Column> columns(List<Catalog.Column> known, TableName table, List<String> names)
            throws LakeException {
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
