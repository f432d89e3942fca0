package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Reads one value into one column. Confined to one thread. */
abstract class ValueReader {
    private final String path;
    private final boolean nullable;

    /** @param path names the field in messages, from the top of the document: {@code order.lines[].price} */
    ValueReader(String path, boolean nullable) {
        this.path = path;
        this.nullable = nullable;
    }

    final String path() {
        return path;
    }

    final boolean nullable() {
        return nullable;
    }

    /**
     * Reads the value whose first token the parser stands at, up to its last token.
     *
     * @return why the value does not fit, the parser standing anywhere; or null
     */
    final @Nullable IngestException read(ParserBase parser, RowAppender rows, int column) throws IOException {
        if (parser.currentToken() == JsonToken.VALUE_NULL) {
            return readNull(rows, column);
        }
        return readValue(parser, rows, column);
    }

    @Nullable
    IngestException readNull(RowAppender rows, int column) {
        if (!nullable) {
            return required();
        }
        rows.setNull(column);
        return null;
    }

    abstract @Nullable IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException;

    final IngestException required() {
        return new IngestException(
                JsonErrorCode.JSON_REQUIRED,
                "the field '" + path + "' is missing or null, and its column may not be null");
    }

    final IngestException wrongKind(ParserBase parser, String wanted) {
        return wrongKind("holds " + kindOf(parser.currentToken()) + ", and its column takes " + wanted);
    }

    final IngestException wrongKind(String what) {
        return new IngestException(JsonErrorCode.JSON_WRONG_KIND, "the field '" + path + "' " + what);
    }

    final IngestException outOfRange(String what) {
        return new IngestException(JsonErrorCode.JSON_OUT_OF_RANGE, "the field '" + path + "' " + what);
    }

    private static String kindOf(JsonToken token) {
        return switch (token) {
            case VALUE_STRING -> "a string";
            case VALUE_NUMBER_INT -> "an integer";
            case VALUE_NUMBER_FLOAT -> "a number with a fraction or an exponent";
            case VALUE_TRUE, VALUE_FALSE -> "a boolean";
            case START_ARRAY -> "an array";
            case START_OBJECT -> "an object";
            default -> "null";
        };
    }
}
