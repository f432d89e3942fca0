package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** CREATE, DROP, ALTER, TRUNCATE and RENAME of databases, tables and stages. Thread-safe. */
final class Definitions implements Engine.Part {
    private final Engine engine;
    private final Stages stages;
    private final FileRecords records;

    Definitions(Engine engine, Stages stages, FileRecords records) {
        this.engine = engine;
        this.stages = stages;
        this.records = records;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        return switch (word) {
            case "create" -> create(reader, session, cancellation);
            case "drop" -> drop(reader, session);
            case "alter" -> alter(reader, session);
            case "truncate" -> truncate(reader, session);
            default -> rename(reader, session);
        };
    }

    private QueryResult create(SqlReader reader, Session session, Cancellation cancellation) throws LakeException {
        boolean replace = reader.accept("or", "replace");
        if (reader.accept("transient") || reader.peek().isWord("table")) {
            reader.expect("table");
            return createTable(reader, session, replace, cancellation);
        }
        if (reader.accept("database") || reader.accept("schema")) {
            boolean lenient = reader.accept("if", "not", "exists");
            String name = reader.identifier();
            reader.expectEnd();
            return engine.change(new Session(null), connection -> createDatabase(connection, name, lenient || replace));
        }
        if (reader.accept("stage")) {
            boolean lenient = reader.accept("if", "not", "exists");
            String name = reader.identifier();
            if (reader.peek().isWord("url")) {
                throw new LakeException(LakeCode.UNIMPLEMENTED, "external stages are not offered by this local lake");
            }
            reader.rest();
            return engine.change(session, connection -> createStage(connection, name, lenient || replace));
        }
        throw reader.unexpected();
    }

    private static QueryResult createDatabase(Connection connection, String name, boolean lenient)
            throws SQLException, LakeException {
        if (!Catalog.databaseExists(connection, name)) {
            Catalog.addDatabase(connection, name);
        } else if (!lenient) {
            throw new LakeException(LakeCode.DATABASE_EXISTS, "Database '" + name + "' already exists.");
        }
        return QueryResult.NOTHING;
    }

    private static QueryResult createStage(Connection connection, String name, boolean lenient)
            throws SQLException, LakeException {
        if (!stageExists(connection, name)) {
            Duck.update(connection, "INSERT INTO lake_internal.stages VALUES (?)", name);
        } else if (!lenient) {
            throw new LakeException(LakeCode.STAGE_EXISTS, "Stage '" + name + "' already exists.");
        }
        return QueryResult.NOTHING;
    }

    static boolean stageExists(Connection connection, String name) throws SQLException {
        return name.equals("~")
                || !Duck.rows(connection, "SELECT 1 FROM lake_internal.stages WHERE name = ?", name)
                        .isEmpty();
    }

    static void requireStage(Connection connection, String name) throws SQLException, LakeException {
        if (!stageExists(connection, name)) {
            throw new LakeException(LakeCode.UNKNOWN_STAGE, "Stage '" + name + "' does not exist.");
        }
    }

    /** {@code @stage/prefix}, plain or as a string. */
    static Stages.Location location(SqlReader reader) throws LakeException {
        Token token = reader.peek();
        boolean quoted = token.kind() == Token.Kind.STRING && token.value().startsWith("@");
        if (token.kind() != Token.Kind.STAGE && !quoted) {
            throw reader.error("expecting a stage location like `@stage/path`");
        }
        reader.next();
        return Stages.Location.of(quoted ? token.value().substring(1) : token.value());
    }

