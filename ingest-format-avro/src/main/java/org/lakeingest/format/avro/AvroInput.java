package org.lakeingest.format.avro;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.lakeingest.api.IngestException;

/** The payload being read, and scratch space for the bytes of one value. Confined to one thread. */
final class AvroInput {
    private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    private final CharBuffer decoded = CharBuffer.allocate(1024);
    private BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(new byte[0], null);
    private byte[] scratch = new byte[256];
    private ByteBuffer view = ByteBuffer.wrap(scratch);

    AvroInput over(BinaryDecoder payload) {
        decoder = payload;
        return this;
    }

    BinaryDecoder decoder() {
        return decoder;
    }

    /** What {@link #readBytes} or {@link #readFixed} read last. */
    byte[] scratch() {
        return scratch;
    }

    /** Reads a length and that many bytes into the scratch space; returns the length. */
    int readBytes() throws IOException {
        long length = decoder.readLong();
        if (length < 0 || length > decoder.remainingBytes()) {
            // Before anything is allocated: a few broken bytes can claim gigabytes.
            throw new EOFException();
        }
        readFixed((int) length);
        return (int) length;
    }

    void readFixed(int length) throws IOException {
        if (length > decoder.remainingBytes()) {
            throw new EOFException();
        }
        if (length > scratch.length) {
            scratch = new byte[Math.max(length, 2 * scratch.length)];
            view = ByteBuffer.wrap(scratch);
        }
        decoder.readFixed(scratch, 0, length);
    }

    /** Reads a string, which must be UTF-8, into the scratch space; returns its length in bytes. */
    int readString(String path) throws IOException {
        int length = readBytes();
        if (!isAscii(length) && !isUtf8(length)) {
            throw new IngestException(
                    AvroErrorCode.AVRO_MALFORMED, "the field '" + path + "' holds a string that is not UTF-8");
        }
        return length;
    }

    private boolean isAscii(int length) {
        int bits = 0;
        for (int i = 0; i < length; i++) {
            bits |= scratch[i];
        }
        return bits >= 0;
    }

    private boolean isUtf8(int length) {
        view.clear().limit(length);
        utf8.reset();
        CoderResult result;
        do {
            result = utf8.decode(view, decoded.clear(), true);
        } while (result.isOverflow());
        return !result.isError();
    }
}
