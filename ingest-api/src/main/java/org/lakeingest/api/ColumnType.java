package org.lakeingest.api;

import java.util.List;

/**
 * A type. VARIANT is JSON text. Precision and scale are used by DECIMAL only and are 0 otherwise; children by LIST (the
 * element), MAP (key, not nullable, and value) and STRUCT (its fields, of unique names). Immutable.
 */
public record ColumnType(Kind kind, int precision, int scale, List<Schema.Field> children) {
    private static final int MAX_PRECISION = 76;

    /** @throws IllegalArgumentException when the parts do not make a type */
    public ColumnType {
        children = List.copyOf(children);
        checkPrecision(kind, precision, scale);
        checkChildren(kind, children);
    }

    /** A type without parameters. */
    public static ColumnType of(Kind kind) {
        return new ColumnType(kind, 0, 0, List.of());
    }

    public static ColumnType decimal(int precision, int scale) {
        return new ColumnType(Kind.DECIMAL, precision, scale, List.of());
    }

    public static ColumnType list(Schema.Field element) {
        return new ColumnType(Kind.LIST, 0, 0, List.of(element));
    }

    public static ColumnType map(Schema.Field key, Schema.Field value) {
        return new ColumnType(Kind.MAP, 0, 0, List.of(key, value));
    }

    public static ColumnType struct(List<Schema.Field> fields) {
        return new ColumnType(Kind.STRUCT, 0, 0, fields);
    }

    private static void checkPrecision(Kind kind, int precision, int scale) {
        boolean fits = kind == Kind.DECIMAL
                ? precision >= 1 && precision <= MAX_PRECISION && scale >= 0 && scale <= precision
                : precision == 0 && scale == 0;
        if (!fits) {
            throw new IllegalArgumentException(
                    kind + " with precision " + precision + " and scale " + scale + " is not a type");
        }
    }

    private static void checkChildren(Kind kind, List<Schema.Field> children) {
        boolean fits = switch (kind) {
            case LIST -> children.size() == 1;
            case MAP -> children.size() == 2 && !children.get(0).nullable();
            case STRUCT -> !children.isEmpty();
            default -> children.isEmpty();
        };
        if (!fits) {
            throw new IllegalArgumentException(kind + " with children " + children + " is not a type");
        }
        if (kind == Kind.STRUCT) {
            Schema.requireUniqueNames(children);
        }
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
