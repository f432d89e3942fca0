package org.lakeingest.lake.encode;

import java.io.OutputStream;

/**
 * Collects what is written in arrays of moderate size: none is so large that a garbage collector with small regions treats
 * it apart, and none is ever copied into a larger one. One thread.
 */
final class ChunkedOutput extends OutputStream {
    private static final int FIRST = 16 << 10;
    private static final int LARGEST = 256 << 10;

    private final ByteChunks done = new ByteChunks();
    private byte[] current = new byte[FIRST];
    private int used;

    @Override
    public void write(int value) {
        if (used == current.length) {
            next();
        }
        current[used++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        int from = offset;
        int left = length;
        while (left > 0) {
            if (used == current.length) {
                next();
            }
            int part = Math.min(left, current.length - used);
            System.arraycopy(source, from, current, used, part);
            used += part;
            from += part;
            left -= part;
        }
    }

    /** Bytes written so far. */
    long size() {
        return done.size() + used;
    }

    /** Hands over what was written; nothing may be written afterwards. */
    ByteChunks toChunks() {
        done.add(current, 0, used);
        used = 0;
        return done;
    }

    private void next() {
        done.add(current, 0, used);
        current = new byte[Math.min(LARGEST, current.length * 2)];
        used = 0;
    }
}
