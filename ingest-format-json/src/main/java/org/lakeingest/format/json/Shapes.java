package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;

/** What the values of a field were like, as a set of bits; the union of two sets is what holds both. */
final class Shapes {
    static final int NONE = 0;
    static final int BOOLEAN = 1;
    /** An integer that a double holds, too. */
    static final int INTEGER = 2;
    /** Another integer of 64 bits. */
    static final int LARGE_INTEGER = 4;
    /** An integer beyond 64 bits, of at most 38 digits. */
    static final int HUGE_INTEGER = 8;
    /** A number with a fraction or an exponent that a double prints as it came. */
    static final int DOUBLE = 16;

    static final int STRING = 32;
    /** An object, an array, or any other number. */
    static final int OTHER = 64;

    private static final int MOST_DIGITS = 38;
    private static final int LONGS = INTEGER | LARGE_INTEGER;
    private static final int INTEGERS = LONGS | HUGE_INTEGER;
    private static final int DOUBLES = INTEGER | DOUBLE;

    private static final ColumnType HUGE = ColumnType.decimal(MOST_DIGITS, 0);
    private static final ColumnType VARIANT = ColumnType.of(Kind.VARIANT);

    private Shapes() {}

    /** The shape of the value whose first token the parser stands at. */
    static int of(ParserBase parser) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case VALUE_NULL -> NONE;
            case VALUE_TRUE, VALUE_FALSE -> BOOLEAN;
            case VALUE_STRING -> STRING;
            case VALUE_NUMBER_INT -> ofInteger(parser);
            case VALUE_NUMBER_FLOAT ->
                NumberText.printsAs(
                                parser.getTextCharacters(),
                                parser.getTextOffset(),
                                parser.getTextLength(),
                                parser.getDoubleValue())
                        ? DOUBLE
                        : OTHER;
            default -> OTHER;
        };
    }

    private static int ofInteger(ParserBase parser) throws IOException {
        if (parser.getTextLength() > MOST_DIGITS + 1) {
            return OTHER;
        }
        NumberType type = parser.getNumberType();
        if (type == NumberType.BIG_INTEGER) {
            boolean negative = parser.getTextCharacters()[parser.getTextOffset()] == '-';
            return parser.getTextLength() - (negative ? 1 : 0) <= MOST_DIGITS ? HUGE_INTEGER : OTHER;
        }
        return ofLong(parser.getLongValue());
    }

    static int ofLong(long value) {
        return value >= -NumberText.EXACT_INTEGERS && value <= NumberText.EXACT_INTEGERS ? INTEGER : LARGE_INTEGER;
    }

    /**
     * The narrowest type that holds values of all these shapes unchanged.
     *
     * @param shapes not {@link #NONE}
     */
    static ColumnType typeOf(int shapes) {
        if (shapes == BOOLEAN) {
            return ColumnType.of(Kind.BOOLEAN);
        }
        if (shapes == STRING) {
            return ColumnType.of(Kind.STRING);
        }
        if ((shapes & ~LONGS) == 0) {
            return ColumnType.of(Kind.INT64);
        }
        if ((shapes & ~INTEGERS) == 0) {
            return HUGE;
        }
        return (shapes & ~DOUBLES) == 0 ? ColumnType.of(Kind.FLOAT64) : VARIANT;
    }

    /** Whether a column of this type surely cannot hold a value of this shape unchanged; false where the value decides. */
    static boolean surelyUnfit(Kind kind, int shape) {
        return switch (kind) {
            case BOOLEAN -> (shape & ~BOOLEAN) != 0;
            case INT64 -> (shape & ~LONGS) != 0;
            case UINT64 -> (shape & ~INTEGERS) != 0;
            case FLOAT64 -> (shape & ~DOUBLES) != 0;
            case STRING -> (shape & ~STRING) != 0;
            default -> false;
        };
    }
}
