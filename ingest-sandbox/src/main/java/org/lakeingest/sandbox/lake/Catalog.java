package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the lake knows about its databases, tables and columns, kept in tables of a schema of its own so that it lives and dies with
 * the database. Every call works in the caller's transaction. Stateless.
 */
final class Catalog {
    static final String SCHEMA = "lake_internal";

    private static final List<String> SET_UP = List.of(
            "CREATE SCHEMA IF NOT EXISTS \"default\"",
            "CREATE SCHEMA IF NOT EXISTS lake_internal",
            "CREATE SCHEMA IF NOT EXISTS lake_data",
            "CREATE SEQUENCE IF NOT EXISTS lake_internal.ids START 10",
            "CREATE TABLE IF NOT EXISTS lake_internal.databases(name VARCHAR NOT NULL)",
            "INSERT INTO lake_internal.databases SELECT 'default' WHERE NOT EXISTS (FROM lake_internal.databases)",
            "CREATE TABLE IF NOT EXISTS lake_internal.stages(name VARCHAR NOT NULL)",
            "CREATE TABLE IF NOT EXISTS lake_internal.files(table_id UBIGINT, path VARCHAR, expires_at BIGINT)",
            "CREATE TABLE IF NOT EXISTS lake_internal.segments(seg INTEGER, table_id UBIGINT, born BIGINT, row_count BIGINT)",
            "CREATE TABLE IF NOT EXISTS lake_internal.tables(name VARCHAR, database VARCHAR, table_id UBIGINT,"
                    + " created_on TIMESTAMP, is_transient BOOLEAN, dropped_on TIMESTAMP)",
            "CREATE TABLE IF NOT EXISTS lake_internal.columns(table_id UBIGINT, ordinal DOUBLE, name VARCHAR,"
                    + " type VARCHAR, data_type VARCHAR, declared VARCHAR, default_expression VARCHAR,"
                    + " is_nullable VARCHAR, comment VARCHAR)",
            "CREATE OR REPLACE VIEW lake_internal.system_databases AS SELECT 'default' AS catalog, name"
                    + " FROM lake_internal.databases",
            "CREATE OR REPLACE VIEW lake_internal.system_tables AS SELECT 'default' AS catalog, database, name, table_id,"
                    + " 'FUSE' AS engine, '' AS cluster_by, created_on, ' STORAGE_FORMAT=''parquet''' AS table_option,"
                    + " CAST(NULL AS UBIGINT) AS number_of_segments FROM lake_internal.tables WHERE dropped_on IS NULL",
            "CREATE OR REPLACE VIEW lake_internal.system_columns AS SELECT c.name, t.database, t.name AS \"table\", c.type,"
                    + " c.data_type, CASE WHEN c.default_expression = '' THEN '' ELSE 'DEFAULT' END AS default_kind,"
                    + " c.default_expression, c.is_nullable, c.comment FROM lake_internal.columns c"
                    + " JOIN lake_internal.tables t USING (table_id) WHERE t.dropped_on IS NULL ORDER BY t.database, t.name, c.ordinal",
            "CREATE OR REPLACE VIEW lake_internal.information_schema_tables AS SELECT 'default' AS table_catalog,"
                    + " database AS table_schema, name AS table_name, 'BASE TABLE' AS table_type FROM lake_internal.system_tables",
            "CREATE OR REPLACE VIEW lake_internal.information_schema_columns AS SELECT 'default' AS table_catalog,"
                    + " database AS table_schema, \"table\" AS table_name, name AS column_name,"
                    + " CAST(1 AS UTINYINT) AS ordinal_position, is_nullable, lower(data_type) AS data_type"
                    + " FROM lake_internal.system_columns",
            ValueMacros.PLUS_ONE,
            ValueMacros.DECIMAL_DIGITS,
            ValueMacros.DECIMAL_TEXT,
            ValueMacros.DECIMAL,
            ValueMacros.TIMESTAMP_TZ,
            "CREATE OR REPLACE MACRO lake_user() AS '''root''@''%'''",
            "CREATE OR REPLACE MACRO parse_json(x) AS CAST(x AS JSON)",
            "CREATE OR REPLACE MACRO to_string(x) AS CAST(x AS VARCHAR)",
            "CREATE OR REPLACE MACRO to_uint64(x) AS CAST(x AS UBIGINT)",
            "CREATE OR REPLACE MACRO to_int64(x) AS CAST(x AS BIGINT)",
            "CREATE OR REPLACE MACRO to_int32(x) AS CAST(x AS INTEGER)",
            "CREATE OR REPLACE MACRO to_float64(x) AS CAST(x AS DOUBLE)",
            "CREATE OR REPLACE MACRO numbers(n) AS TABLE SELECT CAST(range AS UBIGINT) AS number FROM range(n)");

    private Catalog() {}

    /**
     * A column of a table.
     *
     * @param defaultText the default as written, or empty
     */
    record Column(String name, LakeType type, boolean nullable, String defaultText, String comment) {}

