package org.lakeingest.format.json.change;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;

/** Where an object lies in the bytes that a parser reads. Reused; confined to one thread. */
final class JsonSlice {
    private static final int NOWHERE = -1;

    private int from = NOWHERE;
    private int end = NOWHERE;

    void clear() {
        from = NOWHERE;
        end = NOWHERE;
    }

    boolean isThere() {
        return from != NOWHERE;
    }

    int from() {
        return from;
    }

    int end() {
        return end;
    }

    void copy(JsonSlice other) {
        set(other.from, other.end);
    }

    void set(int newFrom, int newEnd) {
        from = newFrom;
        end = newEnd;
    }

    /**
     * Takes the object that the parser stands at, and leaves the parser at its end; anything else is passed over.
     *
     * @param base where in the array the parser began
     */
    void take(JsonParser parser, int base) throws IOException {
        clear();
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            int start = tokenStart(parser, base);
            parser.skipChildren();
            from = start;
            end = tokenStart(parser, base) + 1;
        } else {
            parser.skipChildren();
        }
    }

    /** Index of the current token's first byte. The parser counts one further, and makes no object of it. */
    static int tokenStart(JsonParser parser, int base) {
        return base + (int) ((ParserBase) parser).getTokenCharacterOffset() - 1;
    }
}
