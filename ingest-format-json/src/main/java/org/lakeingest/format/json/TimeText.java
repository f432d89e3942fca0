package org.lakeingest.format.json;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;

/** Reads dates and RFC 3339 timestamps without making objects, which costs a row more than everything else it holds. */
final class TimeText {
    /** Answer for what cannot be read. */
    static final long INVALID = Long.MIN_VALUE;

    static final long FIRST_MICROS = micros(LocalDate.of(1, 1, 1).atStartOfDay());
    static final long LAST_MICROS = micros(LocalDate.of(10000, 1, 1).atStartOfDay()) - 1;

    private static final int DATE_LENGTH = 10;
    private static final int MINUTES_END = 16;
    private static final int SECONDS_END = 19;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int MICRO_DIGITS = 6;

    private TimeText() {}

    private static long micros(LocalDateTime time) {
        return Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), 1_000_000L);
    }

    /** Days since the epoch. */
    static long days(char[] text, int start, int length) {
        if (length != DATE_LENGTH) {
            return INVALID;
        }
        long second = second(text, start, 0, 0, 0);
        return second == INVALID ? INVALID : Math.floorDiv(second, SECONDS_PER_DAY);
    }

    /** Microseconds since the epoch; digits behind the sixth are cut off, as the lake does. */
    static long micros(char[] text, int start, int length) {
        return length < SECONDS_END + 1 || text[start + MINUTES_END] != ':'
                ? INVALID
                : read(text, start, length, false);
    }

    /** Also without a time, without seconds, without a zone (which is UTC then), and with offsets like +01 and +0100. */
    static long lenientMicros(char[] text, int start, int length) {
        if (length == DATE_LENGTH) {
            long second = second(text, start, 0, 0, 0);
            return second == INVALID ? INVALID : second * 1_000_000;
        }
        return read(text, start, length, true);
    }

    private static long read(char[] text, int start, int length, boolean lenient) {
        int end = start + length;
        if (length < MINUTES_END || !isOneOf(text[start + 10], 'T', 't', ' ') || text[start + 13] != ':') {
            return INVALID;
        }
        int hour = number(text, start + 11, 2);
        int minute = number(text, start + 14, 2);
        boolean hasSeconds = length >= SECONDS_END && text[start + MINUTES_END] == ':';
        int second = hasSeconds ? number(text, start + 17, 2) : 0;
        if (hour < 0 || minute < 0 || second < 0 || hour > 23 || minute > 59 || second > 59) {
            return INVALID;
        }
        int at = start + (hasSeconds ? SECONDS_END : MINUTES_END);
        long micros = 0;
        if (hasSeconds && at < end && text[at] == '.') {
            int digits = digits(text, at + 1, end);
            if (digits == 0) {
                return INVALID;
            }
            micros = microsOfFraction(text, at + 1, digits);
            at += 1 + digits;
        }
        long offset = lenient ? lenientOffsetSeconds(text, at, end) : offsetSeconds(text, at, end);
        long local = second(text, start, hour, minute, second);
        if (offset == INVALID || local == INVALID) {
            return INVALID;
        }
        long result = (local - offset) * 1_000_000 + micros;
        return result < FIRST_MICROS || result > LAST_MICROS ? INVALID : result;
    }

    /** Whether a timestamp that could be read has digits behind the sixth that are not zero. */
    static boolean isCut(char[] text, int start, int length) {
        int end = start + length;
        int first = start + SECONDS_END + 1 + MICRO_DIGITS;
        if (first >= end || text[start + SECONDS_END] != '.') {
            return false;
        }
        for (int i = first; i < end && text[i] >= '0' && text[i] <= '9'; i++) {
            if (text[i] != '0') {
                return true;
            }
        }
        return false;
    }

    /** Seconds since the epoch of the date at this place and the time of day. */
    private static long second(char[] text, int start, int hour, int minute, int second) {
        int year = number(text, start, 4);
        int month = number(text, start + 5, 2);
        int day = number(text, start + 8, 2);
        if (year < 1 || month < 0 || day < 0 || text[start + 4] != '-' || text[start + 7] != '-') {
            return INVALID;
        }
        try {
            return IsoChronology.INSTANCE.epochSecond(year, month, day, hour, minute, second, ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return INVALID;
        }
    }

    private static long microsOfFraction(char[] text, int start, int digits) {
        int used = Math.min(digits, MICRO_DIGITS);
        long micros = number(text, start, used);
        for (int i = used; i < MICRO_DIGITS; i++) {
            micros *= 10;
        }
        return micros;
    }

    private static long lenientOffsetSeconds(char[] text, int at, int end) {
        if (at == end) {
            return 0;
        }
        boolean signed = isOneOf(text[at], '+', '-', '+');
        if (!signed || at + 6 == end) {
            return offsetSeconds(text, at, end);
        }
        int hours = at + 3 == end || at + 5 == end ? number(text, at + 1, 2) : -1;
        int minutes = at + 5 == end ? number(text, at + 3, 2) : 0;
        return offset(text[at], hours, minutes);
    }

    private static long offset(char sign, int hours, int minutes) {
        if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) {
            return INVALID;
        }
        long seconds = 3600L * hours + 60L * minutes;
        return sign == '-' ? -seconds : seconds;
    }

    private static long offsetSeconds(char[] text, int at, int end) {
        if (at + 1 == end && isOneOf(text[at], 'Z', 'z', 'Z')) {
            return 0;
        }
        if (at + 6 != end || !isOneOf(text[at], '+', '-', '+') || text[at + 3] != ':') {
            return INVALID;
        }
        return offset(text[at], number(text, at + 1, 2), number(text, at + 4, 2));
    }

    private static boolean isOneOf(char c, char first, char second, char third) {
        return c == first || c == second || c == third;
    }

    private static int digits(char[] text, int start, int end) {
        int at = start;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at - start;
    }

    /** The number of exactly these digits, or -1. */
    private static int number(char[] text, int start, int count) {
        int number = 0;
        for (int i = start; i < start + count; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number;
    }
}
