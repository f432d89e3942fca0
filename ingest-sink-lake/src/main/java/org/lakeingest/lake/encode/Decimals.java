package org.lakeingest.lake.encode;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.lakeingest.api.ColumnType;

/** Decimals too wide for a long. Unlike everything else in a row they cost objects. */
final class Decimals {
    private Decimals() {}

    static BigDecimal read(ColumnValues values, int row, ColumnType type, GrowingBytes scratch) {
        scratch.resize(0);
        values.putBytes(scratch, row);
        return new BigDecimal(new BigInteger(scratch.array(), 0, scratch.size()), type.scale());
    }
}
