package org.lakeingest.format.avro;

import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;

/** What a value without parts becomes. A logical type that is not in the list counts as its underlying type. No state. */
final class ScalarTypes {
    private static final int MOST_DIGITS = 76;

    private ScalarTypes() {}

    static ColumnType typeOf(Schema schema, String path) {
        LogicalType logical = schema.getLogicalType();
        if (logical instanceof LogicalTypes.Decimal decimal) {
            if (decimal.getPrecision() > MOST_DIGITS) {
                throw new UnsupportedSchemaException(
                        path,
                        "is a decimal of " + decimal.getPrecision() + " digits, and a column holds at most "
                                + MOST_DIGITS);
            }
            return ColumnType.decimal(decimal.getPrecision(), decimal.getScale());
        }
        if (logical instanceof LogicalTypes.BigDecimal) {
            throw new UnsupportedSchemaException(path, "is a big-decimal, whose scale differs from value to value");
        }
        if (logical instanceof LogicalTypes.Uuid) {
            return ColumnType.of(Kind.STRING);
        }
        if (logical instanceof LogicalTypes.Date) {
            return ColumnType.of(Kind.DATE);
        }
        if (TimestampUnit.of(logical) != null) {
            return ColumnType.of(Kind.TIMESTAMP_MICROS);
        }
        return ColumnType.of(
                switch (schema.getType()) {
                    case BOOLEAN -> Kind.BOOLEAN;
                    case INT, LONG -> Kind.INT64;
                    case FLOAT -> Kind.FLOAT32;
                    case DOUBLE -> Kind.FLOAT64;
                    case STRING, ENUM -> Kind.STRING;
                    case BYTES, FIXED -> Kind.BINARY;
                    default -> throw new IllegalArgumentException(schema.getType() + " has parts");
                });
    }

    static ValueWriter writerOf(Schema schema, String path) {
        LogicalType logical = schema.getLogicalType();
        if (logical instanceof LogicalTypes.Decimal decimal) {
            return new DecimalWriter(schema, decimal, path);
        }
        if (logical instanceof LogicalTypes.Date) {
            return new ScalarWriters.Dates(path);
        }
        TimestampUnit unit = TimestampUnit.of(logical);
        if (unit != null) {
            return new ScalarWriters.Timestamps(unit, path);
        }
        return switch (schema.getType()) {
            case BOOLEAN ->
                (input, rows, column) -> rows.setBoolean(column, input.decoder().readBoolean());
            case INT ->
                (input, rows, column) -> rows.setLong(column, input.decoder().readInt());
            case LONG ->
                (input, rows, column) -> rows.setLong(column, input.decoder().readLong());
            case FLOAT ->
                (input, rows, column) -> rows.setDouble(column, input.decoder().readFloat());
            case DOUBLE ->
                (input, rows, column) -> rows.setDouble(column, input.decoder().readDouble());
            case STRING -> new ScalarWriters.Strings(path);
            case ENUM -> new ScalarWriters.Enums(schema.getEnumSymbols());
            case BYTES ->
                (input, rows, column) -> {
                    int length = input.readBytes();
                    rows.setBytes(column, input.scratch(), 0, length);
                };
            case FIXED ->
                logical instanceof LogicalTypes.Uuid
                        ? new ScalarWriters.Uuids()
                        : new ScalarWriters.Fixed(schema.getFixedSize());
            default -> throw new IllegalArgumentException(schema.getType() + " has parts");
        };
    }
}
