package org.lakeingest.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/**
 * Reads columns as Java values, for tests: BOOLEAN as Boolean, INT64 as Long, UINT64 as BigInteger, FLOAT32 as Float, FLOAT64
 * as Double, DECIMAL as BigDecimal, DATE as LocalDate, timestamps as Instant, STRING and VARIANT as String, BINARY as
 * ByteBuffer, LIST as List, MAP and STRUCT as Map in order.
 */
public final class RowValues {
    private RowValues() {}

    /** The values of one row, by column. */
    public static List<@Nullable Object> row(RowBatch batch, int row) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < batch.schema().fields().size(); i++) {
            values.add(value(batch.schema().fields().get(i).type(), batch.column(i), row));
        }
        return Collections.unmodifiableList(values);
    }

    /** The values of every row. */
    public static List<List<@Nullable Object>> rows(RowBatch batch) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < batch.rowCount(); row++) {
            rows.add(row(batch, row));
        }
        return rows;
    }

    /** One value; null where the column is. */
    public static @Nullable Object value(ColumnType type, RowBatch.Column column, int row) {
        if (column.isNull(row)) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> column.getBoolean(row);
            case INT64 -> column.getLong(row);
            case UINT64 -> new BigInteger(Long.toUnsignedString(column.getLong(row)));
            case FLOAT32 -> (float) column.getDouble(row);
            case FLOAT64 -> column.getDouble(row);
            case DECIMAL -> decimal(type, column, row);
            case DATE -> LocalDate.ofEpochDay(column.getLong(row));
            case TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> Instant.EPOCH.plus(column.getLong(row), ChronoUnit.MICROS);
            case STRING, VARIANT -> new String(bytes(column, row), UTF_8);
            case BINARY -> ByteBuffer.wrap(bytes(column, row));
            case LIST -> list(type, column, row);
            case MAP -> map(type, column, row);
            case STRUCT -> struct(type, column, row);
        };
    }

    private static BigDecimal decimal(ColumnType type, RowBatch.Column column, int row) {
        return type.precision() <= 18
                ? BigDecimal.valueOf(column.getLong(row), type.scale())
                : new BigDecimal(new BigInteger(bytes(column, row)), type.scale());
    }

    private static byte[] bytes(RowBatch.Column column, int row) {
        BytesColumn bytes = column.bytes();
        int start = bytes.arrayOffset(row);
        return Arrays.copyOfRange(bytes.array(row), start, start + bytes.length(row));
    }

    private static List<@Nullable Object> list(ColumnType type, RowBatch.Column column, int row) {
        List<@Nullable Object> elements = new ArrayList<>();
        for (int i = column.childStart(row); i < column.childStart(row + 1); i++) {
            elements.add(value(type.children().get(0).type(), column.children().get(0), i));
        }
        return elements;
    }

    private static Map<@Nullable Object, @Nullable Object> map(ColumnType type, RowBatch.Column column, int row) {
        Map<@Nullable Object, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = column.childStart(row); i < column.childStart(row + 1); i++) {
            entries.put(
                    value(type.children().get(0).type(), column.children().get(0), i),
                    value(type.children().get(1).type(), column.children().get(1), i));
        }
        return entries;
    }

    private static Map<String, @Nullable Object> struct(ColumnType type, RowBatch.Column column, int row) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < type.children().size(); i++) {
            Schema.Field field = type.children().get(i);
            fields.put(field.name(), value(field.type(), column.children().get(i), row));
        }
        return fields;
    }
}
