package org.lakeingest.format.json;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;

/** Looks at numbers as they are written. */
final class NumberText {
    /** The largest integer below which a double holds every integer. */
    static final long EXACT_INTEGERS = 1L << 53;

    /** As many digits survive the way into a double and back, whatever they are. */
    private static final int SAFE_DIGITS = 15;

    /** No double needs more to be told from its neighbours. */
    private static final int MOST_DIGITS = 17;

    private static final int SAFE_EXPONENT = 300;

    /** A longer text is looked at no further. */
    private static final int LONGEST_TEXT = 1000;

    private NumberText() {}

    /** Whether this is a number as JSON writes it. */
    static boolean isNumber(char[] text, int start, int length) {
        int end = start + length;
        int at = endOfInteger(text, start, end);
        if (at < 0) {
            return false;
        }
        if (at < end && text[at] == '.') {
            int digits = endOfDigits(text, at + 1, end);
            if (digits == at + 1) {
                return false;
            }
            at = digits;
        }
        if (at < end && (text[at] == 'e' || text[at] == 'E')) {
            at++;
            if (at < end && (text[at] == '+' || text[at] == '-')) {
                at++;
            }
            int digits = endOfDigits(text, at, end);
            if (digits == at) {
                return false;
            }
            at = digits;
        }
        return at == end;
    }

    /** Whether this is an integer as JSON writes it: no leading zeros, no fraction, no exponent. */
    static boolean isInteger(char[] text, int start, int length) {
        return endOfInteger(text, start, start + length) == start + length;
    }

    private static int endOfInteger(char[] text, int start, int end) {
        int first = start < end && text[start] == '-' ? start + 1 : start;
        int at = endOfDigits(text, first, end);
        return at == first || (text[first] == '0' && at > first + 1) ? -1 : at;
    }

    private static int endOfDigits(char[] text, int start, int end) {
        int at = start;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }

    /**
     * Whether a double prints as the same number, trailing zeros aside. Costs nothing up to 15 digits, and some objects for
     * numbers of 16 or 17.
     *
     * @param text of a number as JSON writes it
     * @param value what the text reads as
     */
    static boolean printsAs(char[] text, int start, int length, double value) {
        int end = start + length;
        int first = -1; // of the significant digits, counted without the point
        int last = -1;
        int position = 0;
        int point = -1;
        int at = text[start] == '-' ? start + 1 : start;
        for (; at < end && text[at] != 'e' && text[at] != 'E'; at++) {
            if (text[at] == '.') {
                point = position;
                continue;
            }
            if (text[at] != '0') {
                first = first < 0 ? position : first;
                last = position;
            }
            position++;
        }
        if (first < 0) {
            return true;
        }
        if (Double.isInfinite(value) || value == 0 || last - first >= MOST_DIGITS || length > LONGEST_TEXT) {
            return false;
        }
        int exponent = at < end ? exponent(text, at + 1, end) : 0;
        int magnitude = (point < 0 ? position : point) - first + exponent;
        if (last - first < SAFE_DIGITS && Math.abs(magnitude) < SAFE_EXPONENT) {
            return true;
        }
        return Math.abs(magnitude) < 2 * SAFE_EXPONENT
                && new BigDecimal(text, start, length).compareTo(new BigDecimal(shortest(value))) == 0;
    }

    /** As the lake and most producers print it. Double.toString of JDK 17 often adds a digit, which nobody needs. */
    static String shortest(double value) {
        return NumberOutput.toString(value, true);
    }

    /** The exponent, or one that is too large for any double. */
    private static int exponent(char[] text, int start, int end) {
        boolean negative = text[start] == '-';
        int value = 0;
        for (int i = negative || text[start] == '+' ? start + 1 : start; i < end && value < 1_000_000; i++) {
            value = 10 * value + (text[i] - '0');
        }
        return negative ? -value : value;
    }
}
