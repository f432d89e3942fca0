package org.lakeingest.lake;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.lakeingest.sandbox.lake.LakeOptions;
import org.lakeingest.sandbox.lake.LocalLake;

/**
 * A lake to test against: the one that TEST_LAKE_DSN names, else a local one. Tables have names of their own and are dropped at the
 * end.
 */
final class TestLake implements BeforeAllCallback, AfterAllCallback {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final String prefix = "t" + UUID.randomUUID().toString().substring(0, 8) + "_";
    private @Nullable LocalLake local;
    private @Nullable String dsn;
    private @Nullable LakeHttp http;
    private @Nullable LakeClient client;

    @Override
    public void beforeAll(ExtensionContext context) {
        start();
    }

    void start() {
        String external = System.getenv("TEST_LAKE_DSN");
        if (external == null) {
            local = LocalLake.start(LakeOptions.inMemory());
        }
        dsn = local == null ? String.valueOf(external) : local.dsn();
        LakeDsn parsed = LakeDsn.parse(dsn());
        http = new LakeHttp(parsed, Optional.empty(), TIMEOUT, TIMEOUT, TIMEOUT, 16);
        client = new LakeClient(parsed, http, Clock.systemUTC(), TIMEOUT, TIMEOUT);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        stop();
    }

    void stop() {
        if (http == null) {
            return;
        }
        for (List<@Nullable String> row : rows("SELECT table_name FROM information_schema.tables")) {
            if (String.valueOf(row.get(0)).startsWith(prefix)) {
                rows("DROP TABLE `default`.`" + row.get(0) + "`");
            }
        }
        http.close();
        if (local != null) {
            local.close();
        }
    }

    private static <T> T started(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the lake is not started");
        }
        return value;
    }

    String dsn() {
        return started(dsn);
    }

    /** A table name that no other test uses. */
    String table(String name) {
        return "default." + SqlIdentifier.fold(prefix + name);
    }

    /** The same for use in statements. */
    String sql(String name) {
        return TableName.parse(table(name), "default").sql();
    }

    LakeClient client() {
        return started(client);
    }

    List<List<@Nullable String>> rows(String sql) {
        try {
            return client().query(sql, CallPurpose.REPEATABLE).join().rows();
        } catch (CompletionException e) {
            throw LakeException.of(e);
        }
    }

    String value(String sql) {
        return String.valueOf(rows(sql).get(0).get(0));
    }

    /** Names of all files in the user's stage whose path starts like this. */
    List<String> stageFiles(String prefixOfPath) {
        return rows("LIST @~/" + prefixOfPath).stream()
                .map(row -> String.valueOf(row.get(0)))
                .toList();
    }
}
