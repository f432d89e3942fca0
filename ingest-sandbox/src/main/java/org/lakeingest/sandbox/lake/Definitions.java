package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;

/** CREATE and DROP of databases and stages; tables are passed on. Thread-safe. */
final class Definitions implements Engine.Part {
    private final Engine engine;
    private final Stages stages;
    private final TableDefinitions tables;

    Definitions(Engine engine, Stages stages, TableDefinitions tables) {
        this.engine = engine;
        this.stages = stages;
        this.tables = tables;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        return switch (word) {
            case "create" -> create(reader, session, cancellation);
            case "drop" -> drop(reader, session);
            default -> {
                reader.expect("table");
                yield tables.undrop(reader.tableName(session), reader, session);
            }
        };
    }

    private QueryResult create(SqlReader reader, Session session, Cancellation cancellation) throws LakeException {
        boolean replace = reader.accept("or", "replace");
        boolean isTransient = reader.accept("transient");
        if (isTransient || reader.peek().isWord("table")) {
            reader.expect("table");
            return tables.create(reader, session, new TableDefinitions.Manner(replace, isTransient), cancellation);
        }
        if (reader.accept("database") || reader.accept("schema")) {
            boolean lenient = reader.accept("if", "not", "exists");
            String name = reader.identifier();
            reader.expectEnd();
            return engine.define(new Session(null), connection -> createDatabase(connection, name, lenient || replace));
        }
        if (reader.accept("stage")) {
            boolean lenient = reader.accept("if", "not", "exists");
            String name = reader.identifier();
            if (reader.peek().isWord("url")) {
                throw new LakeException(LakeCode.UNIMPLEMENTED, "external stages are not offered by this local lake");
            }
            reader.rest();
            return engine.define(session, connection -> createStage(connection, name, lenient || replace));
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

    private QueryResult drop(SqlReader reader, Session session) throws LakeException {
        if (reader.accept("table")) {
            boolean lenient = reader.accept("if", "exists");
            TableName table = reader.tableName(session);
            reader.accept("all");
            reader.expectEnd();
            return tables.drop(table, lenient, session);
        }
        if (reader.accept("database") || reader.accept("schema")) {
            boolean lenient = reader.accept("if", "exists");
            String name = reader.identifier();
            reader.expectEnd();
            return engine.define(new Session(null), connection -> dropDatabase(connection, name, lenient));
        }
        reader.expect("stage");
        boolean lenient = reader.accept("if", "exists");
        String name = reader.identifier();
        reader.expectEnd();
        return engine.define(session, connection -> {
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
}
