package org.lakeingest.sandbox.lake;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Loads NDJSON. The database inside reads the lines and converts the fields; when it meets anything unusual, {@link NdjsonInspector} reads
 * the file line by line, finds the row to blame or writes the file anew in a plain form, which is then loaded.
 */
final class NdjsonLoad {
    private static final int LARGEST_LINE = 64 << 20;

    private final Stages stages;

    NdjsonLoad(Stages stages) {
        this.stages = stages;
    }

    /** The file failed in a way that only a closer look can judge; the transaction is broken. */
    static final class Suspect extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Stages.Staged file;

        Suspect(Stages.Staged file, SQLException cause) {
            super(cause);
            this.file = file;
        }

        Stages.Staged file() {
            return file;
        }
    }

    /** Files that were looked at closely, by name. One per statement. */
    static final class Inspected implements AutoCloseable {
        private final Map<String, NdjsonInspector.Report> reports = new HashMap<>();

        NdjsonInspector.@Nullable Report of(Stages.Staged file) {
            return reports.get(file.name());
        }

        void put(Stages.Staged file, NdjsonInspector.Report report) {
            reports.put(file.name(), report);
        }

        @Override
        public void close() {
            reports.values().forEach(r -> Stages.remove(List.of(new Stages.Staged("", r.plain(), 0, 0))));
        }
    }

    CopyInto.Loaded load(
            Connection connection,
            CopyInto.Target target,
            Stages.Staged file,
            CopyStatement copy,
            Inspected inspected,
            Cancellation cancellation)
            throws SQLException, Suspect {
        NdjsonInspector.Report report = inspected.of(file);
        Path path = report == null ? file.path() : report.plain();
        String compression = report == null ? copy.format().compressionOf(file.name()) : "none";
        if (file.size() == 0) {
            return new CopyInto.Loaded(0, 0, null, 0);
        }
        try {
            long rows = Duck.run(
                    connection, insert(target, path, compression, copy.format(), report != null), cancellation);
            return report == null
                    ? new CopyInto.Loaded(rows, 0, null, 0)
                    : new CopyInto.Loaded(rows, report.errors(), report.firstError(), report.firstLine());
        } catch (SQLException e) {
            String text = String.valueOf(e.getMessage());
            boolean data = text.startsWith("Conversion Error")
                    || text.startsWith("Invalid Input Error")
                    || text.startsWith("Out of Range Error");
            if (report == null && data) {
                throw new Suspect(file, e);
            }
            throw e;
        }
    }

    void inspect(Suspect suspect, CopyInto.Target target, CopyStatement copy, Inspected inspected)
            throws LakeException {
        Stages.Staged file = suspect.file();
        Path plain = stages.scratchFile(".ndjson");
        inspected.put(file, NdjsonInspector.inspect(file, plain, target.columns(), copy));
    }

    private static String insert(
            CopyInto.Target target, Path path, String compression, FileFormat format, boolean plain) {
        List<String> names = new ArrayList<>();
        List<String> paths = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < target.columns().size(); i++) {
            Catalog.Column column = target.columns().get(i);
            names.add(column.name());
            paths.add(Sql.text(path(column.name())));
            values.add(value(column, "f[" + (i + 1) + "]", format, plain));
        }
        if (!plain) {
            String first = values.get(0);
            values.set(
                    0,
                    "CASE WHEN " + ValueSql.looseJson("CAST(json AS VARCHAR)") + " THEN " + ValueSql.refuse("JSON")
                            + " ELSE " + first + " END");
        }
        return "INSERT INTO " + target.base() + " (" + Sql.names(names) + ") SELECT "
                + String.join(", ", values) + " FROM (SELECT json, json_extract(json, [" + String.join(", ", paths)
                + "]) AS f FROM read_ndjson_objects(" + Sql.text(path.toString()) + ", compression = "
                + Sql.text(compression) + ", maximum_object_size = " + LARGEST_LINE + "))";
    }

    /** A path that finds a key; one with a quote in it can only be written in the other notation. */
    private static String path(String name) {
        return name.contains("\"") ? "/" + name.replace("~", "~0").replace("/", "~1") : "$.\"" + name + "\"";
    }

    private static String value(Catalog.Column column, String field, FileFormat format, boolean plain) {
        String missing = ValueSql.fill(format.missing(), column, "missing");
        if (!plain && format.missing() != FileFormat.Fill.ERROR) {
            // The key may be there in another case.
            String key = "(?i)\"" + column.name().replaceAll("([^A-Za-z0-9_])", "\\\\$1") + "\"\\s*:";
            missing = "CASE WHEN regexp_matches(CAST(json AS VARCHAR), " + Sql.text(key) + ") THEN "
                    + ValueSql.refuse("key") + " ELSE " + missing + " END";
        }
        String text = "CAST(" + field + " AS VARCHAR)";
        return "CASE WHEN " + field + " IS NULL THEN " + missing + " WHEN " + text + " = 'null' THEN "
                + ValueSql.fill(format.nulls(), column, "null for") + " ELSE "
                + converted(column.type(), field, text, plain)
                + " END";
    }

    private static String converted(LakeType type, String field, String text, boolean plain) {
        String inner = "json_extract_string(" + field + ", '$')";
        String isText = text + "[1] = '\"'";
        String stored = type.stored();
        if (type.isInteger() || type.kind().startsWith("Float")) {
            return "CAST(" + text + " AS " + stored + ")";
        }
        if (type.isText()) {
            return ValueSql.canonical(type, string(text, inner, isText));
        }
        return switch (type.kind()) {
            case "Variant" -> field;
            case "Boolean" ->
                "CASE " + text + " WHEN 'true' THEN true WHEN 'false' THEN false ELSE " + ValueSql.refuse("boolean")
                        + " END";
            case "Timestamp" ->
                "CASE WHEN " + isText + " THEN " + ValueSql.timestampOfText(inner)
                        + " WHEN regexp_full_match(" + text + ", '-?\\d+') THEN "
                        + ValueSql.timestampOfNumber("CAST(" + text + " AS HUGEINT)") + " ELSE "
                        + ValueSql.refuse("timestamp") + " END";
            case "Date" ->
                "CASE WHEN " + isText + " THEN " + ValueSql.dateOfText(inner) + " ELSE "
                        + ValueSql.dateOfNumber("CAST(" + text + " AS HUGEINT)") + " END";
            case "Decimal" -> decimal(type, text, inner, isText);
            case "Binary" -> ValueSql.refuse("not implemented");
            // Only a closer look can order the fields of a tuple.
            case "Tuple" -> plain ? "CAST(" + field + " AS " + stored + ")" : ValueSql.refuse("tuple");
            case "Array", "Map" -> "CAST(" + field + " AS " + stored + ")";
            default -> string(text, inner, isText);
        };
    }

    /** Numbers that are not whole are taken by the closer look, which has their digits as written. */
    private static String string(String text, String inner, String isText) {
        return "CASE WHEN " + isText + " THEN " + inner + " WHEN regexp_full_match(" + text
                + ", 'true|false|-?\\d{1,15}') THEN " + text + " ELSE " + ValueSql.refuse("string") + " END";
    }

    private static String decimal(LakeType type, String text, String inner, String isText) {
        int scale = type.size().get(1);
        String cut =
                "printf('%." + scale + "f', trunc(CAST(" + text + " AS DOUBLE) * 1e" + scale + ") / 1e" + scale + ")";
        return "CASE WHEN " + isText + " THEN CAST(" + inner + " AS " + type.stored() + ") WHEN regexp_full_match("
                + text
                + ", '-?\\d{1,20}') THEN CAST(" + text + " AS " + type.stored() + ") ELSE CAST(" + cut + " AS "
                + type.stored() + ") END";
    }
}
