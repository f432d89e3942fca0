package org.lakeingest.api;

import java.util.List;

/**
 * A type. VARIANT is JSON text. Precision and scale are used by DECIMAL only; children by LIST (the element), MAP (key and
 * value) and STRUCT (its fields).
 */
public record ColumnType(Kind kind, int precision, int scale, List<Schema.Field> children) {
    public ColumnType {
        children = List.copyOf(children);
    }

    public enum Kind {
        BOOLEAN,
        INT64,
        UINT64,
        FLOAT32,
        FLOAT64,
        DECIMAL,
        DATE,
        TIMESTAMP_MICROS,
        TIMESTAMP_TZ_MICROS,
        STRING,
        BINARY,
        VARIANT,
        LIST,
        MAP,
        STRUCT
    }
}
