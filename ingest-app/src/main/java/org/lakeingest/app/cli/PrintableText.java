package org.lakeingest.app.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** What strangers wrote, so that it does no harm on a terminal. */
final class PrintableText {
    private static final int MOST_TEXT = 4 * 1024;
    private static final int MOST_HEX = 512;

    private PrintableText() {}

    /** On one line, without what controls a terminal. */
    static String line(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> line.appendCodePoint(Character.isISOControl(point) ? ' ' : point));
        return line.toString();
    }

    /** As text where it is text, else in hexadecimal digits; cut unless all of it is wanted. */
    static String of(byte @Nullable [] bytes, boolean whole) {
        if (bytes == null) {
            return "(null)";
        }
        if (bytes.length == 0) {
            return "(empty)";
        }
        String text = text(bytes);
        if (text != null) {
            return whole || text.length() <= MOST_TEXT ? text : text.substring(0, MOST_TEXT) + more(bytes.length);
        }
        byte[] shown = whole ? bytes : Arrays.copyOf(bytes, Math.min(bytes.length, MOST_HEX));
        return "(hex) " + HexFormat.of().formatHex(shown) + (shown.length < bytes.length ? more(bytes.length) : "");
    }

    private static String more(int length) {
        return "... (" + length + " bytes in all; --full prints them)";
    }

    private static @Nullable String text(byte[] bytes) {
        String text;
        try {
            text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            return null;
        }
        boolean plain = text.chars()
                .allMatch(each -> each == '\n' || each == '\r' || each == '\t' || !Character.isISOControl(each));
        return plain ? text : null;
    }
}
