package org.lakeingest.lake.keyed;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.lakeingest.api.SourcePartition;

/** Short names of partitions: 64 bits of a hash of incarnation, topic and number. */
public final class Partitions {
    private Partitions() {}

    /** The same for the same partition of the same topic, also after a restart; another once the topic is made anew. */
    public static long mark(SourcePartition partition) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            update(sha, partition.incarnation());
            update(sha, partition.stream());
            sha.update(ByteBuffer.allocate(4).putInt(0, partition.number()));
            return ByteBuffer.wrap(sha.digest()).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    private static void update(MessageDigest sha, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sha.update(ByteBuffer.allocate(4).putInt(0, bytes.length));
        sha.update(bytes);
    }
}
