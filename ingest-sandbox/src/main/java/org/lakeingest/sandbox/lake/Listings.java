package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** SHOW, DESC, LIST and REMOVE. Thread-safe. */
final class Listings implements Engine.Part {
    private static final List<Field> DESCRIPTION = List.of(
            new Field("Field", "String"),
            new Field("Type", "String"),
            new Field("Null", "String"),
            new Field("Default", "String"),
            new Field("Extra", "String"));
    private static final List<Field> FILES = List.of(
            new Field("name", "String"),
            new Field("size", "UInt64"),
            new Field("md5", "Nullable(String)"),
            new Field("last_modified", "String"),
            new Field("creator", "Nullable(String)"));
    private static final Pattern PLAIN = Pattern.compile("[a-z_][a-z0-9_$]*");
    private static final DateTimeFormatter MODIFIED =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Engine engine;
    private final Stages stages;

    Listings(Engine engine, Stages stages) {
        this.engine = engine;
        this.stages = stages;
    }

    @Override
    public QueryResult execute(String word, SqlReader reader, Session session, Cancellation cancellation)
            throws LakeException {
        return switch (word) {
            case "show" -> show(reader, session);
            case "desc", "describe" -> {
                reader.accept("table");
                yield describe(reader.tableName(session), reader, session);
            }
            case "list", "ls" -> list(reader, session);
            default -> remove(reader, session);
        };
    }

    private QueryResult show(SqlReader reader, Session session) throws LakeException {
        reader.accept("full");
        if (reader.accept("tables")) {
            boolean named = reader.accept("from") || reader.accept("in");
            String database = named ? reader.identifier() : session.database();
            return names(reader, session, "Tables_in_" + database, connection -> {
                if (!Catalog.databaseExists(connection, database)) {
                    throw new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
                }
                return Catalog.tables(connection, database);
            });
        }
        if (reader.accept("databases") || reader.accept("schemas")) {
            return names(reader, session, "databases_in_default", Catalog::databases);
        }
        if (reader.accept("stages")) {
            return names(reader, session, "name", Listings::stageNames);
        }
        if (reader.accept("create", "table")) {
            TableName table = reader.tableName(session);
            reader.expectEnd();
            return engine.read(session, connection -> createTable(connection, table));
        }
        if (reader.accept("fields") || reader.accept("columns")) {
            if (!reader.accept("in")) {
                reader.expect("from");
            }
            return describe(reader.tableName(session), reader, session);
        }
        throw reader.unexpected();
    }

    private interface Names {
        List<String> read(Connection connection) throws SQLException, LakeException;
    }

    private QueryResult names(SqlReader reader, Session session, String column, Names names) throws LakeException {
        Pattern like = null;
        if (reader.accept("like")) {
            String text = reader.string();
            like = Pattern.compile(Pattern.quote(text).replace("%", "\\E.*\\Q").replace("_", "\\E.\\Q"));
        }
        reader.expectEnd();
        Pattern wanted = like;
        return engine.read(session, connection -> {
            List<@Nullable String[]> rows = new ArrayList<>();
            for (String name : names.read(connection)) {
                if (wanted == null || wanted.matcher(name).matches()) {
                    rows.add(new @Nullable String[] {name});
                }
            }
            return QueryResult.rows(List.of(new Field(column, "String")), rows);
        });
    }

    private static List<String> stageNames(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        for (@Nullable String[] row : Duck.rows(connection, "SELECT name FROM lake_internal.stages ORDER BY name")) {
            names.add(String.valueOf(row[0]));
        }
        return names;
    }

    private QueryResult describe(TableName table, SqlReader reader, Session session) throws LakeException {
        reader.expectEnd();
        return engine.read(session, connection -> {
            List<@Nullable String[]> rows = new ArrayList<>();
            for (Catalog.Column column : Catalog.columns(connection, Catalog.id(connection, table))) {
                boolean binary = column.type().is("Binary");
                String implied =
                        column.nullable() ? "NULL" : binary ? "" : column.type().impliedDefault();
                rows.add(new @Nullable String[] {
                    column.name(),
                    column.type().described(),
                    column.nullable() ? "YES" : "NO",
                    column.defaultText().isEmpty() ? implied : column.defaultText(),
                    ""
                });
            }
            return QueryResult.rows(DESCRIPTION, rows);
        });
    }

    private static QueryResult createTable(Connection connection, TableName table) throws SQLException, LakeException {
        List<String> lines = new ArrayList<>();
        for (Catalog.Column column : Catalog.columns(connection, Catalog.id(connection, table))) {
            String name = shown(column.name());
            lines.add("  " + name + " " + column.type().created() + (column.nullable() ? " NULL" : " NOT NULL")
                    + (column.defaultText().isEmpty() ? "" : " DEFAULT " + column.defaultText())
                    + (column.comment().isEmpty() ? "" : " COMMENT " + Sql.text(column.comment())));
        }
        String text = "CREATE TABLE " + shown(table.table()) + " (\n" + String.join(",\n", lines) + "\n) ENGINE=FUSE";
        return QueryResult.rows(
                List.of(new Field("Table", "String"), new Field("Create Table", "String")),
                List.<@Nullable String[]>of(new @Nullable String[] {table.table(), text}));
    }

    private static String shown(String name) {
        return PLAIN.matcher(name).matches() ? name : Sql.name(name);
    }

    private List<Stages.Staged> located(SqlReader reader, Session session) throws LakeException {
        Stages.Location location = Definitions.location(reader);
        String pattern = null;
        if (reader.accept("pattern")) {
            if (!reader.acceptSymbol("=")) {
                reader.expectSymbol("=>");
            }
            pattern = reader.string();
        }
        reader.expectEnd();
        engine.read(session, connection -> {
            Definitions.requireStage(connection, location.stage());
            return QueryResult.NOTHING;
        });
        return stages.list(location, pattern);
    }

    private QueryResult list(SqlReader reader, Session session) throws LakeException {
        List<@Nullable String[]> rows = new ArrayList<>();
        for (Stages.Staged file : located(reader, session)) {
            String modified = MODIFIED.format(Instant.ofEpochMilli(file.modifiedMillis())) + " +0000";
            rows.add(new @Nullable String[] {file.name(), String.valueOf(file.size()), null, modified, null});
        }
        return QueryResult.rows(FILES, rows);
    }

    private QueryResult remove(SqlReader reader, Session session) throws LakeException {
        Stages.remove(located(reader, session));
        return QueryResult.NOTHING;
    }
}
