package org.lakeingest.engine.write;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.SourcePartition;

/** Names batches by pipeline, partition and range, the same on every attempt. */
final class BatchNames {
    private static final int READABLE_LENGTH = 60;
    private static final int HASH_BYTES = 8;

    private BatchNames() {}

    /** Readable, and unique by a hash of what may have been shortened or replaced. */
    static String prefix(String pipeline, SourcePartition partition) {
        String whole = pipeline + '\0' + partition.stream() + '\0' + partition.incarnation();
        return readable(pipeline) + '-' + readable(partition.stream()) + '-' + partition.number() + '-' + hash(whole);
    }

    /**
     * The id of a batch.
     *
     * @param recordsTaken out of it since the sink refused them: it must not take what is left for what it refused
     */
    static String id(String prefix, OffsetRange range, int recordsTaken) {
        String id = prefix + '-' + range.start() + '-' + range.end();
        return recordsTaken == 0 ? id : id + "-x" + recordsTaken;
    }

    private static String readable(String name) {
        String safe = name.replaceAll("[^A-Za-z0-9._]", "_");
        return safe.length() <= READABLE_LENGTH ? safe : safe.substring(0, READABLE_LENGTH);
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }
}
