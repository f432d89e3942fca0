package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Decimals, exact: from a number or from a string that holds one. What would have to be rounded is refused. */
final class DecimalReader extends ValueReader {
    /** The most digits that a long holds whatever they are, and that {@link RowAppender#setLong} takes. */
    private static final int LONG_DIGITS = 18;

    /** A longer text is refused, however many of its digits are zeros: reading it costs time that grows with its square. */
    private static final int LONGEST_TEXT = 1000;

    private static final long NOT_SIMPLE = Long.MIN_VALUE;
    private static final long TOO_PRECISE = Long.MIN_VALUE + 1;
    private static final long TOO_LARGE = Long.MIN_VALUE + 2;
    private static final long[] POWERS = new long[LONG_DIGITS + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
    }

    private final int precision;
    private final int scale;

    DecimalReader(String path, boolean nullable, int precision, int scale) {
        super(path, nullable);
        this.precision = precision;
        this.scale = scale;
    }

    @Override
    @Nullable
    IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
        JsonToken token = parser.currentToken();
        if (!token.isNumeric() && token != JsonToken.VALUE_STRING) {
            return wrongKind(parser, "a number, or a string that holds one");
        }
        char[] text = parser.getTextCharacters();
        int start = parser.getTextOffset();
        int length = parser.getTextLength();
        if (precision > LONG_DIGITS) {
            return readLong(text, start, length, rows, column);
        }
        long unscaled = simple(text, start, length);
        if (unscaled == NOT_SIMPLE) {
            return readLong(text, start, length, rows, column);
        }
        if (unscaled == TOO_PRECISE) {
            return tooPrecise();
        }
        if (unscaled == TOO_LARGE) {
            return tooLarge();
        }
        rows.setLong(column, unscaled);
        return null;
    }

    /** Up to 18 digits, perhaps a sign and a point, as nearly all decimals are; unscaled. */
    private long simple(char[] text, int start, int length) {
        boolean negative = length > 0 && text[start] == '-';
        long value = 0;
        int digits = 0;
        int fraction = 0;
        boolean point = false;
        for (int i = negative ? start + 1 : start; i < start + length; i++) {
            char c = text[i];
            if (c == '.' && !point && digits > 0) {
                point = true;
            } else if (c >= '0' && c <= '9' && digits < LONG_DIGITS) {
                value = 10 * value + (c - '0');
                digits++;
                fraction += point ? 1 : 0;
            } else {
                return NOT_SIMPLE;
            }
        }
        if (digits == 0 || (point && fraction == 0)) {
            return NOT_SIMPLE;
        }
        long unscaled = rescale(value, fraction);
        return negative && unscaled >= 0 ? -unscaled : unscaled;
    }

    private long rescale(long value, int fraction) {
        long rest = value;
        int digitsBehind = fraction;
        while (digitsBehind > scale) {
            if (rest % 10 != 0) {
                return TOO_PRECISE;
            }
            rest /= 10;
            digitsBehind--;
        }
        int missing = scale - digitsBehind;
        return rest >= POWERS[precision - missing] ? TOO_LARGE : rest * POWERS[missing];
    }

    private @Nullable IngestException readLong(char[] text, int start, int length, RowAppender rows, int column) {
        if (length > LONGEST_TEXT) {
            return tooLarge();
        }
        BigDecimal value;
        try {
            value = new BigDecimal(text, start, length);
        } catch (NumberFormatException e) {
            return wrongKind("holds text that is not a number, or not one that a decimal could hold");
        }
        if (value.signum() == 0) {
            value = BigDecimal.ZERO;
        } else if ((long) value.precision() - value.scale() > precision - scale) {
            // Compared without changing the scale: 1e1000000000 must not be written out.
            return tooLarge();
        }
        if (value.scale() > scale) {
            value = value.stripTrailingZeros();
        }
        if (value.scale() > scale) {
            return tooPrecise();
        }
        value = value.setScale(scale);
        if (precision <= LONG_DIGITS) {
            rows.setLong(column, value.unscaledValue().longValueExact());
        } else {
            byte[] bytes = value.unscaledValue().toByteArray();
            rows.setBytes(column, bytes, 0, bytes.length);
        }
        return null;
    }

    private IngestException tooLarge() {
        return outOfRange("holds a number that decimal(" + precision + ", " + scale + ") cannot hold");
    }

    private IngestException tooPrecise() {
        return outOfRange("holds more than the " + scale + " digits behind the point of decimal(" + precision + ", "
                + scale + "), and is not rounded");
    }
}