    private QueryResult createTable(SqlReader reader, Session session, boolean replace, Cancellation cancellation)
            throws LakeException {
        boolean lenient = reader.accept("if", "not", "exists");
        TableName table = reader.tableName(session);
        List<Catalog.Column> columns = new ArrayList<>();
        if (reader.acceptSymbol("(")) {
            do {
                columns.add(column(reader));
            } while (reader.acceptSymbol(","));
            reader.expectSymbol(")");
        }
        Set<String> seen = new HashSet<>();
        for (Catalog.Column column : columns) {
            if (!seen.add(column.name())) {
                throw new LakeException(LakeCode.BAD_ARGUMENTS, "Duplicated column name: " + column.name());
            }
        }
        if (columns.isEmpty()) {
            throw reader.unexpected();
        }
        options(reader);
        return engine.change(session, connection -> {
            if (!Catalog.databaseExists(connection, table.database())) {
                throw new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + table.database() + "'");
            }
            long old = Catalog.find(connection, table);
            if (old >= 0 && replace) {
                Catalog.dropTable(connection, table);
                records.forget(old);
            } else if (old >= 0 && lenient) {
                return QueryResult.NOTHING;
            } else if (old >= 0) {
                throw new LakeException(LakeCode.TABLE_EXISTS, "Table '" + table.table() + "' already exists");
            }
            Duck.run(connection, "CREATE TABLE " + table.quoted() + "(" + definitions(columns) + ")", cancellation);
            Catalog.addTable(connection, table, columns);
            return QueryResult.NOTHING;
        });
    }

    /** What may follow the columns and means nothing here; AS SELECT is refused. */
    private static void options(SqlReader reader) throws LakeException {
        while (!reader.atEnd()) {
            if (reader.peek().isWord("as")) {
                throw new LakeException(
                        LakeCode.UNIMPLEMENTED, "CREATE TABLE … AS is not offered by this local lake yet");
            }
            reader.next();
        }
    }

    private static String definitions(List<Catalog.Column> columns) {
        List<String> texts = new ArrayList<>();
        for (Catalog.Column column : columns) {
            texts.add(definition(column, true));
        }
        return String.join(", ", texts);
    }

    private static String definition(Catalog.Column column, boolean withNull) {
        String value = column.defaultText();
        if (value.isEmpty() && !column.nullable() && !withNull) {
            value = column.type().impliedDefault();
        }
        return Sql.name(column.name()) + " " + column.type().stored()
                + (value.isEmpty() ? "" : " DEFAULT (" + value + ")")
                + (column.nullable() || !withNull ? "" : " NOT NULL");
    }

    /** {@code name type [NULL | NOT NULL] [DEFAULT e] [COMMENT '…']}. */
    private static Catalog.Column column(SqlReader reader) throws LakeException {
        String name = reader.identifier();
        LakeType type = LakeType.parse(reader);
        boolean nullable = true;
        String value = "";
        String comment = "";
        while (!reader.atEnd()) {
            if (reader.accept("not", "null")) {
                nullable = false;
            } else if (reader.accept("null")) {
                nullable = true;
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
                            || (token.isWord("null") && reader.position() > from));
            if (next) {
                break;
            }
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            reader.next();
        }
        return Dialect.rewrite(reader.sql(), reader.from(from));
    }

    private QueryResult drop(SqlReader reader, Session session) throws LakeException {
        if (reader.accept("table")) {
            boolean lenient = reader.accept("if", "exists");
            TableName table = reader.tableName(session);
            reader.accept("all");
            reader.expectEnd();
            return engine.change(session, connection -> {
                long id = lenient ? Catalog.find(connection, table) : Catalog.id(connection, table);
                if (id >= 0) {
                    Catalog.dropTable(connection, table);
                    records.forget(id);
                }
                return QueryResult.NOTHING;
            });
        }
        if (reader.accept("database") || reader.accept("schema")) {
            boolean lenient = reader.accept("if", "exists");
            String name = reader.identifier();
            reader.expectEnd();
            return engine.change(new Session(null), connection -> dropDatabase(connection, name, lenient));
        }
        reader.expect("stage");
        boolean lenient = reader.accept("if", "exists");
        String name = reader.identifier();
        reader.expectEnd();
        return engine.change(session, connection -> {
            if (!lenient) {
                requireStage(connection, name);
            }
            Duck.update(connection, "DELETE FROM lake_internal.stages WHERE name = ?", name);
            stages.drop(name);
            return QueryResult.NOTHING;
        });
    }

    private static QueryResult dropDatabase(Connection connection, String name, boolean lenient)
            throws SQLException, LakeException {
        if (Catalog.databaseExists(connection, name)) {
            if (name.equals("default")) {
                throw new LakeException(LakeCode.BAD_ARGUMENTS, "Cannot drop the default database");
            }
            Catalog.dropDatabase(connection, name);
        } else if (!lenient) {
            throw new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + name + "'");
        }
        return QueryResult.NOTHING;
    }

    private QueryResult alter(SqlReader reader, Session session) throws LakeException {
        reader.expect("table");
        boolean lenient = reader.accept("if", "exists");
        TableName table = reader.tableName(session);
        if (reader.accept("add")) {
            reader.accept("column");
            boolean keep = reader.accept("if", "not", "exists");
            Catalog.Column column = column(reader);
            reader.accept("first");
            reader.expectEnd();
            return engine.change(session, connection -> addColumn(connection, table, column, keep));
        }
        if (reader.accept("drop")) {
            reader.accept("column");
            String column = reader.identifier();
            reader.expectEnd();
            return engine.change(session, connection -> {
                long id = Catalog.id(connection, table);
                Duck.run(connection, "ALTER TABLE " + table.quoted() + " DROP COLUMN " + Sql.name(column));
                Catalog.dropColumn(connection, id, column);
                return QueryResult.NOTHING;
            });
        }
        reader.expect("rename", "to");
        TableName to = reader.tableName(session);
        reader.expectEnd();
        return engine.change(session, connection -> move(connection, table, to, lenient));
    }

    private static QueryResult addColumn(Connection connection, TableName table, Catalog.Column column, boolean keep)
            throws SQLException, LakeException {
        long id = Catalog.id(connection, table);
        for (Catalog.Column old : Catalog.columns(connection, id)) {
            if (old.name().equals(column.name())) {
                if (keep) {
                    return QueryResult.NOTHING;
                }
                throw new LakeException(LakeCode.COLUMN_EXISTS, "add column " + column.name() + " already exist");
            }
        }
        Duck.run(connection, "ALTER TABLE " + table.quoted() + " ADD COLUMN " + definition(column, false));
        Catalog.addColumn(connection, id, column);
        return QueryResult.NOTHING;
    }

    private QueryResult rename(SqlReader reader, Session session) throws LakeException {
        reader.expect("table");
        TableName from = reader.tableName(session);
        reader.expect("to");
        TableName to = reader.tableName(session);
        reader.expectEnd();
        return engine.change(session, connection -> move(connection, from, to, false));
    }

    private static QueryResult move(Connection connection, TableName from, TableName to, boolean lenient)
            throws SQLException, LakeException {
        long id = lenient ? Catalog.find(connection, from) : Catalog.id(connection, from);
        if (id < 0) {
            return QueryResult.NOTHING;
        }
        if (!from.database().equals(to.database())) {
            throw new LakeException(
                    LakeCode.UNIMPLEMENTED, "a table cannot be moved to another database in this local lake");
        }
        if (Catalog.find(connection, to) >= 0) {
            throw new LakeException(LakeCode.TABLE_EXISTS, "Table '" + to.table() + "' already exists");
        }
        Duck.run(connection, "ALTER TABLE " + from.quoted() + " RENAME TO " + Sql.name(to.table()));
        Catalog.renameTable(connection, id, to);
        return QueryResult.NOTHING;
    }

    private QueryResult truncate(SqlReader reader, Session session) throws LakeException {
        reader.accept("table");
        TableName table = reader.tableName(session);
        reader.expectEnd();
        return engine.change(session, connection -> {
            long id = Catalog.id(connection, table);
            Duck.run(connection, "DELETE FROM " + table.quoted());
            Duck.update(connection, "DELETE FROM lake_internal.files WHERE table_id = ?", id);
            records.forget(id);
            return QueryResult.NOTHING;
        });
    }
}
