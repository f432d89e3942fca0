package org.lakeingest.lake.encode;

import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;

/** What both formats need to know about column types. */
final class Columns {
    /** Decimals up to here are held as their unscaled value in a long. */
    static final int LONG_DECIMAL_DIGITS = 18;

    /** Of the widest decimals. */
    static final int MOST_DIGITS = 76;

    private Columns() {}

    static boolean isBytes(ColumnType type) {
        return switch (type.kind()) {
            case STRING, BINARY, VARIANT -> true;
            case DECIMAL -> type.precision() > LONG_DECIMAL_DIGITS;
            default -> false;
        };
    }

    static Schema.Field required(String name, Kind kind) {
        return new Schema.Field(name, ColumnType.of(kind), false);
    }

    static Schema.Field nullable(String name, Kind kind) {
        return new Schema.Field(name, ColumnType.of(kind), true);
    }
}
