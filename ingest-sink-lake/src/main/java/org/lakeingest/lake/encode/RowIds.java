package org.lakeingest.lake.encode;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.lakeingest.api.SourcePartition;

/**
 * Row ids of one partition: a function of incarnation, topic, partition and offset, in the layout of a version 8 UUID.
 *
 * <p>The first half names the partition (60 bits of a SHA-256); the second is the offset, sent through a permutation of 62
 * bits that is keyed by the partition. So two offsets of one partition never share an id, which a hash could only make
 * unlikely, and ids of one partition begin alike, which halves what they cost in a compressed file. Immutable.
 */
public final class RowIds {
    static final int LENGTH = 36;

    /** Characters that the ids of one partition begin with. */
    public static final int PREFIX_LENGTH = 19;

    private static final long MASK_62 = 0x3fff_ffff_ffff_ffffL;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final byte[] prefix;
    private final long key;

    RowIds(SourcePartition partition) {
        ByteBuffer digest = digest(partition);
        long high = (digest.getLong() & ~0xf000L) | 0x8000L;
        key = digest.getLong();
        GrowingBytes text = new GrowingBytes(PREFIX_LENGTH);
        for (int shift = 60; shift >= 0; shift -= 4) {
            text.put(HEX[(int) (high >>> shift) & 15]);
            if (shift == 32 || shift == 16 || shift == 0) {
                text.put('-');
            }
        }
        prefix = text.array();
    }

    /** What all ids of this partition begin with, and those of no other: {@value #PREFIX_LENGTH} characters. */
    public static String prefix(SourcePartition partition) {
        return new String(new RowIds(partition).prefix, 0, PREFIX_LENGTH, StandardCharsets.US_ASCII);
    }

    /** Appends the id of the record at this offset: 36 characters. */
    void put(GrowingBytes out, long offset) {
        out.reserve(LENGTH);
        out.put(prefix);
        long low = permute(offset + key) | 0x8000_0000_0000_0000L;
        byte[] array = out.array();
        int at = out.size();
        for (int shift = 60; shift >= 48; shift -= 4) {
            array[at++] = HEX[(int) (low >>> shift) & 15];
        }
        array[at++] = '-';
        for (int shift = 44; shift >= 0; shift -= 4) {
            array[at++] = HEX[(int) (low >>> shift) & 15];
        }
        out.resize(at);
    }

    /** Each step can be undone within 62 bits: an addition, shifts to the right, products with odd numbers. */
    private static long permute(long value) {
        long z = value & MASK_62;
        z = ((z ^ (z >>> 31)) * 0xBF58476D1CE4E5B9L) & MASK_62;
        z = ((z ^ (z >>> 28)) * 0x94D049BB133111EBL) & MASK_62;
        return z ^ (z >>> 31);
    }

    private static ByteBuffer digest(SourcePartition partition) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            update(sha, partition.incarnation());
            update(sha, partition.stream());
            sha.update(ByteBuffer.allocate(4).putInt(0, partition.number()));
            return ByteBuffer.wrap(sha.digest());
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
