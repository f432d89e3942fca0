package org.lakeingest.lake.encode;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;

/**
 * Numbers, or texts that are numbers, as integers or decimals of exactly the same value; refuses those that have no such value,
 * where the lake would round. Integers into integers cost a comparison, everything else costs objects. One thread.
 */
final class ExactNumbers extends ColumnValues {
    private static final int LONGEST_TEXT = 1_000;

    private final ColumnValues source;
    private final ColumnType from;
    private final ColumnType to;
    private final String name;
    private final boolean plain;
    private final long least;
    private final long most;
    private final GrowingBytes scratch = new GrowingBytes(32);

    ExactNumbers(ColumnValues source, ColumnCast cast, String name) {
        this.source = source;
        this.from = cast.from();
        this.to = cast.to();
        this.name = name;
        int bits = cast.bits();
        this.plain = from.kind() == Kind.INT64 && to.kind() != Kind.DECIMAL;
        boolean unsigned = bits % 2 == 0;
        this.most = bits >= 63 ? Long.MAX_VALUE : (1L << bits) - 1;
        this.least = unsigned ? 0 : -most - 1;
    }

    @Override
    boolean isNull(int row) {
        return source.isNull(row);
    }

    @Override
    long getLong(int row) {
        if (plain) {
            long value = source.getLong(row);
            if (value < least || value > most) {
                throw tooLarge();
            }
            return value;
        }
        return unscaled(row);
    }

    private Refusal.BadValue tooLarge() {
        return new Refusal.BadValue(name, "a number that is beyond the column's type");
    }

    private long unscaled(int row) {
        BigDecimal value = exact(row);
        if (to.kind() == Kind.UINT64) {
            if (value.signum() < 0 || value.unscaledValue().bitLength() > Long.SIZE) {
                throw tooLarge();
            }
            return value.unscaledValue().longValue();
        }
        long unscaled = value.unscaledValue().bitLength() > 63
                ? Long.MIN_VALUE
                : value.unscaledValue().longValue();
        boolean overflow = value.unscaledValue().bitLength() > 63;
        if (overflow || (to.kind() == Kind.INT64 && (unscaled < least || unscaled > most))) {
            throw tooLarge();
        }
        return unscaled;
    }

    @Override
    void putBytes(GrowingBytes out, int row) {
        byte[] unscaled = exact(row).unscaledValue().toByteArray();
        out.put(unscaled);
    }

    /** The value with the scale of the type it becomes. */
    private BigDecimal exact(int row) {
        BigDecimal value = read(row);
        if (value == null) {
            throw new Refusal.BadValue(name, "something that is no number");
        }
        int scale = to.kind() == Kind.DECIMAL ? to.scale() : 0;
        // An exponent may be far larger than anything that fits; such a number must not be written out.
        if ((long) value.precision() - value.scale() > Columns.MOST_DIGITS) {
            throw tooLarge();
        }
        BigDecimal stripped = value.scale() > scale ? value.stripTrailingZeros() : value;
        if (stripped.scale() > scale) {
            throw new Refusal.BadValue(name, "a number with more decimal places than the column has");
        }
        BigDecimal scaled = stripped.setScale(scale, RoundingMode.UNNECESSARY);
        if (to.kind() == Kind.DECIMAL && scaled.precision() > to.precision()) {
            throw tooLarge();
        }
        return scaled;
    }

    private @Nullable BigDecimal read(int row) {
        return switch (from.kind()) {
            case INT64 -> BigDecimal.valueOf(source.getLong(row));
            case UINT64 -> new BigDecimal(Long.toUnsignedString(source.getLong(row)));
            case FLOAT32 -> ofDouble(source.getDouble(row), true);
            case FLOAT64 -> ofDouble(source.getDouble(row), false);
            case DECIMAL ->
                Columns.isBytes(from)
                        ? Decimals.read(source, row, from, scratch)
                        : BigDecimal.valueOf(source.getLong(row), from.scale());
            case STRING -> ofText(row);
            default -> throw wrongKind();
        };
    }

    private static @Nullable BigDecimal ofDouble(double value, boolean single) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return null;
        }
        return single ? new BigDecimal(Float.toString((float) value)) : BigDecimal.valueOf(value);
    }

    private @Nullable BigDecimal ofText(int row) {
        scratch.resize(0);
        source.putBytes(scratch, row);
        if (scratch.size() > LONGEST_TEXT) {
            return null;
        }
        try {
            return new BigDecimal(scratch.text());
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
