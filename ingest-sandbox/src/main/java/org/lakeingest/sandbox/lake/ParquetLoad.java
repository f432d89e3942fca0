package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Loads Parquet: columns match by name without regard to case, values are cast as the lake casts them. Stateless. */
final class ParquetLoad {
    private static final Set<String> WHOLE = Set.of(
            "TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT", "HUGEINT");

    private ParquetLoad() {}

    static CopyInto.Loaded load(
            Connection connection,
            CopyInto.Target target,
            Stages.Staged file,
            CopyStatement copy,
            Cancellation cancellation)
            throws SQLException, LakeException {
        if (file.size() == 0) {
            throw new LakeException(
                    LakeCode.BAD_BYTES, "fail to load file " + file.name() + ": it is not a Parquet file");
        }
        String source = "read_parquet(" + Sql.text(file.path().toString()) + ")";
        Map<String, String[]> columns = columns(connection, source, file);
        List<String> names = new ArrayList<>();
        List<String> values = new ArrayList<>();
        boolean matched = false;
        for (Catalog.Column column : target.columns()) {
            String[] found = columns.get(column.name().toLowerCase(Locale.ROOT));
            matched |= found != null;
            names.add(column.name());
            values.add(found == null ? missing(column, copy, file) : value(column, found, file, copy));
        }
        if (!matched) {
            throw new LakeException(
                    LakeCode.BAD_BYTES, "fail to load file " + file.name() + ": no column of the table is in it");
        }
        if (copy.options().variantCheck()) {
            checkKeys(connection, target, columns, source, file);
        }
        String sql = "INSERT INTO " + target.base() + " (" + Sql.names(names) + ") SELECT " + String.join(", ", values)
                + " FROM " + source;
        try {
            return new CopyInto.Loaded(Duck.run(connection, sql, cancellation), 0, null, 0);
        } catch (SQLException e) {
            throw refused(file, e);
        }
    }

    /** The lake takes no object that names a key twice; looks at the top of objects only. */
    private static void checkKeys(
            Connection connection,
            CopyInto.Target target,
            Map<String, String[]> columns,
            String source,
            Stages.Staged file)
            throws SQLException, LakeException {
        for (Catalog.Column column : target.columns()) {
            String[] found = columns.get(column.name().toLowerCase(Locale.ROOT));
            if (found == null || !column.type().is("Variant")) {
                continue;
            }
            if (!found[1].equals("VARCHAR") && !found[1].equals("JSON")) {
                continue;
            }
            String sql = ValueSql.repeatedKeys(Sql.name(found[0]), source);
            if (!"0".equals(Duck.rows(connection, sql).get(0)[0])) {
                throw new LakeException(
                        LakeCode.BAD_ARGUMENTS,
                        "fail to load file " + file.name() + ": duplicate object attribute in column " + column.name());
            }
        }
    }

    private static LakeException refused(Stages.Staged file, SQLException e) throws SQLException {
        String text = String.valueOf(e.getMessage());
        int at = text.indexOf(ValueSql.REFUSED);
        if (at >= 0) {
            String reason = text.substring(at).split("\n", 2)[0];
            return new LakeException(LakeCode.BAD_ARGUMENTS, "fail to load file " + file.name() + ": " + reason);
        }
        throw e;
    }

    /** Name and type of each column of the file, by name in lower case. */
    private static Map<String, String[]> columns(Connection connection, String source, Stages.Staged file)
            throws SQLException, LakeException {
        Map<String, String[]> columns = new HashMap<>();
        try {
            for (@Nullable String[] row : Duck.rows(connection, "DESCRIBE SELECT * FROM " + source)) {
                String name = String.valueOf(row[0]);
                columns.putIfAbsent(name.toLowerCase(Locale.ROOT), new String[] {name, String.valueOf(row[1])});
            }
        } catch (SQLException e) {
            throw new LakeException(
                    LakeCode.BAD_BYTES,
                    "fail to load file " + file.name() + ": "
                            + String.valueOf(e.getMessage()).split("\n", 2)[0]);
        }
        return columns;
    }

    private static String missing(Catalog.Column column, CopyStatement copy, Stages.Staged file) throws LakeException {
        return switch (copy.format().missing()) {
            case ERROR -> throw new LakeException(LakeCode.SEMANTIC, "column " + column.name() + " doesn't exist");
            case NULL -> {
                if (!column.nullable()) {
                    throw cannotCast(column, "NULL", file);
                }
                yield "NULL";
            }
            case FIELD_DEFAULT -> ValueSql.fill(FileFormat.Fill.FIELD_DEFAULT, column, "missing");
        };
    }

    private static LakeException cannotCast(Catalog.Column column, String from, Stages.Staged file) {
        return new LakeException(
                LakeCode.BAD_CAST,
                "fail to load file " + file.name() + ": Cannot cast column " + column.name() + " from " + from + " to "
                        + column.type().schemaName(column.nullable()));
    }

