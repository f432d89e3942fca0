package org.lakeingest.sandbox.lake;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Staged files as a source of rows in a query: {@code FROM @~/path (FILE_FORMAT => 'parquet', FILES => ('a'))}. Thread-safe. */
final class StageSource {
    private static final int LARGEST_LINE = 64 << 20;

    private final Engine engine;
    private final Stages stages;

    StageSource(Engine engine, Stages stages) {
        this.engine = engine;
        this.stages = stages;
    }

    String read(Stages.Location location, SqlReader reader) throws LakeException {
        List<String> names = List.of();
        String pattern = null;
        String type = "parquet";
        if (reader.acceptSymbol("(")) {
            do {
                String option = reader.identifier();
                reader.expectSymbol("=>");
                switch (option) {
                    case "files" -> names = strings(reader);
                    case "pattern" -> pattern = reader.string();
                    case "file_format" -> type = reader.string().toLowerCase(Locale.ROOT);
                    case "case_sensitive" -> reader.next();
                    default -> throw reader.error("unexpected option `" + option + "`");
                }
            } while (reader.acceptSymbol(","));
            reader.expectSymbol(")");
        }
        QueryResult unused = engine.read(new Session(null), connection -> require(connection, location));
        List<Stages.Staged> files = new ArrayList<>();
        for (String name : names) {
            files.add(stages.file(location, name));
        }
        return rows(names.isEmpty() ? stages.list(location, pattern) : files, type, "auto");
    }

    private static QueryResult require(Connection connection, Stages.Location location)
            throws SQLException, LakeException {
        Definitions.requireStage(connection, location.stage());
        return QueryResult.NOTHING;
    }

    private static List<String> strings(SqlReader reader) throws LakeException {
        List<String> texts = new ArrayList<>();
        reader.expectSymbol("(");
        do {
            texts.add(reader.string());
        } while (reader.acceptSymbol(","));
        reader.expectSymbol(")");
        return texts;
    }

    /** The rows of these files as a table expression. */
    static String rows(List<Stages.Staged> files, String type, String compression) throws LakeException {
        List<String> paths = new ArrayList<>();
        @Nullable String packed = null;
        for (Stages.Staged file : files) {
            paths.add(Sql.text(file.path().toString()));
            packed = new FileFormat(type, compression, FileFormat.Fill.ERROR, FileFormat.Fill.NULL)
                    .compressionOf(file.name());
        }
        String list = "[" + String.join(", ", paths) + "]";
        if (files.isEmpty()) {
            throw new LakeException(LakeCode.SEMANTIC, "no file in the stage matches");
        }
        return switch (type) {
            case "parquet" -> "read_parquet(" + list + ")";
            case "ndjson" ->
                "(SELECT json AS " + Scope.WHOLE_ROW + " FROM read_ndjson_objects(" + list + ", compression = "
                        + Sql.text(String.valueOf(packed)) + ", maximum_object_size = " + LARGEST_LINE + "))";
            default ->
                throw new LakeException(
                        LakeCode.UNIMPLEMENTED,
                        "files of type " + type.toUpperCase(Locale.ROOT)
                                + " are not read by this local lake; NDJSON and PARQUET are");
        };
    }
}
