package org.lakeingest.sandbox.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A column type of the lake.
 *
 * @param kind the lake's own name, for example {@code Int32} or {@code Decimal}
 * @param arguments element, key, value or field types
 * @param size precision and scale of a decimal, the dimension of a vector, else empty
 * @param nullable inner types only; the outermost nullability belongs to the column
 * @param names of the fields of a tuple; empty for {@code 1}, {@code 2}, …
 */
record LakeType(String kind, List<LakeType> arguments, List<Integer> size, boolean nullable, List<String> names) {
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("boolean", "Boolean"),
            Map.entry("bool", "Boolean"),
            Map.entry("tinyint", "Int8"),
            Map.entry("int8", "Int8"),
            Map.entry("smallint", "Int16"),
            Map.entry("int16", "Int16"),
            Map.entry("int", "Int32"),
            Map.entry("integer", "Int32"),
            Map.entry("int32", "Int32"),
            Map.entry("bigint", "Int64"),
            Map.entry("int64", "Int64"),
            Map.entry("signed", "Int64"),
            Map.entry("uint8", "UInt8"),
            Map.entry("uint16", "UInt16"),
            Map.entry("uint32", "UInt32"),
            Map.entry("uint64", "UInt64"),
            Map.entry("unsigned", "UInt64"),
            Map.entry("float", "Float32"),
            Map.entry("real", "Float32"),
            Map.entry("float32", "Float32"),
            Map.entry("double", "Float64"),
            Map.entry("float64", "Float64"),
            Map.entry("decimal", "Decimal"),
            Map.entry("numeric", "Decimal"),
            Map.entry("string", "String"),
            Map.entry("varchar", "String"),
            Map.entry("char", "String"),
            Map.entry("character", "String"),
            Map.entry("text", "String"),
            Map.entry("binary", "Binary"),
            Map.entry("varbinary", "Binary"),
            Map.entry("blob", "Binary"),
            Map.entry("tinyblob", "Binary"),
            Map.entry("mediumblob", "Binary"),
            Map.entry("longblob", "Binary"),
            Map.entry("date", "Date"),
            Map.entry("timestamp", "Timestamp"),
            Map.entry("datetime", "Timestamp"),
            Map.entry("timestamp_tz", "Timestamp_Tz"),
            Map.entry("interval", "Interval"),
            Map.entry("variant", "Variant"),
            Map.entry("json", "Variant"),
            Map.entry("array", "Array"),
            Map.entry("map", "Map"),
            Map.entry("tuple", "Tuple"),
            Map.entry("bitmap", "Bitmap"),
            Map.entry("geometry", "Geometry"),
            Map.entry("geography", "Geography"),
            Map.entry("vector", "Vector"));
    private static final Map<String, String> STORED = Map.ofEntries(
            Map.entry("Boolean", "BOOLEAN"),
            Map.entry("Int8", "TINYINT"),
            Map.entry("Int16", "SMALLINT"),
            Map.entry("Int32", "INTEGER"),
            Map.entry("Int64", "BIGINT"),
            Map.entry("UInt8", "UTINYINT"),
            Map.entry("UInt16", "USMALLINT"),
            Map.entry("UInt32", "UINTEGER"),
            Map.entry("UInt64", "UBIGINT"),
            Map.entry("Float32", "FLOAT"),
            Map.entry("Float64", "DOUBLE"),
            Map.entry("Binary", "BLOB"),
            Map.entry("Date", "DATE"),
            Map.entry("Timestamp", "TIMESTAMP"),
            Map.entry("Interval", "INTERVAL"),
            Map.entry("Variant", "JSON"));
    private static final Map<String, String> SHOWN = Map.ofEntries(
            Map.entry("Int8", "TINYINT"), Map.entry("Int16", "SMALLINT"),
            Map.entry("Int32", "INT"), Map.entry("Int64", "BIGINT"),
            Map.entry("UInt8", "TINYINT UNSIGNED"), Map.entry("UInt16", "SMALLINT UNSIGNED"),
            Map.entry("UInt32", "INT UNSIGNED"), Map.entry("UInt64", "BIGINT UNSIGNED"),
            Map.entry("Float32", "FLOAT"), Map.entry("Float64", "DOUBLE"),
            Map.entry("String", "VARCHAR"), Map.entry("Timestamp_Tz", "TIMESTAMPTZ"));

    static LakeType of(String kind) {
        return new LakeType(kind, List.of(), List.of(), false, List.of());
    }

    boolean is(String name) {
        return kind.equals(name);
    }

    boolean isInteger() {
        return (kind.startsWith("Int") && !is("Interval")) || kind.startsWith("UInt");
    }

    /** Reads a type name with its arguments. */
    static LakeType parse(SqlReader reader) throws LakeException {
        if (reader.accept("nullable")) {
            reader.expectSymbol("(");
            LakeType inner = parse(reader);
            reader.expectSymbol(")");
            return inner.withNullable(true);
        }
        Token token = reader.peek();
        String kind = token.kind() == Token.Kind.WORD ? NAMES.get(token.value()) : null;
        if (kind == null) {
            throw reader.unexpected();
        }
        reader.next();
        if (token.isWord("timestamp") && reader.accept("with")) {
            reader.expect("time", "zone");
            return of("Timestamp_Tz");
        }
        if (kind.equals("Float64")) {
            reader.accept("precision");
        }
        if (kind.startsWith("Int") && reader.accept("unsigned")) {
            return of("U" + kind);
        }
        return switch (kind) {
            case "Array" -> typeArguments(kind, reader, false);
            case "Map" -> mapType(reader);
            case "Tuple" -> typeArguments(kind, reader, true);
            case "Decimal" -> decimal(token.isWord("numeric") ? List.of() : sizes(reader));
            case "Vector" -> new LakeType(kind, List.of(), sizes(reader), false, List.of());
            default -> {
                sizes(reader);
                yield of(kind);
            }
        };
    }

    private static LakeType decimal(List<Integer> size) throws LakeException {
        int precision = size.isEmpty() ? 18 : size.get(0);
        int scale = size.isEmpty() ? 3 : size.size() > 1 ? size.get(1) : 0;
        if (precision < 1 || precision > 76) {
            throw new LakeException(LakeCode.DECIMAL_SIZE, "Decimal precision must be between 1 and 76");
        }
        if (scale > precision) {
            throw new LakeException(
                    LakeCode.DECIMAL_SIZE, "Decimal scale must be between 0 and precision " + precision);
        }
        return decimal(precision, scale);
    }

    private static LakeType decimal(int precision, int scale) {
        return new LakeType("Decimal", List.of(), List.of(precision, scale), false, List.of());
    }

    private static LakeType mapType(SqlReader reader) throws LakeException {
        LakeType map = typeArguments("Map", reader, false);
        LakeType key = map.arguments.get(0);
        if (!key.arguments.isEmpty() || key.is("Variant")) {
            throw new LakeException(LakeCode.BAD_ARGUMENTS, "Invalid Map key type '" + key.bare() + "'");
        }
        return map;
    }

    private static List<Integer> sizes(SqlReader reader) throws LakeException {
        List<Integer> numbers = new ArrayList<>();
        if (reader.acceptSymbol("(")) {
            do {
                if (reader.peek().kind() != Token.Kind.NUMBER) {
                    throw reader.unexpected();
                }
                numbers.add(Integer.valueOf(reader.next().value()));
            } while (reader.acceptSymbol(","));
            reader.expectSymbol(")");
        }
        return numbers;
    }

    private static LakeType typeArguments(String kind, SqlReader reader, boolean named) throws LakeException {
        List<LakeType> types = new ArrayList<>();
        List<String> names = new ArrayList<>();
        reader.expectSymbol("(");
        do {
            Token next = reader.peek(1);
            boolean hasName = named
                    && reader.peek().isIdentifier()
                    && next.isIdentifier()
                    && !next.isWord("null")
                    && !next.isWord("not");
            if (hasName) {
                names.add(reader.identifier());
            }
            LakeType type = parse(reader);
            boolean notNull = reader.accept("not", "null");
            boolean explicit = reader.accept("null");
            types.add(type.withNullable(explicit || !notNull));
        } while (reader.acceptSymbol(","));
        reader.expectSymbol(")");
        return new LakeType(kind, types, List.of(), false, names);
    }

    LakeType withNullable(boolean newNullable) {
        return new LakeType(kind, arguments, size, newNullable, names);
    }

    /** Whether the database inside has no like of it and keeps its texts. */
    boolean isText() {
        return stored().equals("VARCHAR") && !is("String");
    }

    /** The name of a field of a tuple. */
    String fieldName(int index) {
        return names.isEmpty() ? String.valueOf(index + 1) : names.get(index);
    }

    /** The type in which the database inside keeps it; texts where that has no like. */
    String stored() {
        return switch (kind) {
            case "Decimal" -> size.get(0) > 38 ? "VARCHAR" : "DECIMAL(" + size.get(0) + ", " + size.get(1) + ")";
            case "Array" -> arguments.get(0).stored() + "[]";
            case "Map" ->
                "MAP(" + arguments.get(0).stored() + ", " + arguments.get(1).stored() + ")";
            case "Tuple" -> {
                List<String> fields = new ArrayList<>();
                for (int i = 0; i < arguments.size(); i++) {
                    fields.add(Sql.name(fieldName(i)) + " " + arguments.get(i).stored());
                }
                yield "STRUCT(" + String.join(", ", fields) + ")";
            }
            default -> STORED.getOrDefault(kind, "VARCHAR");
        };
    }

    /** As the protocol's schema writes it; {@code nullable} is that of the column. */
    String schemaName(boolean columnNullable) {
        return columnNullable ? "Nullable(" + bare() + ")" : bare();
    }

    private String bare() {
        return switch (kind) {
            case "Decimal" -> "Decimal(" + size.get(0) + ", " + size.get(1) + ")";
            case "Vector" -> "Vector(" + size.get(0) + ")";
            case "Map" ->
                "Map(" + arguments.get(0).bare() + ", " + arguments.get(1).inner() + ")";
            case "Array", "Tuple" -> {
                List<String> inner = new ArrayList<>();
                arguments.forEach(a -> inner.add(a.inner()));
                yield kind + "(" + String.join(", ", inner) + (is("Tuple") && inner.size() == 1 ? "," : "") + ")";
            }
            default -> kind;
        };
    }

    private String inner() {
        return bare() + (nullable ? " NULL" : "");
    }

    /** As it is kept by {@link Catalog}, to be read again by {@link #parse}. */
    String declared() {
        return written(" NULL", " NOT NULL", false);
    }

    /** As SHOW CREATE TABLE writes it. */
    String created() {
        return written(" NULL", " NOT NULL", true);
    }

    private String written(String nullText, String notNullText, boolean shown) {
        if (arguments.isEmpty()) {
            return shown ? described() : bare();
        }
        List<String> inner = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            LakeType argument = arguments.get(i);
            boolean key = is("Map") && i == 0;
            String name = names.isEmpty() ? "" : (shown ? names.get(i) : Sql.name(names.get(i))) + " ";
            inner.add(name
                    + argument.written(nullText, notNullText, shown)
                    + (argument.nullable && !key ? nullText : notNullText));
        }
        return (shown ? kind.toUpperCase(Locale.ROOT) : kind) + "(" + String.join(", ", inner) + ")";
    }

    /** As {@code system.columns} writes it: nullability inside in the form of the outside. */
    String listed(boolean columnNullable) {
        String text;
        if (arguments.isEmpty()) {
            text = bare();
        } else {
            List<String> inner = new ArrayList<>();
            for (int i = 0; i < arguments.size(); i++) {
                inner.add(arguments.get(i).listed(arguments.get(i).nullable && !(is("Map") && i == 0)));
            }
            text = kind + "(" + String.join(", ", inner) + ")";
        }
        return columnNullable ? "Nullable(" + text + ")" : text;
    }

    /** As DESC writes it. */
    String described() {
        return switch (kind) {
            case "Decimal" -> "DECIMAL(" + size.get(0) + ", " + size.get(1) + ")";
            case "Array", "Map" -> {
                List<String> inner = new ArrayList<>();
                arguments.forEach(a -> inner.add(a.bare().replace(" NULL", "").toUpperCase(Locale.ROOT)));
                yield kind.toUpperCase(Locale.ROOT) + "(" + String.join(", ", inner) + ")";
            }
            case "Tuple" -> {
                List<String> inner = new ArrayList<>();
                for (int i = 0; i < arguments.size(); i++) {
                    inner.add((fieldName(i) + " " + arguments.get(i).bare().replace(" NULL", ""))
                            .toUpperCase(Locale.ROOT));
                }
                yield "TUPLE(" + String.join(", ", inner) + ")";
            }
            default -> SHOWN.getOrDefault(kind, bare().replace(" NULL", "").toUpperCase(Locale.ROOT));
        };
    }

    /** The default that the lake implies for a column that may not be null. */
    String impliedDefault() {
        return switch (kind) {
            case "Boolean" -> "false";
            case "String" -> "''";
            case "Variant" -> "'null'";
            case "Date" -> "'1970-01-01'";
            case "Timestamp" -> "'1970-01-01 00:00:00.000000'";
            case "Tuple" -> "(" + String.join(", ", java.util.Collections.nCopies(arguments.size(), "NULL")) + ")";
            case "Decimal" -> size.get(1) == 0 ? "0" : "0." + "0".repeat(size.get(1));
            case "Binary" -> "''";
            case "Array", "Map" -> is("Map") ? "{}" : "[]";
            default -> isInteger() || kind.startsWith("Float") ? "0" : "NULL";
        };
    }

    /** The lake's type for a type of the database inside. */
    static LakeType ofStored(String stored) {
        String name = stored.toUpperCase(Locale.ROOT);
        if (name.endsWith("[]")) {
            LakeType element =
                    ofStored(stored.substring(0, stored.length() - 2)).withNullable(true);
            return new LakeType("Array", List.of(element), List.of(), false, List.of());
        }
        if (name.startsWith("DECIMAL(")) {
            String[] parts = name.substring(8, name.length() - 1).split(",", -1);
            return decimal(Integer.parseInt(parts[0].strip()), Integer.parseInt(parts[1].strip()));
        }
        if (name.startsWith("MAP(")) {
            List<String> parts = StoredTypes.split(stored.substring(4, stored.length() - 1));
            return new LakeType(
                    "Map",
                    List.of(ofStored(parts.get(0)), ofStored(parts.get(1)).withNullable(true)),
                    List.of(),
                    false,
                    List.of());
        }
        if (name.startsWith("STRUCT(")) {
            List<LakeType> fields = new ArrayList<>();
            for (String field : StoredTypes.split(stored.substring(7, stored.length() - 1))) {
                fields.add(ofStored(StoredTypes.afterName(field)).withNullable(true));
            }
            return new LakeType("Tuple", fields, List.of(), false, List.of());
        }
        if (name.startsWith("TIMESTAMP")) {
            return of("Timestamp");
        }
        if (name.equals("HUGEINT")) {
            return of("Int64");
        }
        for (Map.Entry<String, String> known : STORED.entrySet()) {
            if (known.getValue().equals(name)) {
                return of(known.getKey());
            }
        }
        return of(name.equals("\"NULL\"") || name.equals("NULL") ? "NULL" : "String");
    }
}
