package org.lakeingest.lake.keyed;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.lake.LakeErrorCode;

/** Versions of the rows of one batch. */
final class VersionColumn {
    private static final int LONG_DECIMAL_DIGITS = 18;
    private static final BigInteger TWO_64 = BigInteger.ONE.shiftLeft(64);

    private final RowBatch.Column column;
    private final ColumnType type;
    private final @Nullable BytesColumn bytes;

    /** @throws IngestException when values of this type have no order that the lake agrees on */
    VersionColumn(RowBatch.Column column, ColumnType type) {
        this.column = column;
        this.type = type;
        this.bytes = switch (type.kind()) {
            case INT64, UINT64, DATE, TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> null;
            case DECIMAL -> type.precision() > LONG_DECIMAL_DIGITS ? column.bytes() : null;
            case STRING -> column.bytes();
            default -> throw unfit(type.kind() + " is no kind for versions");
        };
    }

    boolean isNull(int row) {
        return column.isNull(row);
    }

    int compare(int row, VersionColumn other, int otherRow) {
        BytesColumn mine = bytes;
        BytesColumn theirs = other.bytes;
        if (!type.equals(other.type) || (mine != null && type.kind() == ColumnType.Kind.DECIMAL)) {
            return number(row).compareTo(other.number(otherRow));
        }
        if (mine != null && theirs != null) {
            return KeyedBatch.compare(mine, row, theirs, otherRow);
        }
        return type.kind() == ColumnType.Kind.UINT64
                ? Long.compareUnsigned(column.getLong(row), other.column.getLong(otherRow))
                : Long.compare(column.getLong(row), other.column.getLong(otherRow));
    }

    private BigDecimal number(int row) {
        BytesColumn source = bytes;
        return switch (type.kind()) {
            case INT64 -> BigDecimal.valueOf(column.getLong(row));
            case UINT64 -> new BigDecimal(unsigned(column.getLong(row)));
            case DECIMAL -> {
                if (source == null) {
                    yield BigDecimal.valueOf(column.getLong(row), type.scale());
                }
                int from = source.arrayOffset(row);
                byte[] unscaled = Arrays.copyOfRange(source.array(row), from, from + source.length(row));
                yield new BigDecimal(new BigInteger(unscaled), type.scale());
            }
            default -> throw unfit("versions of kind " + type.kind() + " do not compare with those of another kind");
        };
    }

    private static BigInteger unsigned(long bits) {
        BigInteger value = BigInteger.valueOf(bits);
        return bits < 0 ? value.add(TWO_64) : value;
    }

    private static IngestException unfit(String reason) {
        return new IngestException(LakeErrorCode.LAKE_KEY_UNFIT, "The version column cannot be used: " + reason);
    }
}
