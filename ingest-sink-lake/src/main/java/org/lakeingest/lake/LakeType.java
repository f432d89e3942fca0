package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;

/**
 * A column type of the lake. Immutable.
 *
 * @param name as DESC writes it, without arguments: {@code INT}, {@code BIGINT UNSIGNED}, {@code VARCHAR}, {@code TUPLE}
 * @param precision of a DECIMAL, the dimension of a VECTOR, else 0
 * @param scale of a DECIMAL, else 0
 * @param children element of an ARRAY, key and value of a MAP, fields of a TUPLE
 */
record LakeType(String name, int precision, int scale, List<Inner> children) {
    private static final Map<String, Kind> TWINS = Map.ofEntries(
            Map.entry("BOOLEAN", Kind.BOOLEAN),
            Map.entry("TINYINT", Kind.INT64),
            Map.entry("SMALLINT", Kind.INT64),
            Map.entry("INT", Kind.INT64),
            Map.entry("BIGINT", Kind.INT64),
            Map.entry("TINYINT UNSIGNED", Kind.INT64),
            Map.entry("SMALLINT UNSIGNED", Kind.INT64),
            Map.entry("INT UNSIGNED", Kind.INT64),
            Map.entry("BIGINT UNSIGNED", Kind.UINT64),
            Map.entry("FLOAT", Kind.FLOAT32),
            Map.entry("DOUBLE", Kind.FLOAT64),
            Map.entry("DATE", Kind.DATE),
            Map.entry("TIMESTAMP", Kind.TIMESTAMP_MICROS),
            Map.entry("TIMESTAMPTZ", Kind.TIMESTAMP_TZ_MICROS),
            Map.entry("VARCHAR", Kind.STRING),
            Map.entry("BINARY", Kind.BINARY),
            Map.entry("VARIANT", Kind.VARIANT));
    private static final Map<String, Integer> INTEGER_BITS = Map.of(
            "TINYINT", 7,
            "SMALLINT", 15,
            "INT", 31,
            "BIGINT", 63,
            "TINYINT UNSIGNED", 8,
            "SMALLINT UNSIGNED", 16,
            "INT UNSIGNED", 32,
            "BIGINT UNSIGNED", 64);
    private static final Set<String> TEXT_ONLY = Set.of("INTERVAL", "BITMAP", "GEOMETRY", "GEOGRAPHY");

    /** An inner type: an element, or a field of a tuple; a name only there. */
    record Inner(String name, LakeType type, boolean nullable) {}

    LakeType {
        children = List.copyOf(children);
    }

    static LakeType of(String name) {
        return new LakeType(name, 0, 0, List.of());
    }

    boolean is(String wanted) {
        return name.equals(wanted);
    }

    boolean isInteger() {
        return INTEGER_BITS.containsKey(name);
    }

    boolean isUnsigned() {
        return name.endsWith("UNSIGNED");
    }

    /** Bits of the largest value of an integer type. */
    int integerBits() {
        return INTEGER_BITS.getOrDefault(name, 0);
    }

    boolean isFloating() {
        return is("FLOAT") || is("DOUBLE");
    }

    /** Types that rows bring as text in the lake's own notation. */
    boolean isTextOnly() {
        return TEXT_ONLY.contains(name);
    }

    /** Whether it has decimals that tables with the lake's native storage format mangle. */
    boolean hasWideDecimal() {
        boolean wide = is("DECIMAL") && precision > LakeTypes.WIDEST_PLAIN;
        for (Inner child : children) {
            wide |= child.type().hasWideDecimal();
        }
        return wide;
    }

    boolean isNested() {
        return !children.isEmpty();
    }

    boolean hasBinary() {
        boolean binary = is("BINARY");
        for (Inner child : children) {
            binary |= child.type().hasBinary();
        }
        return binary;
    }

    boolean hasTuple() {
        boolean tuple = is("TUPLE");
        for (Inner child : children) {
            tuple |= child.type().hasTuple();
        }
        return tuple;
    }

    /** What rows for such a column hold; STRING for a type that has no like. */
    ColumnType twin() {
        Kind kind = TWINS.get(name);
        if (kind != null) {
            return ColumnType.of(kind);
        }
        return switch (name) {
            case "DECIMAL" -> ColumnType.decimal(precision, scale);
            case "ARRAY" -> ColumnType.list(field("element", children.get(0)));
            case "VECTOR" -> ColumnType.list(new Schema.Field("element", ColumnType.of(Kind.FLOAT32), false));
            case "MAP" ->
                ColumnType.map(
                        new Schema.Field("key", children.get(0).type().twin(), false), field("value", children.get(1)));
            case "TUPLE" -> {
                List<Schema.Field> fields = new ArrayList<>();
                for (Inner child : children) {
                    fields.add(field(child.name(), child));
                }
                yield ColumnType.struct(fields);
            }
            default -> ColumnType.of(Kind.STRING);
        };
    }

    private static Schema.Field field(String name, Inner inner) {
        return new Schema.Field(name, inner.type().twin(), inner.nullable());
    }

    /** As CREATE TABLE takes it. */
    String sql() {
        return switch (name) {
            case "DECIMAL" -> "DECIMAL(" + precision + ", " + scale + ")";
            case "VECTOR" -> "VECTOR(" + precision + ")";
            case "TIMESTAMPTZ" -> "TIMESTAMP_TZ";
            case "ARRAY", "MAP", "TUPLE" -> {
                List<String> inner = new ArrayList<>();
                for (Inner child : children) {
                    inner.add((is("TUPLE") ? SqlIdentifier.quote(child.name()) + " " : "")
                            + child.type().sql()
                            + (child.nullable() ? " NULL" : " NOT NULL"));
                }
                yield name + "(" + String.join(", ", inner) + ")";
            }
            default -> name;
        };
    }

    @Override
    public String toString() {
        return sql();
    }
}
