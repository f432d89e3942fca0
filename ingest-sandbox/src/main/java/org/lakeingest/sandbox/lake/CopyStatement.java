package org.lakeingest.sandbox.lake;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * {@code COPY INTO t [(cols)] FROM @stage/path …}.
 *
 * @param columns empty for all
 * @param files empty unless FILES names them
 * @param transform the query over the files, or null
 */
record CopyStatement(
        TableName table,
        List<String> columns,
        Stages.Location location,
        List<String> files,
        @Nullable String pattern,
        FileFormat format,
        Options options,
        @Nullable CopyTransform transform) {
    private static final String PLACEHOLDER = "_databend_load";

    /**
     * @param skipBadRows ON_ERROR=CONTINUE
     * @param variantCheck whether texts for VARIANT columns must be JSON
     */
    record Options(boolean purge, boolean force, boolean skipBadRows, boolean variantCheck, int maxFiles) {
        static final Options DEFAULT = new Options(false, false, false, true, Integer.MAX_VALUE);
    }

    /** Reads the statement after the word COPY. */
    static CopyStatement parse(SqlReader reader, Session session) throws LakeException {
        reader.expect("into");
        if (reader.peek().kind() == Token.Kind.STAGE) {
            throw new LakeException(LakeCode.UNIMPLEMENTED, "unloading into a stage is not offered by this local lake");
        }
        TableName table = reader.tableName(session);
        List<String> columns = reader.peek().isSymbol("(") ? reader.identifiers() : List.of();
        reader.expect("from");
        if (reader.acceptSymbol("(")) {
            CopyTransform transform = CopyTransform.parse(reader);
            return options(table, columns, transform.location(), reader).with(transform);
        }
        return options(table, columns, Definitions.location(reader), reader);
    }

    /** Reads {@code FROM @stage FILE_FORMAT=(…)} after {@code INSERT INTO t [(cols)]}. */
    static CopyStatement ofInsert(TableName table, List<String> columns, SqlReader reader) throws LakeException {
        reader.expect("from");
        Stages.Location location = Definitions.location(reader);
        if (location.stage().equals(PLACEHOLDER)) {
            throw new LakeException(
                    LakeCode.BAD_ARGUMENTS,
                    "placeholder @_databend_load should be used in streaming_load handler or replaced in client");
        }
        return options(table, columns, location, reader);
    }

    /** Reads {@code INSERT INTO t [(cols)] [FROM @_databend_load] FILE_FORMAT=(…)}. */
    static CopyStatement ofStreamingLoad(String sql, Session session) throws LakeException {
        SqlReader reader = Engine.reader(sql);
        if (!reader.accept("insert")) {
            throw new HttpError(400, "Only INSERT statements are supported in streaming load. Got: " + sql);
        }
        reader.expect("into");
        reader.accept("table");
        TableName table = reader.tableName(session);
        List<String> columns = reader.peek().isSymbol("(") ? reader.identifiers() : List.of();
        if (reader.peek().isWord("values")) {
            throw new LakeException(
                    LakeCode.UNIMPLEMENTED, "VALUES in a streaming load is not offered by this local lake yet");
        }
        if (reader.accept("from") && !Definitions.location(reader).stage().equals(PLACEHOLDER)) {
            throw LakeRoutes.unsupportedLoad(sql);
        }
        if (!reader.peek().isWord("file_format")) {
            throw LakeRoutes.unsupportedLoad(sql);
        }
        return options(table, columns, new Stages.Location("~", ""), reader);
    }

    /** Reads what follows the location. */
    static CopyStatement options(TableName table, List<String> columns, Stages.Location location, SqlReader reader)
            throws LakeException {
        List<String> files = new ArrayList<>();
        String pattern = null;
        FileFormat format = FileFormat.PARQUET;
        Options options = Options.DEFAULT;
        while (!reader.atEnd()) {
            int at = reader.position();
            String name = reader.identifier();
            reader.expectSymbol("=");
            switch (name) {
                case "files" -> files.addAll(strings(reader));
                case "pattern" -> pattern = reader.string();
                case "file_format" -> format = FileFormat.parse(reader);
                default -> {
                    Options changed = option(options, name, reader);
                    if (changed == null) {
                        Token token = reader.from(at).get(0);
                        throw LakeException.syntax(
                                reader.sql(), token.start(), token.end(), "unexpected `" + name + "`");
                    }
                    options = changed;
                }
            }
        }
        return new CopyStatement(table, columns, location, files, pattern, format, options, null);
    }

    private CopyStatement with(CopyTransform newTransform) {
        return new CopyStatement(table, columns, location, files, pattern, format, options, newTransform);
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

    private static @Nullable Options option(Options o, String name, SqlReader reader) throws LakeException {
        return switch (name) {
            case "purge" -> new Options(flag(reader), o.force, o.skipBadRows, o.variantCheck, o.maxFiles);
            case "force" -> new Options(o.purge, flag(reader), o.skipBadRows, o.variantCheck, o.maxFiles);
            case "disable_variant_check" -> new Options(o.purge, o.force, o.skipBadRows, !flag(reader), o.maxFiles);
            case "max_files" -> new Options(o.purge, o.force, o.skipBadRows, o.variantCheck, number(reader));
            case "size_limit", "split_size" -> {
                number(reader);
                yield o;
            }
            case "return_failed_only" -> {
                flag(reader);
                yield o;
            }
            case "column_match_mode" -> {
                reader.next();
                yield o;
            }
            case "on_error" -> new Options(o.purge, o.force, skipsBadRows(reader), o.variantCheck, o.maxFiles);
            default -> null;
        };
    }

    private static boolean flag(SqlReader reader) throws LakeException {
        if (reader.accept("true")) {
            return true;
        }
        reader.expect("false");
        return false;
    }

    private static int number(SqlReader reader) throws LakeException {
        if (reader.peek().kind() != Token.Kind.NUMBER) {
            throw reader.unexpected();
        }
        long value = Long.parseLong(reader.next().value());
        return value <= 0 ? Integer.MAX_VALUE : (int) Math.min(value, Integer.MAX_VALUE);
    }

    private static boolean skipsBadRows(SqlReader reader) throws LakeException {
        String mode = reader.next().value().toLowerCase(Locale.ROOT);
        return switch (mode) {
            // The lake's reader gives SKIP_FILE no meaning of its own for rows.
            case "abort", "skip_file" -> false;
            case "continue" -> true;
            default -> {
                if (mode.startsWith("abort_") || mode.startsWith("skip_file_")) {
                    throw new LakeException(
                            LakeCode.UNIMPLEMENTED, "ON_ERROR=" + mode + " is not offered by this local lake");
                }
                throw new LakeException(LakeCode.BAD_ARGUMENTS, "Unknown OnError mode:" + mode);
            }
        };
    }
}
