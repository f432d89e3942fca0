package org.lakeingest.format.json;

import org.lakeingest.format.json.JsonDecoderConfig.EpochUnit;

/**
 * Integers as times. Told apart by size, 10^11 begins the milliseconds, 10^14 the microseconds and 10^17 the nanoseconds: each
 * is March 1973 in its unit, and the year 5138 in the unit before. Earlier times in the finer units are therefore misread.
 */
final class EpochTime {
    private static final long FIRST_MILLIS = 100_000_000_000L;
    private static final long FIRST_MICROS = 1_000 * FIRST_MILLIS;
    private static final long FIRST_NANOS = 1_000 * FIRST_MICROS;
    private static final int NANOS_PER_MICRO = 1_000;

    private EpochTime() {}

    /** Microseconds since the epoch, or {@link TimeText#INVALID} beyond the years 0001 to 9999. */
    static long micros(long value, EpochUnit unit) {
        return switch (unit) {
            case SECONDS -> scaled(value, 1_000_000);
            case MILLIS -> scaled(value, 1_000);
            case MICROS -> scaled(value, 1);
            case NANOS -> Math.floorDiv(value, NANOS_PER_MICRO);
            case AUTO -> micros(value, bySize(value));
        };
    }

    private static long scaled(long value, long microsPerUnit) {
        boolean fits = value >= TimeText.FIRST_MICROS / microsPerUnit && value <= TimeText.LAST_MICROS / microsPerUnit;
        return fits ? value * microsPerUnit : TimeText.INVALID;
    }

    private static EpochUnit bySize(long value) {
        if (value > -FIRST_MILLIS && value < FIRST_MILLIS) {
            return EpochUnit.SECONDS;
        }
        if (value > -FIRST_MICROS && value < FIRST_MICROS) {
            return EpochUnit.MILLIS;
        }
        return value > -FIRST_NANOS && value < FIRST_NANOS ? EpochUnit.MICROS : EpochUnit.NANOS;
    }

    /** Whether the time is finer than a microsecond. */
    static boolean isCut(long value, EpochUnit unit) {
        boolean nanos = unit == EpochUnit.NANOS || (unit == EpochUnit.AUTO && bySize(value) == EpochUnit.NANOS);
        return nanos && value % NANOS_PER_MICRO != 0;
    }
}
