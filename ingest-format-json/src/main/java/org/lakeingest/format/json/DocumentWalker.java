package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.format.json.JsonDecoderConfig.DuplicateNames;

/**
 * Walks over one value, up to its last token, and finds what is JSON and yet would not arrive: a name given twice, which the
 * lake refuses or drops, and a number beyond the range of a double, which the lake stores as null. Confined to one thread.
 */
final class DocumentWalker {
    /** The largest double has 309 digits. */
    private static final int MOST_DIGITS = 308;

    private final @Nullable NameStack names;
    private final boolean rejectsRepeated;
    private boolean repeated;

    DocumentWalker(DuplicateNames policy) {
        this.names = policy == DuplicateNames.ALLOW ? null : new NameStack();
        this.rejectsRepeated = policy == DuplicateNames.REJECT;
    }

    /** Whether the last value walked over gives a name twice, and that was no fault. */
    boolean hasRepeatedName() {
        return repeated;
    }

    /**
     * Walks over the value that the parser stands at.
     *
     * @return the first fault; the parser then stands somewhere inside the value
     */
    @Nullable
    IngestException walk(ParserBase parser) throws IOException {
        NameStack known = names;
        repeated = false;
        if (known != null) {
            known.clear();
        }
        JsonToken token = parser.currentToken();
        int depth = 0;
        while (true) {
            if (token.isStructStart()) {
                depth++;
                if (known != null) {
                    known.open();
                }
            } else if (token.isStructEnd()) {
                depth--;
                if (known != null) {
                    known.close();
                }
            } else if (token == JsonToken.FIELD_NAME) {
                if (known != null && !known.add(parser.currentName())) {
                    if (rejectsRepeated) {
                        return repeatedName();
                    }
                    repeated = true;
                }
            } else if (token.isNumeric() && isBeyondDouble(parser, token)) {
                return new IngestException(
                        JsonErrorCode.JSON_OUT_OF_RANGE,
                        "a number is larger than any double, and the lake would store null in its place");
            }
            if (depth == 0) {
                return null;
            }
            token = parser.nextToken();
        }
    }

    private static IngestException repeatedName() {
        return new IngestException(
                JsonErrorCode.JSON_DUPLICATE_NAME,
                "an object gives the same name twice; the lake refuses such a document as Parquet and keeps only"
                        + " the last value as NDJSON (see the option duplicate-names)");
    }

    private static boolean isBeyondDouble(ParserBase parser, JsonToken token) throws IOException {
        int length = parser.getTextLength();
        if (length <= MOST_DIGITS && (token == JsonToken.VALUE_NUMBER_INT || !hasExponent(parser, length))) {
            return false;
        }
        return Double.isInfinite(Double.parseDouble(parser.getText()));
    }

    private static boolean hasExponent(ParserBase parser, int length) throws IOException {
        char[] text = parser.getTextCharacters();
        int start = parser.getTextOffset();
        for (int i = start + length - 1; i > start; i--) {
            if (text[i] > '9') {
                return true;
            }
        }
        return false;
    }
}
