package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/**
 * Readers for columns that can become wider: they take only what the column gives back as it came, so that the first value
 * of another kind is found. The rest of them are {@link ScalarReaders}.
 */
final class FaithfulReaders {
    private FaithfulReaders() {}

    /** Integers that remember whether a double could hold them all, should a fraction follow. */
    static final class Integers extends ValueReader {
        private final ScalarReaders.Integers numbers;
        private final SeenShapes seen;

        Integers(String path, SeenShapes seen) {
            super(path, true);
            this.numbers = new ScalarReaders.Integers(path, true, false);
            this.seen = seen;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            IngestException fault = numbers.readValue(parser, rows, column);
            if (fault == null && parser.getNumberType() != NumberType.INT) {
                seen.add(Shapes.ofLong(parser.getLongValue()));
            }
            return fault;
        }
    }

    /** Integers of any length that a decimal holds, and nothing else that a decimal could be read from. */
    static final class HugeIntegers extends ValueReader {
        private final DecimalReader decimals;

        HugeIntegers(String path, boolean nullable, int precision) {
            super(path, nullable);
            this.decimals = new DecimalReader(path, nullable, precision, 0);
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
                return wrongKind(parser, "an integer");
            }
            return decimals.readValue(parser, rows, column);
        }
    }

    /** Numbers that a double prints as they came. */
    static final class Doubles extends ValueReader {
        Doubles(String path, boolean nullable) {
            super(path, nullable);
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            JsonToken token = parser.currentToken();
            if (!token.isNumeric()) {
                return wrongKind(parser, "a number");
            }
            double value;
            boolean exact;
            if (token == JsonToken.VALUE_NUMBER_INT) {
                long integer =
                        parser.getNumberType() == NumberType.BIG_INTEGER ? Long.MAX_VALUE : parser.getLongValue();
                value = integer;
                exact = Shapes.ofLong(integer) == Shapes.INTEGER;
            } else {
                value = parser.getDoubleValue();
                exact = NumberText.printsAs(
                        parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), value);
            }
            if (!exact) {
                return outOfRange("holds a number that a double would change");
            }
            rows.setDouble(column, value);
            return null;
        }
    }
}
