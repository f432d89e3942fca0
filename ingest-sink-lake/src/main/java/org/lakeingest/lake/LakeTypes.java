package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Schema;

/** Our column types in the lake's SQL, and which of the lake's types take values of ours. */
final class LakeTypes {
    private static final Map<String, String> ALIASES = Map.ofEntries(
            Map.entry("STRING", "VARCHAR"),
            Map.entry("TEXT", "VARCHAR"),
            Map.entry("CHAR", "VARCHAR"),
            Map.entry("JSON", "VARIANT"),
            Map.entry("INTEGER", "INT"),
            Map.entry("INT32", "INT"),
            Map.entry("INT64", "BIGINT"),
            Map.entry("BOOL", "BOOLEAN"),
            Map.entry("REAL", "FLOAT"),
            Map.entry("FLOAT32", "FLOAT"),
            Map.entry("FLOAT64", "DOUBLE"),
            Map.entry("DATETIME", "TIMESTAMP"),
            Map.entry("TIMESTAMP_TZ", "TIMESTAMPTZ"),
            Map.entry("VARBINARY", "BINARY"),
            Map.entry("BLOB", "BINARY"));

    private static final Set<String> NUMBERS = Set.of(
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "TINYINT UNSIGNED",
            "SMALLINT UNSIGNED",
            "INT UNSIGNED",
            "BIGINT UNSIGNED",
            "FLOAT",
            "DOUBLE",
            "DECIMAL");
    private static final int MOST_DIGITS = 76;

    private LakeTypes() {}

    /** The type's name alone, as DESC shows it: aliases resolved, precision and element types cut off. */
    static String base(String type) {
        String upper = type.strip().toUpperCase(Locale.ROOT);
        int parenthesis = upper.indexOf('(');
        String name = (parenthesis < 0 ? upper : upper.substring(0, parenthesis)).strip();
        return ALIASES.getOrDefault(name, name);
    }

    /**
     * The type to create a column with.
     *
     * @throws LakeException when the lake has none
     */
    static String sql(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> "BOOLEAN";
            case INT64 -> "BIGINT";
            case UINT64 -> "BIGINT UNSIGNED";
            case FLOAT32 -> "FLOAT";
            case FLOAT64 -> "DOUBLE";
            case DECIMAL -> decimal(type);
            case DATE -> "DATE";
            case TIMESTAMP_MICROS -> "TIMESTAMP";
            case TIMESTAMP_TZ_MICROS -> "TIMESTAMP_TZ";
            case STRING -> "STRING";
            case BINARY -> "BINARY";
            case VARIANT -> "VARIANT";
            case LIST -> "ARRAY(" + nullable(type.children().get(0)) + ")";
            case MAP ->
                "MAP(" + sql(type.children().get(0).type()) + ", "
                        + nullable(type.children().get(1)) + ")";
            case STRUCT -> tuple(type);
        };
    }

    private static String decimal(ColumnType type) {
        if (type.precision() < 1 || type.precision() > MOST_DIGITS || type.scale() > type.precision()) {
            throw new LakeException(
                    LakeErrorCode.LAKE_SCHEMA_UNFIT,
                    "the lake has no DECIMAL(" + type.precision() + ", " + type.scale() + "), at most " + MOST_DIGITS
                            + " digits");
        }
        return "DECIMAL(" + type.precision() + ", " + type.scale() + ")";
    }

    private static String tuple(ColumnType type) {
        List<String> fields = new ArrayList<>();
        for (Schema.Field field : type.children()) {
            fields.add(SqlIdentifier.quote(SqlIdentifier.fold(field.name())) + " " + nullable(field));
        }
        return "TUPLE(" + String.join(", ", fields) + ")";
    }

    private static String nullable(Schema.Field field) {
        return sql(field.type()) + (field.nullable() ? " NULL" : "");
    }

    /** Whether the lake casts values of this kind into a column whose type has this base name. */
    static boolean accepts(String base, ColumnType.Kind kind) {
        return switch (kind) {
            case BOOLEAN -> base.equals("BOOLEAN");
            case INT64, UINT64 -> NUMBERS.contains(base) || base.equals("VARIANT");
            case FLOAT32, FLOAT64, DECIMAL -> NUMBERS.contains(base) || base.equals("VARIANT");
            case DATE -> base.equals("DATE") || base.equals("TIMESTAMP");
            case TIMESTAMP_MICROS -> base.equals("TIMESTAMP");
            case TIMESTAMP_TZ_MICROS -> base.equals("TIMESTAMPTZ") || base.equals("TIMESTAMP");
            // Text is parsed into whatever the column is; only bytes and nested types are out of its reach.
            case STRING -> !Set.of("BINARY", "ARRAY", "MAP", "TUPLE", "VECTOR").contains(base);
            case VARIANT -> base.equals("VARIANT") || base.equals("VARCHAR");
            case BINARY -> base.equals("BINARY");
            case LIST -> base.equals("ARRAY") || base.equals("VECTOR");
            case MAP -> base.equals("MAP");
            case STRUCT -> base.equals("TUPLE");
        };
    }
}
