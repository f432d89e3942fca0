package org.lakeingest.sandbox.lake;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Struct;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Renders the rows of a result as the protocol's texts. One per result, one thread at a time. */
final class Cells {
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
    private static final Set<String> QUOTED_INSIDE = Set.of("String", "Timestamp", "Date", "Interval");

    private final LakeType[] types;
    private final ZoneId zone;
    private final boolean driverMode;
    private final String binary;

    Cells(ResultSetMetaData columns, Session session) throws SQLException {
        types = new LakeType[columns.getColumnCount()];
        for (int i = 0; i < types.length; i++) {
            types[i] = LakeType.ofStored(columns.getColumnTypeName(i + 1));
        }
        zone = session.zone();
        driverMode = session.setting("http_json_result_mode", "display").equalsIgnoreCase("driver");
        binary = driverMode
                ? "hex"
                : session.setting("binary_output_format", "hex").toLowerCase(Locale.ROOT);
    }

    LakeType type(int column) {
        return types[column];
    }

    @Nullable
    String[] row(ResultSet result) throws SQLException {
        @Nullable String[] row = new @Nullable String[types.length];
        for (int i = 0; i < row.length; i++) {
            row[i] = cell(result, i);
        }
        return row;
    }

    private @Nullable String cell(ResultSet result, int column) throws SQLException {
        LakeType type = types[column];
        if (type.isInteger() || type.is("String") || type.is("Variant")) {
            return result.getString(column + 1);
        }
        Object value =
                type.is("Timestamp") ? result.getObject(column + 1, LocalDateTime.class) : result.getObject(column + 1);
        return value == null ? null : text(value, type);
    }

    private String text(Object value, LakeType type) throws SQLException {
        if (value instanceof Boolean bit) {
            return bit ? "1" : "0";
        }
        if (value instanceof Double number) {
            return floating(number, Double.toString(number), 16, -5);
        }
        if (value instanceof Float number) {
            return floating(number, Float.toString(number), 13, -6);
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        if (value instanceof LocalDateTime at) {
            return moment(at.toInstant(ZoneOffset.UTC));
        }
        if (value instanceof OffsetDateTime at) {
            return moment(at.toInstant());
        }
        if (value instanceof LocalDate day) {
            return driverMode ? String.valueOf(day.toEpochDay()) : day.toString();
        }
        if (value instanceof Blob blob) {
            return bytes(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof byte[] raw) {
            return bytes(raw);
        }
        return nested(value, type);
    }

    private String moment(Instant at) {
        return driverMode
                ? String.valueOf(ChronoUnit.MICROS.between(Instant.EPOCH, at))
                : MICROS.format(at.atZone(zone));
    }

    private String bytes(byte[] raw) {
        return switch (binary) {
            case "base64" -> Base64.getEncoder().encodeToString(raw);
            case "utf-8", "utf-8-lossy" -> new String(raw, StandardCharsets.UTF_8);
            default -> HexFormat.of().withUpperCase().formatHex(raw);
        };
    }

    private String nested(Object value, LakeType type) throws SQLException {
        if (value instanceof Array array) {
            List<String> parts = new ArrayList<>();
            for (Object element : (Object[]) array.getArray()) {
                parts.add(inside(element, type.arguments().get(0)));
            }
            return "[" + String.join(",", parts) + "]";
        }
        if (value instanceof Struct struct) {
            List<String> parts = new ArrayList<>();
            Object[] fields = struct.getAttributes();
            for (int i = 0; i < fields.length; i++) {
                parts.add(inside(fields[i], type.arguments().get(i)));
            }
            return "(" + String.join(",", parts) + ")";
        }
        if (value instanceof Map<?, ?> map) {
            List<String> parts = new ArrayList<>();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                parts.add(inside(entry.getKey(), type.arguments().get(0)) + ":"
                        + inside(entry.getValue(), type.arguments().get(1)));
            }
            return "{" + String.join(",", parts) + "}";
        }
        return value.toString();
    }

    private String inside(@Nullable Object value, LakeType type) throws SQLException {
        if (value == null) {
            return "NULL";
        }
        String text = text(value, type);
        return QUOTED_INSIDE.contains(type.kind()) ? '"' + text.replace("\"", "\\\"") + '"' : text;
    }

    /** The lake's shortest form: plain digits up to a length, then an exponent. */
    private static String floating(double number, String shortest, int limit, int low) {
        if (Double.isNaN(number) || Double.isInfinite(number)) {
            return shortest;
        }
        BigDecimal exact = new BigDecimal(shortest).stripTrailingZeros();
        if (exact.signum() == 0) {
            return (1 / number < 0 ? "-" : "") + "0.0";
        }
        String sign = exact.signum() < 0 ? "-" : "";
        String digits = exact.unscaledValue().abs().toString();
        int point = digits.length() - exact.scale();
        if (digits.length() <= point && point <= limit) {
            return sign + digits + "0".repeat(point - digits.length()) + ".0";
        }
        if (point > 0 && point <= limit) {
            return sign + digits.substring(0, point) + "." + digits.substring(point);
        }
        if (point > low && point <= 0) {
            return sign + "0." + "0".repeat(-point) + digits;
        }
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return sign + digits.charAt(0) + fraction + "e" + (point - 1);
    }
}
