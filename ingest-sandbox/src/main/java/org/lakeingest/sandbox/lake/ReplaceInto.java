package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code REPLACE INTO t [(cols)] ON [CONFLICT] (keys) VALUES … | SELECT …}. Thread-safe. */
final class ReplaceInto implements Engine.Part {
    private static final String SOURCE = "temp.lake_source";
    private static final String STAGING = "temp.lake_staging";

    private final Engine engine;

    ReplaceInto(Engine engine) {
        this.engine = engine;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        reader.expect("into");
        reader.accept("table");
        TableName table = reader.tableName(session);
        List<String> columns = reader.peek().isSymbol("(") ? reader.identifiers() : List.of();
        reader.expect("on");
        reader.accept("conflict");
        List<String> keys = reader.identifiers();
        if (reader.peek().isWord("delete")) {
            throw new LakeException(LakeCode.UNIMPLEMENTED, "REPLACE … DELETE WHEN is not offered by this local lake");
        }
        boolean values = reader.peek().isWord("values");
        if (!values && !reader.peek().isWord("select") && !reader.peek().isSymbol("(")) {
            throw reader.unexpected();
        }
        List<Token> source = reader.rest();
        return engine.writer().write(session, table, Writer.Kind.MERGE, (transaction, write) -> {
            List<Catalog.Column> filled = Changes.columns(write.columns, table, columns);
            requireKeys(filled, keys);
            String query = Dialect.rewrite(reader.sql(), source, engine.scope(session));
            Connection connection = transaction.connection();
            long rows = readSource(connection, filled, query, values, cancellation);
            requireDistinct(connection, keys);
            replace(connection, write, filled, keys);
            write.end(rows);
            return new QueryResult(fields(filled), RowCursor.EMPTY, rows, null);
        });
    }

    private static void requireKeys(List<Catalog.Column> filled, List<String> keys) throws LakeException {
        for (String key : keys) {
            if (filled.stream().noneMatch(c -> c.name().equals(key))) {
                String valid = filled.stream().map(c -> '"' + c.name() + '"').collect(Collectors.joining(", "));
                throw new LakeException(
                        LakeCode.BAD_ARGUMENTS,
                        "Unable to get field named \"" + key + "\". Valid fields: [" + valid + "]");
            }
        }
    }

    private static List<Field> fields(List<Catalog.Column> columns) {
        List<Field> fields = new ArrayList<>();
        columns.forEach(c -> fields.add(new Field(c.name(), c.type().schemaName(c.nullable()))));
        return fields;
    }

    /** Puts the source's rows into a table of its own, by position and with the types of the columns. */
    private static long readSource(
            Connection connection, List<Catalog.Column> filled, String query, boolean values, Cancellation cancellation)
            throws SQLException, LakeException {
        List<String> definitions = new ArrayList<>();
        filled.forEach(c -> definitions.add(Sql.name(c.name()) + " " + c.type().stored()));
        Duck.run(connection, "CREATE TEMP TABLE lake_source(" + String.join(", ", definitions) + ")");
        try {
            long rows = Duck.run(connection, "INSERT INTO " + SOURCE + " " + query, cancellation);
            for (Catalog.Column column : filled) {
                if (column.type().isText()) {
                    String name = Sql.name(column.name());
                    Duck.run(
                            connection,
                            "UPDATE " + SOURCE + " SET " + name + " = " + ValueSql.canonical(column.type(), name));
                }
            }
            return rows;
        } catch (SQLException e) {
            LakeException mapped = DuckErrors.map(e, new Session(null));
            if (values || mapped.code() != LakeCode.COLUMN_COUNT.number()) {
                throw e;
            }
            throw new LakeException(LakeCode.BAD_ARGUMENTS, "Fields in select statement is less than expected");
        }
    }

    private static void requireDistinct(Connection connection, List<String> keys) throws SQLException, LakeException {
        String given = keys.stream().map(k -> Sql.name(k) + " IS NOT NULL").collect(Collectors.joining(" AND "));
        String list = Sql.names(keys);
        List<@Nullable String[]> doubled = Duck.rows(
                connection,
                "SELECT " + list + " FROM " + SOURCE + " WHERE " + given + " GROUP BY " + list
                        + " HAVING count(*) > 1 LIMIT 1");
        if (!doubled.isEmpty()) {
            List<String> shown = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                shown.add("\"" + keys.get(i) + "\":" + doubled.get(0)[i]);
            }
            throw new LakeException(
                    LakeCode.STORAGE_OTHER,
                    "duplicated data detected in the values being replaced into (only the first one will be described): ["
                            + String.join(", ", shown) + "]");
        }
    }

    private static void replace(Connection connection, TableWrite write, List<Catalog.Column> filled, List<String> keys)
            throws SQLException {
        write.prepareChange(connection);
        String same = keys.stream()
                .map(k -> "t." + Sql.name(k) + " = s." + Sql.name(k))
                .collect(Collectors.joining(" AND "));
        Duck.run(
                connection,
                "CREATE TEMP TABLE lake_staging AS SELECT t.rid, t.seg FROM " + write.rows() + " AS t SEMI JOIN "
                        + SOURCE + " AS s ON " + same);
        write.remove(connection, STAGING);
        String names = Sql.names(filled.stream().map(Catalog.Column::name).toList());
        Duck.run(connection, "INSERT INTO " + write.base() + " (" + names + ") SELECT " + names + " FROM " + SOURCE);
        Duck.run(connection, "DROP TABLE " + STAGING);
        Duck.run(connection, "DROP TABLE " + SOURCE);
    }
}
