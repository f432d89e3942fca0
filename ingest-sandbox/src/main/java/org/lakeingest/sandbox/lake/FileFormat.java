package org.lakeingest.sandbox.lake;

import java.util.Locale;
import java.util.Set;

/**
 * How staged files are to be read.
 *
 * @param type {@code ndjson} or {@code parquet}
 * @param compression {@code none}, {@code auto}, {@code gzip} or {@code zstd}
 * @param missing what a field that a row lacks becomes
 * @param nulls what a null becomes in a column that takes none
 */
record FileFormat(String type, String compression, Fill missing, Fill nulls) {
    /** The format of a stage that names none. */
    static final FileFormat PARQUET = new FileFormat("parquet", "none", Fill.ERROR, Fill.NULL);

    private static final Set<String> NOT_HERE =
            Set.of("csv", "tsv", "text", "orc", "avro", "arrow", "arrow_stream", "xml", "json");
    private static final Set<String> IGNORED =
            Set.of("null_if", "use_logic_type", "output_header", "binary_format", "geometry_format");

    enum Fill {
        ERROR,
        NULL,
        FIELD_DEFAULT
    }

    /** Reads what stands between the parentheses of {@code FILE_FORMAT=(…)}. */
    static FileFormat parse(SqlReader reader) throws LakeException {
        reader.expectSymbol("(");
        FileFormat format = PARQUET;
        while (!reader.acceptSymbol(")")) {
            reader.acceptSymbol(",");
            String name = reader.identifier();
            reader.expectSymbol("=");
            format = with(format, name, reader);
        }
        return format;
    }

    private static FileFormat with(FileFormat format, String name, SqlReader reader) throws LakeException {
        if (IGNORED.contains(name)) {
            if (reader.acceptSymbol("(")) {
                reader.untilClosed();
            } else {
                reader.next();
            }
            return format;
        }
        Token token = reader.next();
        String value = token.value().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "type" -> new FileFormat(type(value), format.compression, format.missing, format.nulls);
            case "compression" -> new FileFormat(format.type, compression(value), format.missing, format.nulls);
            case "missing_field_as" -> new FileFormat(format.type, format.compression, fill(value), format.nulls);
            case "null_field_as" -> {
                if (value.equals("error")) {
                    throw new LakeException(
                            LakeCode.BAD_OPTION, "Invalid option value. NULL_FIELD_AS does not support ERROR");
                }
                yield new FileFormat(format.type, format.compression, format.missing, fill(value));
            }
            default -> throw new LakeException(LakeCode.BAD_OPTION, "Unsupported file format option: " + name);
        };
    }

    private static String type(String value) throws LakeException {
        if (NOT_HERE.contains(value)) {
            throw new LakeException(
                    LakeCode.UNIMPLEMENTED,
                    "files of type " + value.toUpperCase(Locale.ROOT)
                            + " are not read by this local lake; NDJSON and PARQUET are");
        }
        if (!value.equals("ndjson") && !value.equals("parquet")) {
            throw new LakeException(LakeCode.BAD_OPTION, "Unknown file format type: " + value);
        }
        return value;
    }

    private static String compression(String value) throws LakeException {
        return switch (value) {
            case "none", "auto", "gzip", "zstd", "snappy" -> value;
            case "bz2", "brotli", "deflate", "raw_deflate", "rawdeflate", "xz", "lzo", "zip" ->
                throw new LakeException(
                        LakeCode.UNIMPLEMENTED,
                        "files compressed by " + value + " are not read by this local lake; GZIP and ZSTD are");
            default -> throw new LakeException(1075, "Unknown compression: " + value, null);
        };
    }

    private static Fill fill(String value) throws LakeException {
        return switch (value) {
            case "error" -> Fill.ERROR;
            case "null" -> Fill.NULL;
            case "field_default", "type_default" -> Fill.FIELD_DEFAULT;
            default -> throw new LakeException(LakeCode.BAD_OPTION, "Invalid option value: " + value);
        };
    }

    /** {@code none}, {@code gzip} or {@code zstd} for a file of this name. */
    String compressionOf(String fileName) {
        if (!compression.equals("auto")) {
            return compression;
        }
        return fileName.endsWith(".gz")
                ? "gzip"
                : fileName.endsWith(".zst") || fileName.endsWith(".zstd") ? "zstd" : "none";
    }
}
