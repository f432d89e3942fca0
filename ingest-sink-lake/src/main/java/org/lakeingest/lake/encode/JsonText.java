package org.lakeingest.lake.encode;

import java.nio.charset.StandardCharsets;

/** Writes JSON strings. No state; nothing is allocated. */
final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BASE64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    private static final boolean[] PLAIN = new boolean[256];

    static {
        for (int c = 0x20; c < 0x80; c++) {
            PLAIN[c] = c != '"' && c != '\\';
        }
    }

    private JsonText() {}

    /** Writes a quoted string of UTF-8 bytes; writes nothing and answers false when they are not valid UTF-8. */
    static boolean putUtf8(GrowingBytes out, byte[] source, int offset, int length) {
        int mark = out.size();
        int end = offset + length;
        int plain = offset;
        while (plain < end && PLAIN[source[plain] & 0xff]) {
            plain++;
        }
        out.reserve(length + 2);
        out.put('"');
        out.put(source, offset, plain - offset);
        if (plain < end && !putEscaped(out, source, plain, end)) {
            out.resize(mark);
            return false;
        }
        out.put('"');
        return true;
    }

    /** Writes a quoted string; a lone surrogate, which no UTF-8 text can carry, becomes U+FFFD. */
    static void putString(GrowingBytes out, String text) {
        int length = text.length();
        out.reserve(length + 2);
        out.put('"');
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                putAscii(out, c);
            } else if (c < 0x800) {
                out.put(0xC0 | (c >> 6));
                putContinuation(out, c);
            } else if (Character.isHighSurrogate(c) && i + 1 < length && Character.isLowSurrogate(text.charAt(i + 1))) {
                int codePoint = Character.toCodePoint(c, text.charAt(++i));
                out.put(0xF0 | (codePoint >> 18));
                putContinuation(out, codePoint >> 12);
                putContinuation(out, codePoint >> 6);
                putContinuation(out, codePoint);
            } else {
                int written = Character.isSurrogate(c) ? 0xFFFD : c;
                out.put(0xE0 | (written >> 12));
                putContinuation(out, written >> 6);
                putContinuation(out, written);
            }
        }
        out.put('"');
    }

    /** Writes a quoted string of the bytes in base64, padded. */
    static void putBase64(GrowingBytes out, byte[] source, int offset, int length) {
        out.put('"');
        putBase64Bare(out, source, offset, length);
        out.put('"');
    }

    /** Writes the bytes in base64, padded, without quotes. */
    static void putBase64Bare(GrowingBytes out, byte[] source, int offset, int length) {
        out.reserve((length + 2) / 3 * 4);
        int end = offset + length;
        int i = offset;
        for (; i + 3 <= end; i += 3) {
            int bits = ((source[i] & 0xff) << 16) | ((source[i + 1] & 0xff) << 8) | (source[i + 2] & 0xff);
            out.put(BASE64[bits >>> 18]);
            out.put(BASE64[(bits >>> 12) & 63]);
            out.put(BASE64[(bits >>> 6) & 63]);
            out.put(BASE64[bits & 63]);
        }
        if (i < end) {
            int second = i + 1 < end ? source[i + 1] & 0xff : 0;
            int bits = ((source[i] & 0xff) << 16) | (second << 8);
            out.put(BASE64[bits >>> 18]);
            out.put(BASE64[(bits >>> 12) & 63]);
            out.put(i + 1 < end ? BASE64[(bits >>> 6) & 63] : '=');
            out.put('=');
        }
    }

    private static boolean putEscaped(GrowingBytes out, byte[] source, int from, int end) {
        int i = from;
        while (i < end) {
            int first = source[i];
            if (first >= 0) {
                putAscii(out, first);
                i++;
            } else {
                int length = sequenceLength(source, i, end);
                if (length == 0) {
                    return false;
                }
                out.put(source, i, length);
                i += length;
            }
        }
        return true;
    }

    private static void putContinuation(GrowingBytes out, int bits) {
        out.put(0x80 | (bits & 0x3F));
    }

    private static void putAscii(GrowingBytes out, int c) {
        if (PLAIN[c]) {
            out.put(c);
            return;
        }
        out.put('\\');
        switch (c) {
            case '"', '\\' -> out.put(c);
            case '\n' -> out.put('n');
            case '\r' -> out.put('r');
            case '\t' -> out.put('t');
            default -> {
                out.put('u');
                out.put('0');
                out.put('0');
                out.put(HEX[c >> 4]);
                out.put(HEX[c & 15]);
            }
        }
    }

    /** Length of the well-formed multi-byte sequence that begins here (Unicode, table 3-7); 0 when there is none. */
    private static int sequenceLength(byte[] source, int at, int end) {
        int first = source[at] & 0xff;
        if (first < 0xC2 || first > 0xF4) {
            return 0;
        }
        int length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
        if (end - at < length) {
            return 0;
        }
        int second = source[at + 1] & 0xff;
        int least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
        int most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
        if (second < least || second > most) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((source[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