    static void setUp(Connection connection) throws SQLException {
        for (String sql : SET_UP) {
            Duck.run(connection, sql);
        }
    }

    static List<String> databases(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        for (@Nullable String[] row : Duck.rows(connection, "SELECT name FROM lake_internal.databases ORDER BY name")) {
            names.add(String.valueOf(row[0]));
        }
        return names;
    }

    static boolean databaseExists(Connection connection, String name) throws SQLException {
        return !Duck.rows(connection, "SELECT 1 FROM lake_internal.databases WHERE name = ?", name)
                .isEmpty();
    }

    static List<String> tables(Connection connection, String database) throws SQLException {
        List<String> names = new ArrayList<>();
        String sql = "SELECT name FROM lake_internal.system_tables WHERE database = ? ORDER BY name";
        for (@Nullable String[] row : Duck.rows(connection, sql, database)) {
            names.add(String.valueOf(row[0]));
        }
        return names;
    }

    /** Which table a name means now. */
    record Identity(long id, boolean isTransient) {}

    private static @Nullable Identity lookUp(Connection connection, TableName table) throws SQLException {
        List<@Nullable String[]> rows = Duck.rows(
                connection,
                "SELECT table_id, is_transient FROM lake_internal.tables WHERE database = ? AND name = ?"
                        + " AND dropped_on IS NULL",
                table.database(),
                table.table());
        return rows.isEmpty()
                ? null
                : new Identity(
                        Long.parseLong(String.valueOf(rows.get(0)[0])),
                        Boolean.parseBoolean(String.valueOf(rows.get(0)[1])));
    }

