package org.lakeingest.lake.encode;

/**
 * The lake's dates and times are those of the years 1 to 9999. It does not check what it reads from Parquet: a time beyond is
 * shown as another one, and a date beyond makes queries fail.
 */
final class Moments {
    private static final long FIRST_DAY = -719_162;
    private static final long LAST_DAY = 2_932_896;
    private static final long MICROS_PER_DAY = 86_400_000_000L;
    private static final long FIRST_MICRO = FIRST_DAY * MICROS_PER_DAY;
    private static final long LAST_MICRO = (LAST_DAY + 1) * MICROS_PER_DAY - 1;

    private Moments() {}

    static long checkDay(String column, long day) {
        if (day < FIRST_DAY || day > LAST_DAY) {
            throw new Refusal.BadValue(column, "a date outside of the years 1 to 9999");
        }
        return day;
    }

    static long checkMicros(String column, long micros) {
        if (micros < FIRST_MICRO || micros > LAST_MICRO) {
            throw new Refusal.BadValue(column, "a time outside of the years 1 to 9999");
        }
        return micros;
    }

    /** Midnight in UTC; a day beyond what the lake takes stays beyond it. */
    static long microsOfDay(long day) {
        return day < FIRST_DAY ? Long.MIN_VALUE : day > LAST_DAY ? Long.MAX_VALUE : day * MICROS_PER_DAY;
    }
}