    private static String value(Catalog.Column column, String[] found, Stages.Staged file, CopyStatement copy)
            throws LakeException {
        String name = Sql.name(found[0]);
        String from = found[1].toUpperCase(Locale.ROOT);
        LakeType type = column.type();
        if (from.endsWith("]") || from.startsWith("STRUCT(") || from.startsWith("MAP(")) {
            return nested(column, found, file, anyCast(copy));
        }
        boolean text = from.equals("VARCHAR") || from.equals("JSON");
        if (!fits(type, from, text)) {
            if (anyCast(copy)) {
                return type.is("Binary") ? "encode(CAST(" + name + " AS VARCHAR))" : loose(type, name);
            }
            throw cannotCast(column, from, file);
        }
        boolean whole = WHOLE.contains(from);
        String cast = "CAST(" + name + " AS " + type.stored() + ")";
        String unlessNull = "CASE WHEN " + name + " IS NULL THEN NULL ELSE ";
        return switch (type.kind()) {
            case "Variant" -> variant(name, text, copy.options().variantCheck());
            case "Timestamp" -> {
                if (text) {
                    yield unlessNull + ValueSql.timestampOfText(name) + " END";
                }
                yield whole
                        ? unlessNull + ValueSql.timestampOfNumber("CAST(" + name + " AS HUGEINT)") + " END"
                        : from.endsWith("TIME ZONE") ? "make_timestamp(epoch_us(" + name + "))" : cast;
            }
            case "Date" ->
                text
                        ? unlessNull + ValueSql.dateOfText(name) + " END"
                        : whole ? unlessNull + ValueSql.dateOfNumber(name) + " END" : cast;
            case "String" -> from.equals("BLOB") ? "decode(" + name + ")" : name;
            default -> type.isText() ? ValueSql.canonical(type, name) : cast;
        };
    }

    /** The lake casts anything it can while fields may not be missing, and only what it casts by itself while they may. */
    private static boolean anyCast(CopyStatement copy) {
        return copy.format().missing() == FileFormat.Fill.ERROR;
    }

    private static String loose(LakeType type, String name) {
        return type.is("Variant") ? "to_json(" + name + ")" : "CAST(" + name + " AS " + type.stored() + ")";
    }

    private static boolean fits(LakeType type, String from, boolean text) {
        boolean whole = WHOLE.contains(from);
        boolean number = whole || from.equals("FLOAT") || from.equals("DOUBLE") || from.startsWith("DECIMAL");
        boolean moment = from.startsWith("TIMESTAMP") || from.equals("DATE");
        return switch (type.kind()) {
            case "Variant", "Boolean" -> text || number || from.equals("BOOLEAN");
            case "Timestamp", "Date" -> text || moment || whole;
            case "Timestamp_Tz" -> text || moment;
            case "Binary" -> from.equals("BLOB");
            case "String" -> text || from.equals("BLOB");
            case "Array", "Map", "Tuple" -> false;
            default -> text || number;
        };
    }

    private static String nested(Catalog.Column column, String[] found, Stages.Staged file, boolean anyCast)
            throws LakeException {
        String from = found[1].toUpperCase(Locale.ROOT);
        LakeType type = column.type();
        boolean same = (from.endsWith("]") && type.is("Array"))
                || (from.startsWith("MAP(") && type.is("Map"))
                || (from.startsWith("STRUCT(") && type.is("Tuple"));
        String name = Sql.name(found[0]);
        if (!same && anyCast && (type.is("Variant") || type.is("String"))) {
            return loose(type, name);
        }
        if (!same) {
            throw cannotCast(column, from, file);
        }
        return type.is("Tuple") ? tuple(column, name, found[1], file) : "CAST(" + name + " AS " + type.stored() + ")";
    }

    private static String variant(String name, boolean text, boolean check) {
        return text ? ValueSql.jsonOfText(name, check) : "to_json(" + name + ")";
    }

    /** Fields by position, under the names the table stores them by. */
    private static String tuple(Catalog.Column column, String name, String from, Stages.Staged file)
            throws LakeException {
        List<String> fields = StoredTypes.split(from.substring(from.indexOf('(') + 1, from.length() - 1));
        if (fields.size() != column.type().arguments().size()) {
            throw cannotCast(column, from, file);
        }
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < fields.size(); i++) {
            String field = column.type().fieldName(i);
            boolean named = !column.type().names().isEmpty();
            if (named && !StoredTypes.name(fields.get(i)).equalsIgnoreCase(field)) {
                throw cannotCast(column, from, file);
            }
            parts.add(Sql.name(field) + " := struct_extract_at(" + name + ", " + (i + 1) + ")");
        }
        return "CASE WHEN " + name + " IS NULL THEN NULL ELSE CAST(struct_pack(" + String.join(", ", parts) + ") AS "
                + column.type().stored() + ") END";
    }
}
