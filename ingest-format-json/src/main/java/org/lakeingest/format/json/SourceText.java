package org.lakeingest.format.json;

import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import org.lakeingest.api.RowAppender;

/**
 * Text as bytes: taken from the window as it came wherever it holds no escape, which is nearly always; else decoded by the
 * parser and encoded again. Confined to one thread.
 */
final class SourceText {
    private final PayloadWindow window;
    private final CharsetEncoder encoder = StandardCharsets.UTF_8.newEncoder();
    private byte[] encoded = new byte[1024];

    SourceText(PayloadWindow window) {
        this.window = window;
    }

    byte[] bytes() {
        return window.bytes();
    }

    int tokenStart(ParserBase parser) {
        return window.tokenStart(parser);
    }

    /** Sets the column to the number or word that the parser stands at, as it is written. */
    void setScalar(ParserBase parser, RowAppender rows, int column) throws IOException {
        rows.setBytes(column, window.bytes(), window.tokenStart(parser), parser.getTextLength());
    }

    /** Where the value ends whose last token the parser stands at, and which began at {@code start}. */
    int endOfValue(ParserBase parser, int start) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> endOfString(start);
            case VALUE_TRUE, VALUE_NULL -> start + 4;
            case VALUE_FALSE -> start + 5;
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> start + parser.getTextLength();
            default -> window.tokenStart(parser) + 1;
        };
    }

    /** Sets the column to the string that the parser stands at. */
    void setString(ParserBase parser, RowAppender rows, int column) throws IOException {
        byte[] bytes = window.bytes();
        int start = window.tokenStart(parser) + 1;
        int end = start;
        // An unclosed string ends with the window at the latest; the parser will find it out.
        while (end < window.length() && bytes[end] != '"' && bytes[end] != '\\') {
            end++;
        }
        if (end < window.length() && bytes[end] == '"') {
            rows.setBytes(column, bytes, start, end - start);
        } else {
            char[] text = parser.getTextCharacters();
            set(CharBuffer.wrap(text, parser.getTextOffset(), parser.getTextLength()), rows, column);
        }
    }

    void setName(String name, RowAppender rows, int column) {
        set(CharBuffer.wrap(name), rows, column);
    }

    private void set(CharBuffer text, RowAppender rows, int column) {
        int most = Math.multiplyExact(text.remaining(), 3);
        if (encoded.length < most) {
            encoded = new byte[most];
        }
        ByteBuffer target = ByteBuffer.wrap(encoded);
        encoder.reset().encode(text, target, true);
        rows.setBytes(column, encoded, 0, target.position());
    }

    /** Where the string ends whose opening quote is at {@code start}: behind its closing quote. */
    private int endOfString(int start) {
        byte[] bytes = window.bytes();
        int at = start + 1;
        while (at < window.length() && bytes[at] != '"') {
            at += bytes[at] == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, window.length());
    }
}
