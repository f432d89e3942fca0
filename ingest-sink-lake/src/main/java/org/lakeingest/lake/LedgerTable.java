package org.lakeingest.lake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** What the ledger's table is called. */
final class LedgerTable {
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
}
