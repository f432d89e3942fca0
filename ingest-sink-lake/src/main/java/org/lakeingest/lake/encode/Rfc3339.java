package org.lakeingest.lake.encode;

/**
 * Writes instants as RFC 3339 in UTC and dates as ISO 8601. The text of the last second is kept, since records come in the
 * order of time: formatting it anew for each row costs as much as all the rest of the row. One thread.
 *
 * <p>Years outside 0000 to 9999, which RFC 3339 cannot say, get a sign as in ISO 8601: {@code +10000-01-01T00:00:00.000Z}.
 */
final class Rfc3339 {
    private static final long SECONDS_PER_DAY = 86_400;

    private final GrowingBytes second = new GrowingBytes(32);
    private long cachedSecond = Long.MIN_VALUE;

    /** With three digits of fraction. */
    void putMillis(GrowingBytes out, long epochMillis) {
        putSecond(out, Math.floorDiv(epochMillis, 1_000L));
        out.put('.');
        out.putPadded((int) Math.floorMod(epochMillis, 1_000L), 3);
        out.put('Z');
    }

    /** With six digits of fraction. */
    void putMicros(GrowingBytes out, long epochMicros) {
        putSecond(out, Math.floorDiv(epochMicros, 1_000_000L));
        out.put('.');
        out.putPadded((int) Math.floorMod(epochMicros, 1_000_000L), 6);
        out.put('Z');
    }

    private void putSecond(GrowingBytes out, long epochSecond) {
        if (epochSecond != cachedSecond) {
            cachedSecond = epochSecond;
            second.resize(0);
            putDate(second, Math.floorDiv(epochSecond, SECONDS_PER_DAY));
            int ofDay = (int) Math.floorMod(epochSecond, SECONDS_PER_DAY);
            second.put('T');
            second.putPadded(ofDay / 3_600, 2);
            second.put(':');
            second.putPadded(ofDay / 60 % 60, 2);
            second.put(':');
            second.putPadded(ofDay % 60, 2);
        }
        out.put(second.array(), 0, second.size());
    }

    /** Days since 1970-01-01, in the proleptic Gregorian calendar. */
    static void putDate(GrowingBytes out, long epochDay) {
        // Counted in eras of 400 years that begin on a first of March, so that the leap day is the last of its year.
        long shifted = epochDay + 719_468;
        long era = Math.floorDiv(shifted, 146_097L);
        int dayOfEra = (int) Math.floorMod(shifted, 146_097L);
        int yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        int shiftedMonth = (5 * dayOfYear + 2) / 153;
        int day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
        int month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        long year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
        putYear(out, year);
        out.put('-');
        out.putPadded(month, 2);
        out.put('-');
        out.putPadded(day, 2);
    }

    private static void putYear(GrowingBytes out, long year) {
        if (year >= 0 && year <= 9_999) {
            out.putPadded((int) year, 4);
            return;
        }
        out.put(year < 0 ? '-' : '+');
        long size = Math.abs(year);
        if (size <= 9_999) {
            out.putPadded((int) size, 4);
        } else {
            out.putNumber(size);
        }
    }
}
