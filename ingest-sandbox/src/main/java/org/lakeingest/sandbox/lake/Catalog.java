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
            "CREATE SEQUENCE IF NOT EXISTS lake_internal.ids START 10",
            "CREATE TABLE IF NOT EXISTS lake_internal.databases(name VARCHAR NOT NULL)",
            "INSERT INTO lake_internal.databases SELECT 'default' WHERE NOT EXISTS (FROM lake_internal.databases)",
            "CREATE TABLE IF NOT EXISTS lake_internal.stages(name VARCHAR NOT NULL)",
            "CREATE TABLE IF NOT EXISTS lake_internal.files(table_id UBIGINT, path VARCHAR, expires_at BIGINT)",
            "CREATE TABLE IF NOT EXISTS lake_internal.tables(name VARCHAR, database VARCHAR, table_id UBIGINT,"
                    + " created_on TIMESTAMP)",
            "CREATE TABLE IF NOT EXISTS lake_internal.columns(table_id UBIGINT, ordinal INTEGER, name VARCHAR,"
                    + " type VARCHAR, data_type VARCHAR, declared VARCHAR, default_expression VARCHAR,"
                    + " is_nullable VARCHAR, comment VARCHAR)",
            "CREATE OR REPLACE VIEW lake_internal.system_databases AS SELECT 'default' AS catalog, name"
                    + " FROM lake_internal.databases",
            "CREATE OR REPLACE VIEW lake_internal.system_tables AS SELECT 'default' AS catalog, database, name, table_id,"
                    + " 'FUSE' AS engine, '' AS cluster_by, created_on FROM lake_internal.tables",
            "CREATE OR REPLACE VIEW lake_internal.system_columns AS SELECT c.name, t.database, t.name AS \"table\", c.type,"
                    + " c.data_type, CASE WHEN c.default_expression = '' THEN '' ELSE 'DEFAULT' END AS default_kind,"
                    + " c.default_expression, c.is_nullable, c.comment FROM lake_internal.columns c"
                    + " JOIN lake_internal.tables t USING (table_id) ORDER BY t.database, t.name, c.ordinal",
            "CREATE OR REPLACE VIEW lake_internal.information_schema_tables AS SELECT 'default' AS table_catalog,"
                    + " database AS table_schema, name AS table_name, 'BASE TABLE' AS table_type FROM lake_internal.tables",
            "CREATE OR REPLACE VIEW lake_internal.information_schema_columns AS SELECT 'default' AS table_catalog,"
                    + " database AS table_schema, \"table\" AS table_name, name AS column_name,"
                    + " CAST(1 AS UTINYINT) AS ordinal_position, is_nullable, lower(data_type) AS data_type"
                    + " FROM lake_internal.system_columns",
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
        String sql = "SELECT name FROM lake_internal.tables WHERE database = ? ORDER BY name";
        for (@Nullable String[] row : Duck.rows(connection, sql, database)) {
            names.add(String.valueOf(row[0]));
        }
        return names;
    }

    /** The id of a table, or -1. */
    static long find(Connection connection, TableName table) throws SQLException {
        List<@Nullable String[]> rows = Duck.rows(
                connection,
                "SELECT table_id FROM lake_internal.tables WHERE database = ? AND name = ?",
                table.database(),
                table.table());
        return rows.isEmpty() ? -1 : Long.parseLong(String.valueOf(rows.get(0)[0]));
    }

    /** The id of a table that must exist. */
    static long id(Connection connection, TableName table) throws SQLException, LakeException {
        long id = find(connection, table);
        if (id < 0) {
            throw databaseExists(connection, table.database())
                    ? new LakeException(LakeCode.UNKNOWN_TABLE, "Unknown table '" + table.table() + "'")
                    : new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + table.database() + "'");
        }
        return id;
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

    static void addTable(Connection connection, TableName table, List<Column> columns) throws SQLException {
        List<@Nullable String[]> id = Duck.rows(connection, "SELECT nextval('lake_internal.ids')");
        long tableId = Long.parseLong(String.valueOf(id.get(0)[0]));
        Duck.update(
                connection,
                "INSERT INTO lake_internal.tables VALUES (?, ?, ?, current_localtimestamp())",
                table.table(),
                table.database(),
                tableId);
        for (Column column : columns) {
            addColumn(connection, tableId, column);
        }
    }

    static void addColumn(Connection connection, long tableId, Column column) throws SQLException {
        Duck.update(
                connection,
                "INSERT INTO lake_internal.columns VALUES (?, nextval('lake_internal.ids'), ?, ?, ?, ?, ?, ?, ?)",
                tableId,
                column.name(),
                column.type().schemaName(column.nullable()),
                column.type().described(),
                column.type().schemaName(false).replace(",)", ")"),
                column.defaultText(),
                column.nullable() ? "YES" : "NO",
                column.comment());
    }

    static void dropColumn(Connection connection, long tableId, String name) throws SQLException {
        Duck.update(connection, "DELETE FROM lake_internal.columns WHERE table_id = ? AND name = ?", tableId, name);
    }

    static void renameTable(Connection connection, long tableId, TableName to) throws SQLException {
        Duck.update(
                connection,
                "UPDATE lake_internal.tables SET name = ?, database = ? WHERE table_id = ?",
                to.table(),
                to.database(),
                tableId);
    }

    /** Drops a table that exists, with what is known about it. */
    static void dropTable(Connection connection, TableName table) throws SQLException {
        long id = find(connection, table);
        Duck.run(connection, "DROP TABLE IF EXISTS " + table.quoted());
        Duck.update(connection, "DELETE FROM lake_internal.columns WHERE table_id = ?", id);
        Duck.update(connection, "DELETE FROM lake_internal.tables WHERE table_id = ?", id);
        Duck.update(connection, "DELETE FROM lake_internal.files WHERE table_id = ?", id);
    }
}
