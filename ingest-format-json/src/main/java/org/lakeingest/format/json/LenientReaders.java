package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Readers for columns of a target that cannot be widened: they also take what turns into the column's type without a loss. */
final class LenientReaders {
    private LenientReaders() {}

    /** Also the strings "true" and "false". */
    static final class Booleans extends ValueReader {
        Booleans(String path, boolean nullable) {
            super(path, nullable);
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            JsonToken token = parser.currentToken();
            if (token.isBoolean()) {
                rows.setBoolean(column, token == JsonToken.VALUE_TRUE);
                return null;
            }
            boolean isTrue = token == JsonToken.VALUE_STRING && isText(parser, "true");
            if (!isTrue && (token != JsonToken.VALUE_STRING || !isText(parser, "false"))) {
                return wrongKind(parser, "true or false, which may be in quotes");
            }
            rows.setBoolean(column, isTrue);
            return null;
        }
    }

    /** Also integers written with a fraction of zeros or an exponent, and strings that hold an integer. */
    static final class Integers extends ValueReader {
        private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(Long.SIZE);
        /** So many digits are a long, whatever they are. */
        private static final int LONG_DIGITS = 18;
        /** A number with more digits in front of the point is no integer of 64 bits. */
        private static final int MOST_DIGITS = 20;
        /** A longer text is refused, however many of its digits are zeros. */
        private static final int LONGEST_TEXT = 1000;

        private final ScalarReaders.Integers numbers;
        private final boolean unsigned;

        Integers(String path, boolean nullable, boolean unsigned) {
            super(path, nullable);
            this.numbers = new ScalarReaders.Integers(path, nullable, unsigned);
            this.unsigned = unsigned;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_STRING) {
                return readString(
                        parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), rows, column);
            }
            if (token == JsonToken.VALUE_NUMBER_FLOAT && parser.getTextLength() <= LONGEST_TEXT) {
                return readWhole(parser.getText(), rows, column);
            }
            return numbers.readValue(parser, rows, column);
        }

        private @Nullable IngestException readString(char[] text, int start, int length, RowAppender rows, int column) {
            if (length > LONGEST_TEXT || !NumberText.isInteger(text, start, length)) {
                return wrongKind("holds a string that is not an integer");
            }
            boolean negative = text[start] == '-';
            if (length > LONG_DIGITS) {
                return set(new BigInteger(new String(text, start, length)), rows, column);
            }
            long value = 0;
            for (int i = negative ? start + 1 : start; i < start + length; i++) {
                value = 10 * value + (text[i] - '0');
            }
            if (unsigned && negative && value > 0) {
                return outOfRange("holds a negative integer, which uint64 cannot hold");
            }
            rows.setLong(column, negative ? -value : value);
            return null;
        }

        private @Nullable IngestException readWhole(String text, RowAppender rows, int column) {
            BigDecimal value;
            try {
                value = new BigDecimal(text).stripTrailingZeros();
            } catch (NumberFormatException e) {
                return outOfRange("holds a number with an exponent beyond all measure");
            }
            if (value.scale() > 0) {
                return wrongKind("holds a number with a fraction, and its column takes integers");
            }
            // Compared without writing the number out: 1e1000000000 must not be.
            return (long) value.precision() - value.scale() > MOST_DIGITS
                    ? tooLarge()
                    : set(value.toBigIntegerExact(), rows, column);
        }

        private @Nullable IngestException set(BigInteger value, RowAppender rows, int column) {
            boolean fits = unsigned ? value.signum() >= 0 && value.compareTo(LIMIT) < 0 : value.bitLength() < Long.SIZE;
            if (!fits) {
                return tooLarge();
            }
            rows.setLong(column, value.longValue());
            return null;
        }

        private IngestException tooLarge() {
            return outOfRange("holds an integer that " + (unsigned ? "uint64" : "bigint") + " cannot hold");
        }
    }

    /** Also strings that hold a number, and "NaN", "Infinity" and "-Infinity". */
    static final class Floats extends ValueReader {
        private final ScalarReaders.Floats numbers;
        private final boolean single;

        Floats(String path, boolean nullable, boolean single) {
            super(path, nullable);
            this.numbers = new ScalarReaders.Floats(path, nullable, single);
            this.single = single;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                return numbers.readValue(parser, rows, column);
            }
            boolean isNumber =
                    NumberText.isNumber(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
            if (!isNumber && !isText(parser, "NaN") && !isText(parser, "Infinity") && !isText(parser, "-Infinity")) {
                return wrongKind("holds a string that is not a number, NaN, Infinity or -Infinity");
            }
            String text = parser.getText();
            double value = single ? Float.parseFloat(text) : Double.parseDouble(text);
            if (isNumber && Double.isInfinite(value)) {
                return outOfRange("holds a number that " + (single ? "float" : "double") + " cannot hold");
            }
            rows.setDouble(column, value);
            return null;
        }
    }

    /** Also numbers and booleans, as they are written. */
    static final class Strings extends ValueReader {
        private final SourceText text;

        Strings(String path, boolean nullable, SourceText text) {
            super(path, nullable);
            this.text = text;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.VALUE_STRING) {
                text.setString(parser, rows, column);
            } else if (token.isScalarValue()) {
                text.setScalar(parser, rows, column);
            } else {
                return wrongKind(parser, "a string, a number or a boolean");
            }
            return null;
        }
    }

    private static boolean isText(ParserBase parser, String expected) throws IOException {
        if (parser.getTextLength() != expected.length()) {
            return false;
        }
        char[] text = parser.getTextCharacters();
        int start = parser.getTextOffset();
        for (int i = 0; i < expected.length(); i++) {
            if (text[start + i] != expected.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
