package org.lakeingest.sandbox.lake;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/**
 * What the conformance tests share: the lake that {@code TEST_LAKE_DSN} names, or else a local one; a database of its own for each class and
 * a folder of its own for each test.
 */
abstract class LakeConformance {
    private static @Nullable LocalLake local;
    private static String dsn = "";
    private static String database = "";

    LakeClient lake = LakeClient.of("http://nobody:x@127.0.0.1:1");
    String folder = "";

    @BeforeAll
    static void startLake() {
        String named = System.getenv("TEST_LAKE_DSN");
        if (named == null) {
            local = LocalLake.start(LakeOptions.inMemory());
            dsn = local.dsn();
        } else {
            dsn = named;
        }
        database = "conf_" + UUID.randomUUID().toString().replace("-", "");
        LakeClient.of(dsn).query("CREATE DATABASE " + database);
    }

    @AfterAll
    static void stopLake() {
        LakeClient.of(dsn).query("DROP DATABASE " + database);
        if (local != null) {
            local.close();
            local = null;
        }
    }

    @BeforeEach
    void openSession() {
        lake = newClient();
        folder = "conf/" + UUID.randomUUID();
    }

    static LakeClient newClient() {
        LakeClient client = LakeClient.of(dsn);
        client.session = LakeClient.JSON.createObjectNode().put("database", database);
        return client;
    }

    static String database() {
        return database;
    }

    static boolean isLocal() {
        return local != null;
    }

    LakeClient.Refused refused(String sql) {
        LakeClient.Refused refused = catchThrowableOfType(LakeClient.Refused.class, () -> lake.query(sql));
        if (refused == null) {
            throw new AssertionError("not refused: " + sql + " → " + lake.last);
        }
        return refused;
    }

    void stage(String name, String content) {
        stage(name, content.getBytes(StandardCharsets.UTF_8));
    }

    void stage(String name, byte[] content) {
        var response = lake.upload("~", folder, Map.of(name, content));
        if (response.statusCode() != 200) {
            throw new AssertionError(response.body());
        }
    }

    String copy(String table, String file, String format, String options) {
        return "COPY INTO " + table + " FROM @~/" + folder + "/ FILES=('" + file + "') FILE_FORMAT=(TYPE=" + format
                + ") " + options;
    }

    /** A Parquet file with the rows of a query in DuckDB's dialect. */
    static byte[] parquet(String query) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            Path file = Files.createTempFile("conformance", ".parquet");
            statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet, COMPRESSION zstd)");
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            return bytes;
        } catch (SQLException | IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
