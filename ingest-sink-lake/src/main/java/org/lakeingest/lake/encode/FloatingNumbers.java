package org.lakeingest.lake.encode;

import java.math.BigDecimal;
import java.util.Locale;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;

/**
 * Numbers, or texts that are numbers, as floating point. Doubles become the nearest float, as whoever declares a FLOAT expects;
 * integers and decimals are refused when the result would print another number. One thread.
 */
final class FloatingNumbers extends ColumnValues {
    private static final int LONGEST_TEXT = 1_000;

    private final ColumnValues source;
    private final ColumnType from;
    private final boolean single;
    private final String name;
    private final GrowingBytes scratch = new GrowingBytes(32);

    FloatingNumbers(ColumnValues source, ColumnCast cast, String name) {
        this.source = source;
        this.from = cast.from();
        this.single = cast.to().kind() == Kind.FLOAT32;
        this.name = name;
    }

    @Override
    boolean isNull(int row) {
        return source.isNull(row);
    }

    @Override
    double getDouble(int row) {
        return switch (from.kind()) {
            case FLOAT32, FLOAT64 -> nearest(source.getDouble(row));
            case INT64 -> ofLong(source.getLong(row));
            case UINT64 -> exact(new BigDecimal(Long.toUnsignedString(source.getLong(row))));
            case DECIMAL ->
                exact(
                        Columns.isBytes(from)
                                ? Decimals.read(source, row, from, scratch)
                                : BigDecimal.valueOf(source.getLong(row), from.scale()));
            case STRING -> ofText(row);
            default -> throw wrongKind();
        };
    }

    private double nearest(double value) {
        boolean lost = single && !Double.isInfinite(value) && Float.isInfinite((float) value);
        if (lost) {
            throw new Refusal.BadValue(name, "a number that is beyond the column's type");
        }
        return value;
    }

    private double ofLong(long value) {
        double result = single ? (float) value : (double) value;
        // The largest long rounds up to a double that turns into the same long again.
        if ((long) result != value || value == Long.MAX_VALUE) {
            throw notExact();
        }
        return result;
    }

    private double exact(BigDecimal value) {
        double result = single ? value.floatValue() : value.doubleValue();
        if (Double.isInfinite(result)) {
            throw notExact();
        }
        BigDecimal printed = single ? new BigDecimal(Float.toString((float) result)) : BigDecimal.valueOf(result);
        if (printed.compareTo(value) != 0) {
            throw notExact();
        }
        return result;
    }

    private Refusal.BadValue notExact() {
        return new Refusal.BadValue(name, "a number with more digits than the column keeps");
    }

    private double ofText(int row) {
        scratch.resize(0);
        source.putBytes(scratch, row);
        String text = scratch.size() > LONGEST_TEXT ? "" : scratch.text();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> ofDigits(text);
        };
    }

    private double ofDigits(String text) {
        try {
            return nearest(new BigDecimal(text).doubleValue());
        } catch (NumberFormatException e) {
            throw new Refusal.BadValue(name, "something that is no number");
        }
    }
}
