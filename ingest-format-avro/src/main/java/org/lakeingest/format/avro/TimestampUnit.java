package org.lakeingest.format.avro;

import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.jspecify.annotations.Nullable;

/** Unit of a timestamp. A local one, which names no zone, is taken as UTC. */
enum TimestampUnit {
    MILLIS,
    MICROS,
    NANOS;

    private static final int PER_STEP = 1000;

    /** Null when the type is no timestamp. */
    static @Nullable TimestampUnit of(@Nullable LogicalType type) {
        if (type instanceof LogicalTypes.TimestampMillis || type instanceof LogicalTypes.LocalTimestampMillis) {
            return MILLIS;
        }
        if (type instanceof LogicalTypes.TimestampMicros || type instanceof LogicalTypes.LocalTimestampMicros) {
            return MICROS;
        }
        if (type instanceof LogicalTypes.TimestampNanos || type instanceof LogicalTypes.LocalTimestampNanos) {
            return NANOS;
        }
        return null;
    }

    /** Microseconds; what is smaller is cut off, and what is too large becomes the largest or smallest long. */
    long toMicros(long value) {
        return switch (this) {
            case MILLIS -> {
                if (value > Long.MAX_VALUE / PER_STEP) {
                    yield Long.MAX_VALUE;
                }
                yield value < Long.MIN_VALUE / PER_STEP ? Long.MIN_VALUE : value * PER_STEP;
            }
            case MICROS -> value;
            case NANOS -> Math.floorDiv(value, PER_STEP);
        };
    }
}
