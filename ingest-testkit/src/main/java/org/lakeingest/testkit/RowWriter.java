package org.lakeingest.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;

/** Java values into an appender; the reverse of {@link RowValues}. */
final class RowWriter {
    private RowWriter() {}

    static void write(RowAppender appender, List<Schema.Field> fields, List<@Nullable Object> values) {
        if (fields.size() != values.size()) {
            throw new IllegalArgumentException(values.size() + " values for " + fields.size() + " columns");
        }
        for (int i = 0; i < values.size(); i++) {
            write(appender, i, fields.get(i).type(), values.get(i));
        }
    }

    private static void write(RowAppender appender, int column, ColumnType type, @Nullable Object value) {
        if (value == null) {
            appender.setNull(column);
            return;
        }
        switch (type.kind()) {
            case BOOLEAN -> appender.setBoolean(column, (Boolean) value);
            case INT64, UINT64 -> appender.setLong(column, ((Number) value).longValue());
            case FLOAT32, FLOAT64 -> appender.setDouble(column, ((Number) value).doubleValue());
            case DECIMAL -> decimal(appender, column, type, (BigDecimal) value);
            case DATE -> appender.setLong(column, ((LocalDate) value).toEpochDay());
            case TIMESTAMP_MICROS, TIMESTAMP_TZ_MICROS -> appender.setLong(column, micros((Instant) value));
            case STRING, VARIANT, BINARY -> bytes(appender, column, toBytes(value));
            case LIST -> list(appender, column, type, (List<?>) value);
            case MAP -> map(appender, column, type, (Map<?, ?>) value);
            case STRUCT -> struct(appender, column, type, (Map<?, ?>) value);
        }
    }

    private static void decimal(RowAppender appender, int column, ColumnType type, BigDecimal value) {
        BigInteger unscaled = value.setScale(type.scale()).unscaledValue();
        if (type.precision() <= 18) {
            appender.setLong(column, unscaled.longValueExact());
        } else {
            bytes(appender, column, unscaled.toByteArray());
        }
    }

    private static byte[] toBytes(Object value) {
        if (value instanceof ByteBuffer buffer) {
            byte[] bytes = new byte[buffer.remaining()];
            buffer.duplicate().get(bytes);
            return bytes;
        }
        return value instanceof byte[] bytes ? bytes : ((String) value).getBytes(UTF_8);
    }

    /** The JDK's own way goes through nanoseconds, which end in 2262. */
    private static long micros(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
    }

    private static void bytes(RowAppender appender, int column, byte[] bytes) {
        appender.setBytes(column, bytes, 0, bytes.length);
    }

    private static void list(RowAppender appender, int column, ColumnType type, List<?> elements) {
        appender.beginNested(column);
        for (Object element : elements) {
            write(appender, 0, type.children().get(0).type(), element);
        }
        appender.endNested();
    }

    private static void map(RowAppender appender, int column, ColumnType type, Map<?, ?> entries) {
        appender.beginNested(column);
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            write(appender, 0, type.children().get(0).type(), entry.getKey());
            write(appender, 1, type.children().get(1).type(), entry.getValue());
        }
        appender.endNested();
    }

    private static void struct(RowAppender appender, int column, ColumnType type, Map<?, ?> fields) {
        appender.beginNested(column);
        for (int i = 0; i < type.children().size(); i++) {
            Schema.Field field = type.children().get(i);
            write(appender, i, field.type(), fields.get(field.name()));
        }
        appender.endNested();
    }
}
