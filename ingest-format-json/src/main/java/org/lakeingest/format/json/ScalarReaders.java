package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Readers of values without parts, but for decimals and times. */
final class ScalarReaders {
    private ScalarReaders() {}

    static final class Booleans extends ValueReader {
        Booleans(String path, boolean nullable) {
            super(path, nullable);
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) {
            JsonToken token = parser.currentToken();
            if (!token.isBoolean()) {
                return wrongKind(parser, "true or false");
            }
            rows.setBoolean(column, token == JsonToken.VALUE_TRUE);
            return null;
        }
    }

    static final class Integers extends ValueReader {
        private final boolean unsigned;

        Integers(String path, boolean nullable, boolean unsigned) {
            super(path, nullable);
            this.unsigned = unsigned;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                return wrongKind(parser, "an integer");
            }
            NumberType type = parser.getNumberType();
            if (type == NumberType.INT || type == NumberType.LONG) {
                long value = parser.getLongValue();
                if (!unsigned || value >= 0) {
                    rows.setLong(column, value);
                    return null;
                }
            } else if (unsigned && parser.getTextLength() <= 20) {
                BigInteger value = parser.getBigIntegerValue();
                if (value.signum() > 0 && value.bitLength() <= Long.SIZE) {
                    rows.setLong(column, value.longValue());
                    return null;
                }
            }
            return outOfRange("holds an integer that " + (unsigned ? "uint64" : "bigint") + " cannot hold");
        }
    }

    static final class Floats extends ValueReader {
        private final boolean single;

        Floats(String path, boolean nullable, boolean single) {
            super(path, nullable);
            this.single = single;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (!parser.currentToken().isNumeric()) {
                return wrongKind(parser, "a number");
            }
            double value = single ? parser.getFloatValue() : parser.getDoubleValue();
            if (Double.isInfinite(value)) {
                return outOfRange("holds a number that " + (single ? "float" : "double") + " cannot hold");
            }
            rows.setDouble(column, value);
            return null;
        }
    }

    static final class Strings extends ValueReader {
        private final SourceText text;

        Strings(String path, boolean nullable, SourceText text) {
            super(path, nullable);
            this.text = text;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                return wrongKind(parser, "a string");
            }
            text.setString(parser, rows, column);
            return null;
        }
    }

    static final class Binaries extends ValueReader {
        Binaries(String path, boolean nullable) {
            super(path, nullable);
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                return wrongKind(parser, "a string of base64");
            }
            byte[] value;
            try {
                value = Base64.getDecoder().decode(parser.getText().getBytes(StandardCharsets.ISO_8859_1));
            } catch (IllegalArgumentException e) {
                return wrongKind("holds a string that is not base64");
            }
            rows.setBytes(column, value, 0, value.length);
            return null;
        }
    }

    /** Keeps the bytes of the value as they came. */
    static final class Variants extends ValueReader {
        private static final byte[] NULL = {'n', 'u', 'l', 'l'};

        private final SourceText text;
        private final DocumentWalker walker;
        private final LastValues lastValues;

        Variants(String path, boolean nullable, SourceText text, DocumentWalker walker, LastValues lastValues) {
            super(path, nullable);
            this.text = text;
            this.walker = walker;
            this.lastValues = lastValues;
        }

        @Override
        @Nullable
        IngestException readNull(RowAppender rows, int column) {
            if (nullable()) {
                rows.setNull(column);
            } else {
                rows.setBytes(column, NULL, 0, NULL.length);
            }
            return null;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            int start = text.tokenStart(parser);
            IngestException fault = walker.walk(parser);
            if (fault != null) {
                return new IngestException(fault.code(), "in the field '" + path() + "' " + fault.getMessage());
            }
            int end = text.endOfValue(parser, start);
            if (walker.hasRepeatedName()) {
                byte[] value = lastValues.of(start, end);
                rows.setBytes(column, value, 0, value.length);
            } else {
                rows.setBytes(column, text.bytes(), start, end - start);
            }
            return null;
        }
    }
}
