package org.lakeingest.sandbox.lake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** The database inside: opens it, and gives every statement a connection of its own. Thread-safe. */
final class Duck implements AutoCloseable {
    private final DuckDBConnection root;

    private Duck(DuckDBConnection root) {
        this.root = root;
    }

    static Duck open(LakeOptions options, Path spill) throws SQLException, IOException {
        Files.createDirectories(spill);
        Properties properties = new Properties();
        properties.setProperty("memory_limit", options.memoryBytes() / 1024 + "KiB");
        properties.setProperty("threads", String.valueOf(options.threads()));
        properties.setProperty("temp_directory", spill.toString());
        properties.setProperty("preserve_insertion_order", "false");
        properties.setProperty("autoinstall_known_extensions", "false");
        Path file = options.database();
        if (file != null && file.toAbsolutePath().getParent() != null) {
            Files.createDirectories(file.toAbsolutePath().getParent());
        }
        Connection connection = DriverManager.getConnection("jdbc:duckdb:" + (file == null ? "" : file), properties);
        try {
            run(connection, "SET GLOBAL TimeZone = 'UTC'");
            return new Duck(connection.unwrap(DuckDBConnection.class));
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** A connection whose unqualified names belong to the given database of the lake. The caller closes it. */
    Connection connect(String database) throws SQLException, LakeException {
        Connection connection = root.duplicate();
        try {
            use(connection, database);
            return connection;
        } catch (LakeException e) {
            connection.close();
            throw e;
        }
    }

    /** Changes the database to which unqualified names belong. */
    void use(Connection connection, String database) throws SQLException, LakeException {
        try {
            run(connection, "SET schema = " + Sql.text(Sql.name(database)));
        } catch (SQLException e) {
            throw new LakeException(LakeCode.UNKNOWN_DATABASE, "Unknown database '" + database + "'");
        }
    }

    static long run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return Math.max(0, statement.getUpdateCount());
        }
    }

    /** Runs a statement that can be cancelled. */
    static long run(Connection connection, String sql, Cancellation cancellation) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            cancellation.onCancel(canceller(statement));
            statement.execute(sql);
            return Math.max(0, statement.getUpdateCount());
        } finally {
            cancellation.clear();
        }
    }

    static Runnable canceller(Statement statement) {
        return () -> {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // It has ended meanwhile: there is nothing to cancel.
                assert e != null;
            }
        };
    }

    static long update(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            return statement.executeUpdate();
        }
    }

    static List<@Nullable String[]> rows(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            List<@Nullable String[]> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    @Nullable String[] row = new @Nullable String[columns];
                    for (int i = 0; i < columns; i++) {
                        row[i] = result.getString(i + 1);
                    }
                    rows.add(row);
                }
            }
            return rows;
        }
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
    }

    @Override
    public void close() {
        try {
            root.close();
        } catch (SQLException e) {
            throw new IllegalStateException("Cannot close the database: " + e.getMessage(), e);
        }
    }
}
