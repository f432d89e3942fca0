package org.lakeingest.sandbox.lake;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * A file that is counted while it streams by and not kept. What it is shows in its first bytes: Parquet gives its number of rows in the
 * footer, so only the end is held; zstd is unpacked into one buffer again and again; gzip, which is rare, is held until the end; anything
 * else is text. Rows of text are its lines. Used by one thread.
 */
final class CountedUpload implements LakeBackend.Upload {
    private static final int PARQUET = 0x50415231;
    private static final int ZSTD = 0x28B52FFD;
    private static final int TAIL = 1 << 20;

    private final boolean count;
    private long size;
    private long rows;
    private byte last = '\n';
    private Kind kind = Kind.UNKNOWN;
    private final byte[] head = new byte[4];
    private @Nullable ByteArrayOutputStream held;
    private @Nullable Unpacker unpacker;

    private enum Kind {
        UNKNOWN,
        TEXT,
        PARQUET,
        ZSTD,
        GZIP
    }

    CountedUpload(boolean count) {
        this.count = count;
    }

    /** The rows of the whole file; to be asked after {@link #publish}. */
    long rows() {
        return rows;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        if (!count) {
            size += length;
            return;
        }
        int at = from;
        int left = length;
        while (size < head.length && left > 0) {
            head[(int) size++] = bytes[at++];
            left--;
            if (size == head.length) {
                begin();
            }
        }
        if (left > 0) {
            size += left;
            take(bytes, at, left);
        }
    }

    private void begin() throws IOException {
        int magic = ByteBuffer.wrap(head).getInt();
        boolean gzip = (magic >>> 16) == 0x1F8B;
        kind = magic == PARQUET ? Kind.PARQUET : magic == ZSTD ? Kind.ZSTD : gzip ? Kind.GZIP : Kind.TEXT;
        if (kind == Kind.ZSTD) {
            unpacker = new Unpacker();
        } else if (kind != Kind.TEXT) {
            held = new ByteArrayOutputStream(1 << 16);
        }
        take(head, 0, head.length);
    }

    private void take(byte[] bytes, int from, int length) throws IOException {
        if (unpacker != null) {
            unpacker.take(bytes, from, length);
        } else if (held != null) {
            held.write(bytes, from, length);
            if (kind == Kind.PARQUET && held.size() > 2 * TAIL) {
                byte[] tail = held.toByteArray();
                held.reset();
                held.write(tail, tail.length - TAIL, TAIL);
            }
        } else {
            lines(bytes, from, length);
        }
    }

    private void lines(byte[] bytes, int from, int length) {
        long found = 0;
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == '\n') {
                found++;
            }
        }
        rows += found;
        last = length > 0 ? bytes[from + length - 1] : last;
    }

    @Override
    public void publish() throws IOException {
        if (count && kind == Kind.UNKNOWN) {
            lines(head, 0, (int) size);
        }
        if (kind == Kind.PARQUET && held != null) {
            rows = footerRows(held.toByteArray());
            last = '\n';
        } else if (kind == Kind.GZIP && held != null) {
            gzipLines(held.toByteArray());
        }
        if (last != '\n') {
            rows++;
        }
        held = null;
    }

    private void gzipLines(byte[] packed) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Compression.unpack(new ByteArrayInputStream(packed), "gzip")) {
            int length = in.read(buffer);
            while (length >= 0) {
                lines(buffer, 0, length);
                length = in.read(buffer);
            }
        }
    }

    private static long footerRows(byte[] tail) throws IOException {
        int end = tail.length - 8;
        int length = end < 0
                ? -1
                : Integer.reverseBytes(ByteBuffer.wrap(tail, end, 4).getInt());
        if (length < 0 || length > end) {
            throw new IOException("the Parquet file has no footer within its last " + TAIL + " bytes");
        }
        byte[] footer = Arrays.copyOfRange(tail, end - length, end);
        return Util.readFileMetaData(new ByteArrayInputStream(footer), true).getNum_rows();
    }

    @Override
    public void close() {
        if (unpacker != null) {
            unpacker.close();
            unpacker = null;
        }
        held = null;
    }

    /** Unpacks zstd as it arrives, through direct buffers of its own. */
    private final class Unpacker implements AutoCloseable {
        private final ZstdDecompressCtx context = new ZstdDecompressCtx();
        private final ByteBuffer packed = ByteBuffer.allocateDirect(1 << 17);
        private final ByteBuffer plain = ByteBuffer.allocateDirect(1 << 18);
        private final byte[] window = new byte[1 << 18];

        void take(byte[] bytes, int from, int length) {
            int at = from;
            while (at < from + length) {
                packed.clear();
                int part = Math.min(packed.remaining(), from + length - at);
                packed.put(bytes, at, part).flip();
                at += part;
                boolean full = true;
                while (packed.hasRemaining() || full) {
                    plain.clear();
                    context.decompressDirectByteBufferStream(plain, packed);
                    plain.flip();
                    full = plain.limit() == plain.capacity();
                    int got = plain.remaining();
                    plain.get(window, 0, got);
                    lines(window, 0, got);
                }
            }
        }

        @Override
        public void close() {
            context.close();
        }
    }
}
