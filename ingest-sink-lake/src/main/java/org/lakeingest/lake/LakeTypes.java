package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Schema;

/** Our column types in the lake's SQL. */
final class LakeTypes {
    private static final int MOST_DIGITS = 76;
    /** Digits of a decimal that is stored in 128 bits. */
    static final int WIDEST_PLAIN = 38;

    private LakeTypes() {}

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

    /** Whether it becomes a decimal of more than 38 digits, or holds some. */
    static boolean hasWideDecimal(ColumnType type) {
        boolean wide = type.kind() == ColumnType.Kind.DECIMAL && type.precision() > WIDEST_PLAIN;
        for (Schema.Field child : type.children()) {
            wide |= hasWideDecimal(child.type());
        }
        return wide;
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
        List<String> names = NewNames.of(type.children(), Set.of());
        List<String> fields = new ArrayList<>();
        for (Schema.Field field : type.children()) {
            fields.add(SqlIdentifier.quote(names.get(fields.size())) + " " + nullable(field));
        }
        return "TUPLE(" + String.join(", ", fields) + ")";
    }

    private static String nullable(Schema.Field field) {
        return sql(field.type()) + (field.nullable() ? " NULL" : " NOT NULL");
    }
}
