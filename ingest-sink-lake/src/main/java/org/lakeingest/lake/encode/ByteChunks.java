package org.lakeingest.lake.encode;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes in the order in which they were added, kept as the arrays they came in, so that neither collecting nor sending them
 * needs one large array. Filled by one thread; may be sent any number of times afterwards, by any thread.
 */
public final class ByteChunks {
    private final List<Chunk> chunks = new ArrayList<>();
    private long size;

    private static final class Chunk {
        final byte[] array;
        final int offset;
        final int length;

        Chunk(byte[] array, int offset, int length) {
            this.array = array;
            this.offset = offset;
            this.length = length;
        }
    }

    /** Takes the array over: it must not change any more. */
    public void add(byte[] array, int offset, int length) {
        if (length > 0) {
            chunks.add(new Chunk(array, offset, length));
            size += length;
        }
    }

    /** In bytes. */
    public long size() {
        return size;
    }

    public void writeTo(OutputStream output) throws IOException {
        for (Chunk chunk : chunks) {
            output.write(chunk.array, chunk.offset, chunk.length);
        }
    }
}