    /** A table that must exist. */
    static Identity identity(Connection connection, TableName table) throws SQLException, LakeException {
        Identity found = lookUp(connection, table);
        if (found == null) {
            throw databaseExists(connection, table.database())
                    ? new LakeException(LakeCode.UNKNOWN_TABLE, "Unknown table '" + table.table() + "'")
                    : new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + table.database() + "'");
        }
        return found;
    }

    /** The id of a table, or -1. */
    static long find(Connection connection, TableName table) throws SQLException {
        Identity found = lookUp(connection, table);
        return found == null ? -1 : found.id();
    }

    /** The id of a table that must exist. */
    static long id(Connection connection, TableName table) throws SQLException, LakeException {
        return identity(connection, table).id();
    }

    static List<Column> columns(Connection connection, long tableId) throws SQLException, LakeException {
        List<Column> columns = new ArrayList<>();
        String sql = "SELECT name, declared, is_nullable, default_expression, comment FROM lake_internal.columns"
                + " WHERE table_id = ? ORDER BY ordinal";
        for (@Nullable String[] row : Duck.rows(connection, sql, tableId)) {
            String declared = String.valueOf(row[1]);
            LakeType type = LakeType.parse(new SqlReader(declared, SqlTokenizer.tokens(declared)));
            columns.add(new Column(
                    String.valueOf(row[0]),
                    type,
                    "YES".equals(row[2]),
                    String.valueOf(row[3]),
                    String.valueOf(row[4])));
        }
        return columns;
    }

    static void addDatabase(Connection connection, String name) throws SQLException {
        Duck.run(connection, "CREATE SCHEMA " + Sql.name(name));
        Duck.update(connection, "INSERT INTO lake_internal.databases VALUES (?)", name);
    }

    static void dropDatabase(Connection connection, String name) throws SQLException {
        for (String table : tables(connection, name)) {
            dropTable(connection, new TableName(name, table));
        }
        Duck.run(connection, "DROP SCHEMA " + Sql.name(name) + " CASCADE");
        Duck.update(connection, "DELETE FROM lake_internal.databases WHERE name = ?", name);
    }

    static long newTableId(Connection connection) throws SQLException {
        List<@Nullable String[]> id = Duck.rows(connection, "SELECT nextval('lake_internal.ids')");
        return Long.parseLong(String.valueOf(id.get(0)[0]));
    }

    /** Lists a table whose rows are stored already under its id, and shows it under its name. */
    static void addTable(
            Connection connection, long tableId, TableName table, List<Column> columns, boolean isTransient)
            throws SQLException {
        Duck.update(
                connection,
                "INSERT INTO lake_internal.tables VALUES (?, ?, ?, current_localtimestamp(), ?, NULL)",
                table.table(),
                table.database(),
                tableId,
                isTransient);
        for (Column column : columns) {
            addColumn(connection, tableId, column);
        }
        show(connection, tableId, table, columns);
    }

    /** Shows the rows of all committed segments of a table under its name. */
    static void show(Connection connection, long tableId, TableName table, List<Column> columns) throws SQLException {
        List<String> names = new ArrayList<>();
        columns.forEach(c -> names.add(c.name()));
        Duck.run(
                connection,
                "CREATE OR REPLACE VIEW " + table.quoted() + " AS SELECT " + Sql.names(names) + " FROM "
                        + TableState.base(tableId)
                        + " WHERE lake_seg IN (SELECT seg FROM lake_internal.segments)");
    }

    static void addColumn(Connection connection, long tableId, Column column) throws SQLException {
        Duck.update(
                connection,
                "INSERT INTO lake_internal.columns VALUES (?, nextval('lake_internal.ids'), ?, ?, ?, ?, ?, ?, ?)",
                tableId,
                column.name(),
                column.type().listed(column.nullable()),
                column.type().described(),
                column.type().declared(),
                column.defaultText(),
                column.nullable() ? "YES" : "NO",
                column.comment());
    }

    /** Moves a column behind another one, or to the front. */
    static void placeColumn(Connection connection, long tableId, String name, @Nullable String after)
            throws SQLException {
        String known = "(SELECT ordinal FROM lake_internal.columns WHERE table_id = " + tableId + " AND name = ";
        String place = after == null
                ? "(SELECT min(ordinal) - 1 FROM lake_internal.columns WHERE table_id = " + tableId + ")"
                : known + Sql.text(after)
                        + ") + 1e-6 * (1 + (SELECT count(*) FROM lake_internal.columns WHERE table_id = " + tableId
                        + ")) ^ -1";
        Duck.run(
                connection,
                "UPDATE lake_internal.columns SET ordinal = " + place + " WHERE table_id = " + tableId + " AND name = "
                        + Sql.text(name));
    }

    /** Gives a column another type, nullability, default and comment. */
    static void replaceColumn(Connection connection, long tableId, Column column) throws SQLException {
        Duck.update(
                connection,
                "UPDATE lake_internal.columns SET type = ?, data_type = ?, declared = ?, default_expression = ?,"
                        + " is_nullable = ?, comment = ? WHERE table_id = ? AND name = ?",
                column.type().listed(column.nullable()),
                column.type().described(),
                column.type().declared(),
                column.defaultText(),
                column.nullable() ? "YES" : "NO",
                column.comment(),
                tableId,
                column.name());
    }

    static void dropColumn(Connection connection, long tableId, String name) throws SQLException {
        Duck.update(connection, "DELETE FROM lake_internal.columns WHERE table_id = ? AND name = ?", tableId, name);
    }

    static void renameTable(Connection connection, long tableId, TableName from, TableName to)
            throws SQLException, LakeException {
        Duck.run(connection, "DROP VIEW " + from.quoted());
        Duck.update(
                connection,
                "UPDATE lake_internal.tables SET name = ?, database = ? WHERE table_id = ?",
                to.table(),
                to.database(),
                tableId);
        show(connection, tableId, to, columns(connection, tableId));
    }

    /** Hides a table that exists; its rows stay until {@link #forgetDropped}. */
    static void dropTable(Connection connection, TableName table) throws SQLException {
        Duck.run(connection, "DROP VIEW IF EXISTS " + table.quoted());
        Duck.update(
                connection,
                "UPDATE lake_internal.tables SET dropped_on = current_localtimestamp() WHERE table_id = ?",
                find(connection, table));
    }

    /** The table of this name that was dropped last, or -1. */
    static long dropped(Connection connection, TableName table) throws SQLException {
        List<@Nullable String[]> rows = Duck.rows(
                connection,
                "SELECT table_id FROM lake_internal.tables WHERE database = ? AND name = ? AND dropped_on IS NOT NULL"
                        + " ORDER BY dropped_on DESC, table_id DESC LIMIT 1",
                table.database(),
                table.table());
        return rows.isEmpty() ? -1 : Long.parseLong(String.valueOf(rows.get(0)[0]));
    }

    static void undropTable(Connection connection, long tableId, TableName table) throws SQLException, LakeException {
        Duck.update(connection, "UPDATE lake_internal.tables SET dropped_on = NULL WHERE table_id = ?", tableId);
        show(connection, tableId, table, columns(connection, tableId));
    }

    /** The dropped tables beyond the newest {@code kept}. */
    static List<Long> longDropped(Connection connection, int kept) throws SQLException {
        List<Long> ids = new ArrayList<>();
        String sql = "SELECT table_id FROM lake_internal.tables WHERE dropped_on IS NOT NULL ORDER BY dropped_on DESC,"
                + " table_id DESC OFFSET " + kept;
        for (@Nullable String[] row : Duck.rows(connection, sql)) {
            ids.add(Long.valueOf(String.valueOf(row[0])));
        }
        return ids;
    }

    /** Removes a dropped table with all that is known about it. */
    static void forgetDropped(Connection connection, long tableId) throws SQLException {
        Duck.run(connection, "DROP TABLE IF EXISTS " + TableState.base(tableId));
        for (String known : List.of("columns", "files", "segments", "tables")) {
            Duck.run(connection, "DELETE FROM lake_internal." + known + " WHERE table_id = " + tableId);
        }
    }
}
