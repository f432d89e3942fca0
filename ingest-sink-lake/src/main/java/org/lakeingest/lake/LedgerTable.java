package org.lakeingest.lake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The ledger's table: what it is called, who may use it, and how it comes to be. */
final class LedgerTable {
    private static final int TABLE_EXISTS = 2302;
    private static final int CREATED_MEANWHILE = 2322;
    private static final int SEMANTIC = 1065;
    private static final Pattern PLAIN = Pattern.compile("[a-z0-9_]{1,60}");

    private LedgerTable() {}

    /** As configured, or named for the pipeline and beside its target. */
    static TableName name(LakeSinkConfig config, String pipeline) {
        Optional<String> configured = config.ledger().table();
        String database = config.router().database();
        return configured.isPresent()
                ? TableName.parse(configured.get(), database)
                : new TableName(database, "ingest_ledger_" + suffix(pipeline));
    }

    static String suffix(String pipeline) {
        if (PLAIN.matcher(pipeline).matches()) {
            return pipeline;
        }
        String readable = pipeline.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
        return readable.substring(0, Math.min(60, readable.length())) + "_" + hash(pipeline);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 4);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** What tells this pipeline from another one. */
    static String identity(LakeSinkConfig config, String pipeline) {
        return "pipeline " + pipeline + ", table " + config.router();
    }

    /** Creates it if it is absent, and makes sure that it is this pipeline's. */
    static CompletableFuture<Void> open(LakeLedger lake, LedgerSql sql, TableName ledger, String identity) {
        return Futures.then(lake.query(sql.ownRow(), "read the ledger"), (found, failure) -> {
            if (failure == null) {
                check(found, ledger, identity);
                return CompletableFuture.completedFuture(null);
            }
            if (serverCode(failure) != LakeException.UNKNOWN_TABLE) {
                throw explained(failure, ledger);
            }
            return create(lake, sql, identity)
                    .thenCompose(done -> lake.query(sql.ownRow(), "read the ledger"))
                    .thenAccept(made -> check(made, ledger, identity));
        });
    }

    /**
     * Makes sure that a ledger which exists is this pipeline's, and that the tables which were written to are still there. Whatever
     * keeps it from looking is for those to say who open tables and ledger.
     */
    static CompletableFuture<Void> look(LakeLedger lake, LedgerSql sql, TableName ledger, String identity) {
        return Futures.then(lake.query(sql.ownRow(), "read the ledger"), (found, failure) -> {
            if (failure != null) {
                return CompletableFuture.completedFuture(null);
            }
            check(found, ledger, identity);
            return lake.rows().thenCompose(rows -> {
                Map<String, String> written = new TreeMap<>();
                rows.forEach(row -> written.putAll(row.tables()));
                return written.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : lake.ids(written.keySet()).thenAccept(ids -> requireAll(written.keySet(), ids.keySet()));
            });
        });
    }

    private static void requireAll(Set<String> written, Set<String> present) {
        for (String table : written) {
            if (!present.contains(table)) {
                throw new LakeException(
                        LakeErrorCode.LAKE_TABLE_REPLACED,
                        table
                                + " is gone, or the user may not see it in system.tables, and rows of this pipeline were in it;"
                                + " UNDROP TABLE may bring it back");
            }
        }
    }

    private static CompletableFuture<Void> create(LakeLedger lake, LedgerSql sql, String identity) {
        return lake.query(sql.create(identity), "create the ledger").handle((done, failure) -> {
            int code = failure == null ? 0 : serverCode(failure);
            if (failure != null && code != TABLE_EXISTS && code != CREATED_MEANWHILE) {
                throw LakeException.inContext("Cannot keep positions", failure);
            }
            return null;
        });
    }

    private static int serverCode(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof LakeException lake) {
                return lake.serverCode();
            }
        }
        return 0;
    }

    private static RuntimeException explained(Throwable failure, TableName ledger) {
        if (serverCode(failure) == SEMANTIC) {
            return new LakeException(
                    LakeErrorCode.LAKE_LEDGER_FOREIGN,
                    SEMANTIC,
                    "the table " + ledger + " is no ledger of this version",
                    failure);
        }
        return LakeException.inContext("Cannot keep positions", failure);
    }

    private static void check(QueryResult found, TableName ledger, String identity) {
        if (found.rows().size() != 1) {
            throw foreign(ledger, found.rows().size() + " rows of its own, and should have one: it was edited", null);
        }
        int protocol = Integer.parseInt(found.text(0, 1));
        if (protocol != LedgerSql.PROTOCOL) {
            throw foreign(ledger, "version " + protocol + ", and this program reads " + LedgerSql.PROTOCOL, null);
        }
        String owner = found.text(0, 0);
        if (!owner.equals(identity)) {
            throw foreign(ledger, "the positions of another configuration (" + owner + ", not " + identity + ")", null);
        }
    }

    private static LakeException foreign(TableName ledger, String what, @Nullable Throwable cause) {
        return new LakeException(LakeErrorCode.LAKE_LEDGER_FOREIGN, 0, "the ledger " + ledger + " has " + what, cause);
    }
}
