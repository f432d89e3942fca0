package org.lakeingest.format.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Schema;

/** Reads the types of the option {@code columns}, written as the lake writes them: {@code array(decimal(10,2)) not null}. */
final class ColumnText {
    private static final Map<String, Kind> NAMES = Map.ofEntries(
            Map.entry("boolean", Kind.BOOLEAN),
            Map.entry("bigint", Kind.INT64),
            Map.entry("int64", Kind.INT64),
            Map.entry("uint64", Kind.UINT64),
            Map.entry("float", Kind.FLOAT32),
            Map.entry("double", Kind.FLOAT64),
            Map.entry("date", Kind.DATE),
            Map.entry("timestamp", Kind.TIMESTAMP_MICROS),
            Map.entry("timestamp_tz", Kind.TIMESTAMP_TZ_MICROS),
            Map.entry("string", Kind.STRING),
            Map.entry("varchar", Kind.STRING),
            Map.entry("binary", Kind.BINARY),
            Map.entry("variant", Kind.VARIANT),
            Map.entry("json", Kind.VARIANT));
    private static final String KNOWN =
            "boolean, bigint, uint64, float, double, decimal(precision, scale), date, timestamp,"
                    + " timestamp_tz, string, binary, variant, array(type), map(string, type) and tuple(name type, ...)";

    private final String column;
    private final String text;
    private int at;

    private ColumnText(String column, String text) {
        this.column = column;
        this.text = text;
    }

    /**
     * The schema of these columns, in order.
     *
     * @throws IllegalArgumentException when a type cannot be read; names the option, the column, and what can be written
     */
    static Schema schema(Map<String, String> columns) {
        List<Schema.Field> fields = new ArrayList<>();
        columns.forEach((name, type) -> fields.add(field(name, type)));
        return new Schema(fields);
    }

    private static Schema.Field field(String name, String type) {
        ColumnText reader = new ColumnText(name, type);
        Schema.Field field = reader.field(name);
        reader.skipBlanks();
        if (reader.at < type.length()) {
            throw reader.problem("'" + type.substring(reader.at) + "' follows the type");
        }
        return field;
    }

    private Schema.Field field(String name) {
        ColumnType type = type();
        int start = at;
        String word = word();
        if (word.equals("not") && word().equals("null")) {
            return new Schema.Field(name, type, false);
        }
        if (!word.equals("null")) {
            at = start;
        }
        return new Schema.Field(name, type, true);
    }

    private ColumnType type() {
        String name = word();
        Kind kind = NAMES.get(name);
        if (kind != null) {
            return ColumnType.of(kind);
        }
        return switch (name) {
            case "decimal" -> decimal();
            case "array" -> {
                expect('(');
                Schema.Field element = field("element");
                expect(')');
                yield ColumnType.list(element);
            }
            case "map" -> map();
            case "tuple" -> tuple();
            case "" -> throw problem("a type is missing");
            default -> throw problem("'" + name + "' is not a type");
        };
    }

    private ColumnType decimal() {
        expect('(');
        int precision = number();
        expect(',');
        int scale = number();
        expect(')');
        try {
            return ColumnType.decimal(precision, scale);
        } catch (IllegalArgumentException e) {
            throw problem("a decimal has 1 to 76 digits, and no more behind the point than in all");
        }
    }

    private ColumnType map() {
        expect('(');
        ColumnType key = type();
        if (key.kind() != Kind.STRING) {
            throw problem("the keys of a JSON object are of type string");
        }
        expect(',');
        Schema.Field value = field("value");
        expect(')');
        return ColumnType.map(new Schema.Field("key", key, false), value);
    }

    private ColumnType tuple() {
        List<Schema.Field> fields = new ArrayList<>();
        char separator = '(';
        do {
            expect(separator);
            fields.add(field(fieldName()));
            skipBlanks();
            separator = ',';
        } while (at < text.length() && text.charAt(at) == ',');
        expect(')');
        try {
            return ColumnType.struct(fields);
        } catch (IllegalArgumentException e) {
            throw problem(String.valueOf(e.getMessage()));
        }
    }

    private String fieldName() {
        skipBlanks();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (start == at) {
            throw problem("a tuple names its fields, like tuple(a bigint, b string)");
        }
        return text.substring(start, at);
    }

    private int number() {
        skipBlanks();
        int start = at;
        while (at < text.length() && at - start < 4 && Character.isDigit(text.charAt(at))) {
            at++;
        }
        if (start == at) {
            throw problem("a decimal is written decimal(precision, scale)");
        }
        return Integer.parseInt(text.substring(start, at));
    }

    private String word() {
        skipBlanks();
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at).toLowerCase(Locale.ROOT);
    }

    private void expect(char expected) {
        skipBlanks();
        if (at == text.length() || text.charAt(at) != expected) {
            throw problem("'" + expected + "' is missing at character " + (at + 1));
        }
        at++;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private IllegalArgumentException problem(String what) {
        return new IllegalArgumentException("columns: '" + text + "' is not the type of a column '" + column + "': "
                + what + "; types are " + KNOWN + ", each followed by 'not null' if need be");
    }
}
