package org.lakeingest.sandbox.lake;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads an NDJSON file line by line by the lake's rules: names the first row it refuses, or writes the rows in a plain form whose keys are
 * the columns as they are spelled. Slow and exact; used when the fast way met something unusual. One per file.
 */
final class NdjsonInspector {
    private static final int DEEPEST = 128;
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxNumberLength(10_000)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Stages.Staged file;
    private final List<Catalog.Column> columns;
    private final Map<String, Integer> positions = new HashMap<>();
    private final CopyStatement copy;

    /**
     * What the closer look found.
     *
     * @param plain the rewritten file
     * @param errors how many rows were left out
     */
    record Report(Path plain, long errors, @Nullable String firstError, long firstLine) {}

    private NdjsonInspector(Stages.Staged file, List<Catalog.Column> columns, CopyStatement copy) {
        this.file = file;
        this.columns = columns;
        this.copy = copy;
        for (int i = 0; i < columns.size(); i++) {
            positions.put(columns.get(i).name().toLowerCase(Locale.ROOT), i);
        }
    }

    static Report inspect(Stages.Staged file, Path plain, List<Catalog.Column> columns, CopyStatement copy)
            throws LakeException {
        try (InputStream in = new BufferedInputStream(
                        Compression.open(file.path(), copy.format().compressionOf(file.name())), 1 << 16);
                JsonGenerator out = JSON.createGenerator(Files.newBufferedWriter(plain))) {
            return new NdjsonInspector(file, columns, copy).read(in, out, plain);
        } catch (IOException e) {
            throw new LakeException(1076, "Invalid compression data in " + file.name() + ": " + e.getMessage(), null);
        }
    }

    private Report read(InputStream in, JsonGenerator out, Path plain) throws IOException, LakeException {
        long line = 0;
        long errors = 0;
        String firstError = null;
        long firstLine = 0;
        byte[] bytes = next(in);
        while (bytes != null) {
            if (bytes.length > 0) {
                try {
                    write(row(bytes), out);
                } catch (LakeException e) {
                    if (!copy.options().skipBadRows() || e.code() != LakeCode.BAD_BYTES.number()) {
                        throw new LakeException(e.code(), e.text(), "at file '" + file.name() + "', line " + line);
                    }
                    errors++;
                    firstError = firstError == null ? e.text() : firstError;
                    firstLine = firstLine == 0 ? line + 1 : firstLine;
                }
            }
            line++;
            bytes = next(in);
        }
        return new Report(plain, errors, firstError, firstLine);
    }

    /** The next line without surrounding blanks, or null at the end. */
    private static byte @Nullable [] next(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(512);
        int c = in.read();
        if (c < 0) {
            return null;
        }
        while (c >= 0 && c != '\n') {
            line.write(c);
            c = in.read();
        }
        byte[] bytes = line.toByteArray();
        int from = 0;
        int to = bytes.length;
        while (from < to && bytes[from] <= ' ' && bytes[from] >= 0) {
            from++;
        }
        while (to > from && bytes[to - 1] <= ' ' && bytes[to - 1] >= 0) {
            to--;
        }
        return java.util.Arrays.copyOfRange(bytes, from, to);
    }

    private static LakeException bad(String text) {
        return new LakeException(LakeCode.BAD_BYTES, text);
    }

    private @Nullable JsonNode[] row(byte[] bytes) throws LakeException {
        JsonNode line;
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            line = JSON.readTree(bytes);
        } catch (CharacterCodingException e) {
            throw bad("Invalid NDJSON row: invalid unicode code point");
        } catch (JsonProcessingException e) {
            throw bad("Invalid NDJSON row: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw bad("Invalid NDJSON row: " + e.getMessage());
        }
        @Nullable JsonNode[] row = new @Nullable JsonNode[columns.size()];
        for (Map.Entry<String, JsonNode> field : line.properties()) {
            Integer position = positions.get(field.getKey().toLowerCase(Locale.ROOT));
            if (position != null) {
                row[position] = field.getValue();
            }
        }
        return row;
    }

    private void write(@Nullable JsonNode[] row, JsonGenerator out) throws IOException, LakeException {
        for (int i = 0; i < row.length; i++) {
            row[i] = checked(columns.get(i), i, row[i]);
        }
        out.writeStartObject();
        for (int i = 0; i < row.length; i++) {
            JsonNode value = row[i];
            if (value != null) {
                out.writeFieldName(columns.get(i).name());
                JSON.writeTree(out, value);
            }
        }
        out.writeEndObject();
        out.writeRaw('\n');
    }

    private @Nullable JsonNode checked(Catalog.Column column, int index, @Nullable JsonNode value)
            throws LakeException {
        if (value == null) {
            boolean refused = copy.format().missing() == FileFormat.Fill.ERROR
                    || (copy.format().missing() == FileFormat.Fill.NULL && !column.nullable());
            if (refused) {
                throw bad("Missing value for column " + index + " (" + column.name() + " "
                        + column.type().kind() + "), consider set NDJSON option MISSING_FIELD_AS");
            }
            return null;
        }
        if (value.isNull()) {
            if (!column.nullable() && copy.format().nulls() != FileFormat.Fill.FIELD_DEFAULT) {
                throw bad("Invalid value for column " + index + " (" + column.name() + " "
                        + column.type().kind() + "): null value for a column that is NOT NULL");
            }
            return value;
        }
        try {
            return converted(column.type(), value);
        } catch (ArithmeticException | IllegalArgumentException | java.time.DateTimeException e) {
            throw bad("Invalid value for column " + index + " (" + column.name() + " "
                    + column.type().kind() + "): " + e.getMessage());
        }
    }

