package org.lakeingest.it.chaos;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request or an answer of HTTP/1.1 as its bytes. */
final class Message {
    private static final int END_OF_HEAD = 0x0d0a0d0a;

    private final String head;
    private final byte[] body;

    private Message(String head, byte[] body) {
        this.head = head;
        this.body = body;
    }

    /** Reads the next one whole; null at the end of the connection. */
    static @Nullable Message read(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int last = 0;
        while (last != END_OF_HEAD) {
            int next = in.read();
            if (next < 0) {
                return null;
            }
            head.write(next);
            last = last << 8 | next;
        }
        Message message = new Message(head.toString(StandardCharsets.ISO_8859_1), new byte[0]);
        if (message.header("transfer-encoding").contains("chunked")) {
            return new Message(message.head, chunks(in));
        }
        String length = message.header("content-length");
        byte[] body = length.isEmpty() ? new byte[0] : in.readNBytes(Integer.parseInt(length));
        if (!length.isEmpty() && body.length < Integer.parseInt(length)) {
            throw new EOFException("cut off");
        }
        return new Message(message.head, body);
    }

    /** Chunks as they came, with their lengths. */
    private static byte[] chunks(InputStream in) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int length;
        do {
            String line = line(in, all);
            length = Integer.parseInt(line.split(";", 2)[0].strip(), 16);
            all.write(in.readNBytes(length));
            line(in, all);
        } while (length > 0);
        return all.toByteArray();
    }

    private static String line(InputStream in, ByteArrayOutputStream copy) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("cut off");
            }
            line.append((char) next);
            copy.write(next);
        }
        copy.write('\n');
        return line.toString();
    }

    /** The value of a header in lower case, empty when there is none. */
    String header(String name) {
        return head.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    /** A word of the first line. */
    String word(int index) {
        return head.split("\r\n", 2)[0].split(" ", -1)[index];
    }

    /** The body as it was meant, without the lengths of its chunks. */
    String text() {
        String raw = new String(body, StandardCharsets.UTF_8);
        if (!header("transfer-encoding").contains("chunked")) {
            return raw;
        }
        // What is looked for in it is JSON in one piece, or not looked for.
        int start = raw.indexOf('{');
        int end = raw.lastIndexOf('}');
        return start < 0 || end < start ? "" : raw.substring(start, end + 1);
    }

    private byte[] bytes(int bodyLength) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        all.write(body, 0, bodyLength);
        return all.toByteArray();
    }

    byte[] bytes() {
        return bytes(body.length);
    }

    /** All of the head and half of the body. */
    byte[] half() {
        return bytes(body.length / 2);
    }
}
