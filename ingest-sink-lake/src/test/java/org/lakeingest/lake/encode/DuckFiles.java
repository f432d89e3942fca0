package org.lakeingest.lake.encode;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads encoded files with an engine that knows nothing of their writer. */
final class DuckFiles implements AutoCloseable {
    private final Path folder;
    private final Connection connection;
    private int count;

    DuckFiles(Path folder) throws SQLException {
        this.folder = folder;
        this.connection = DriverManager.getConnection("jdbc:duckdb:");
    }

    /** Rows of a query in which {@code FILE} stands for the file's name in quotes; every value as text. */
    List<List<@Nullable String>> query(EncodedFile file, String sql) throws IOException, SQLException {
        Path path = folder.resolve("file-" + count++);
        try (OutputStream out = Files.newOutputStream(path)) {
            file.content().writeTo(out);
        }
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql.replace("FILE", "'" + path + "'"))) {
            List<List<@Nullable String>> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<@Nullable String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    /** The only value of a query. */
    @Nullable
    String value(EncodedFile file, String sql) throws IOException, SQLException {
        return query(file, sql).get(0).get(0);
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