    private static JsonNode converted(LakeType type, JsonNode value) throws LakeException {
        if (type.is("Variant")) {
            return value;
        }
        if (type.is("Binary")) {
            throw new LakeException(LakeCode.UNWIND, "not implemented: binary literal is not supported");
        }
        if (type.is("Tuple")) {
            return tuple(type, value);
        }
        if (type.isInteger()) {
            return NdjsonValues.integer(type, value);
        }
        return switch (type.kind()) {
            case "Float32", "Float64" -> NdjsonValues.require(value, value.isNumber(), "number");
            case "Boolean" -> NdjsonValues.require(value, value.isBoolean(), "boolean");
            case "Timestamp" -> NdjsonValues.time(value, true);
            case "Timestamp_Tz" -> NdjsonValues.time(NdjsonValues.require(value, value.isTextual(), "timestamp"), true);
            case "Date" -> NdjsonValues.time(value, false);
            case "Decimal" -> NdjsonValues.decimal(type, value);
            case "Array" -> {
                NdjsonValues.require(value, value.isArray(), "array");
                yield inside(type.arguments().get(0), value);
            }
            case "Map" -> {
                NdjsonValues.require(value, value.isObject(), "object");
                yield inside(type.arguments().get(1), value);
            }
            default -> NdjsonValues.string(value);
        };
    }

    /** The elements of an array, or the values of an object, each as it is kept. */
    private static JsonNode inside(LakeType type, JsonNode value) throws LakeException {
        if (value.isArray()) {
            ArrayNode elements = JSON.createArrayNode();
            for (JsonNode element : value) {
                elements.add(element.isNull() ? element : converted(type, element));
            }
            return elements;
        }
        ObjectNode values = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> field : value.properties()) {
            JsonNode inner = field.getValue();
            values.set(field.getKey(), inner.isNull() ? inner : converted(type, inner));
        }
        return values;
    }

    /** Fields of an object are taken in their order, whatever their names are. */
    private static JsonNode tuple(LakeType type, JsonNode value) throws LakeException {
        if (!value.isContainerNode() || value.size() != type.arguments().size()) {
            throw new IllegalArgumentException("Incorrect json value, must be a tuple of "
                    + type.arguments().size() + " fields");
        }
        ObjectNode fields = JSON.createObjectNode();
        int i = 0;
        for (JsonNode field : value) {
            LakeType inner = type.arguments().get(i);
            fields.set(type.fieldName(i), field.isNull() ? field : converted(inner, field));
            i++;
        }
        return fields;
    }

    /** Checks single values; what it refuses is an {@link IllegalArgumentException}. */
    private static final class NdjsonValues {
        private static final List<BigInteger> POWERS =
                List.of(BigInteger.TWO.pow(8), BigInteger.TWO.pow(16), BigInteger.TWO.pow(32), BigInteger.TWO.pow(64));
        private static final java.util.regex.Pattern TIME = java.util.regex.Pattern.compile(
                "\\d{4}-\\d{2}-\\d{2}([ T]([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d*)?)? ?(Z|[+-]\\d{2}(:?\\d{2}(:?\\d{2})?)?)?)?");

        private NdjsonValues() {}

        static JsonNode require(JsonNode value, boolean fits, String wanted) {
            if (!fits) {
                throw new IllegalArgumentException("Incorrect json value, must be " + wanted);
            }
            return value;
        }

        static JsonNode integer(LakeType type, JsonNode value) {
            require(value, value.isNumber(), "number");
            BigInteger whole = value.decimalValue()
                    .setScale(0, java.math.RoundingMode.HALF_UP)
                    .toBigInteger();
            boolean unsigned = type.kind().startsWith("U");
            int bits = Integer.parseInt(type.kind().substring(unsigned ? 4 : 3));
            BigInteger size = POWERS.get(bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3);
            BigInteger low = unsigned ? BigInteger.ZERO : size.shiftRight(1).negate();
            if (whole.compareTo(low) < 0 || whole.compareTo(low.add(size)) >= 0) {
                throw new IllegalArgumentException("Incorrect json number " + value.asText() + " (out of range)");
            }
            return value;
        }

        static JsonNode string(JsonNode value) {
            require(value, value.isValueNode(), "string");
            return value.isTextual() ? value : TextNode.valueOf(value.asText());
        }

        static JsonNode decimal(LakeType type, JsonNode value) {
            require(value, value.isNumber() || value.isTextual(), "number or string");
            BigDecimal exact = value.isTextual() ? new BigDecimal(value.asText()) : value.decimalValue();
            int digits = type.size().get(0) - type.size().get(1);
            if (exact.abs().compareTo(BigDecimal.TEN.pow(digits)) >= 0) {
                throw new IllegalArgumentException("Decimal overflow");
            }
            return type.isText() ? TextNode.valueOf(exact.toPlainString()) : value;
        }

        static JsonNode time(JsonNode value, boolean timestamp) {
            if (value.isIntegralNumber()) {
                return value;
            }
            require(
                    value,
                    value.isTextual() && TIME.matcher(value.asText()).matches(),
                    timestamp ? "timestamp" : "date");
            var unused = java.time.LocalDate.parse(value.asText().substring(0, 10));
            return value;
        }
    }
}
