package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/** Lists, maps and structs, read back by another engine. */
final class NestedFileTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ColumnType INT = ColumnType.of(Kind.INT64);
    private static final ColumnType TEXT = ColumnType.of(Kind.STRING);
    private static final ColumnType STRUCT = nested(Kind.STRUCT, field("a", INT), field("b", TEXT));
    private static final Schema SCHEMA = new Schema(List.of(
            field("numbers", nested(Kind.LIST, field("element", INT))),
            field("matrix", nested(Kind.LIST, field("element", nested(Kind.LIST, field("element", INT))))),
            field("pair", STRUCT),
            field("pairs", nested(Kind.LIST, field("element", STRUCT))),
            field("attributes", nested(Kind.MAP, required("key", TEXT), field("value", INT))),
            field("deep", nested(Kind.STRUCT, field("list", nested(Kind.LIST, field("element", STRUCT)))))));

    /** The same shapes where nothing, or only some of it, may be null. */
    private static final Schema REQUIRED = new Schema(List.of(
            required("numbers", nested(Kind.LIST, required("element", INT))),
            required(
                    "pairs",
                    nested(Kind.LIST, required("element", nested(Kind.STRUCT, required("a", INT), field("b", TEXT))))),
            field("outer", nested(Kind.STRUCT, required("list", nested(Kind.LIST, field("element", INT))))),
            required("attributes", nested(Kind.MAP, required("key", TEXT), required("value", INT)))));

    private final DuckFiles duck;

    NestedFileTest(@TempDir Path folder) throws SQLException {
        duck = new DuckFiles(folder);
    }

    @AfterEach
    void close() throws SQLException {
        duck.close();
    }

    @Test
    void parquetAndNdjsonCarryNestedValues() throws IOException, SQLException {
        List<String> rows = List.of(
                "{\"numbers\":[1,null,3],\"matrix\":[[1,2],[],null,[3]],\"pair\":{\"a\":1,\"b\":\"x\"},"
                        + "\"pairs\":[{\"a\":null,\"b\":\"y\"},null,{\"a\":2,\"b\":null}],\"attributes\":{\"k\":1,\"l\":null},"
                        + "\"deep\":{\"list\":[{\"a\":7,\"b\":\"z\"}]}}",
                "{\"numbers\":[],\"matrix\":[],\"pair\":{\"a\":null,\"b\":null},\"pairs\":[],\"attributes\":{},"
                        + "\"deep\":{\"list\":[]}}",
                "{\"numbers\":null,\"matrix\":null,\"pair\":null,\"pairs\":null,\"attributes\":null,\"deep\":null}",
                "{\"numbers\":[9],\"matrix\":[[4]],\"pair\":{\"a\":5,\"b\":\"\"},\"pairs\":[{\"a\":6,\"b\":\"w\"}],"
                        + "\"attributes\":{\"m\":2},\"deep\":{\"list\":null}}");
        assertKept(rows, batch(SCHEMA, rows));
    }

    @Test
    void slicesOfNestedRowsKeepTheirOwnElements() throws IOException, SQLException {
        Random random = new Random(7);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            rows.add(randomRow(random));
        }
        assertKept(rows.subList(333, 871), batch(SCHEMA, rows).slice(333, 871));
    }

    @Test
    void whatIsNeverNullHasFewerLevels() throws IOException, SQLException {
        List<String> rows = List.of(
                "{\"numbers\":[1,2],\"pairs\":[{\"a\":1,\"b\":null},{\"a\":2,\"b\":\"x\"}],\"outer\":null,\"attributes\":{}}",
                "{\"numbers\":[],\"pairs\":[],\"outer\":{\"list\":[]},\"attributes\":{\"k\":1,\"l\":2}}",
                "{\"numbers\":[3],\"pairs\":[{\"a\":3,\"b\":\"y\"}],\"outer\":{\"list\":[null,4]},\"attributes\":{\"m\":3}}");
        assertKept(rows, batch(REQUIRED, rows));
    }

    private void assertKept(List<String> expected, RowBatch rows) throws IOException, SQLException {
        List<String> lines = new ArrayList<>();
        for (String line : expected) {
            lines.add(asLoaded(JSON.readTree(line), rows.schema().fields()).toString());
        }
        assertThat(EncodedText.lines(encode(FileFormat.NDJSON, rows))).isEqualTo(lines);
        List<List<@Nullable String>> read =
                duck.query(encode(FileFormat.PARQUET, rows), "select to_json(t)::varchar from read_parquet(FILE) t");
        assertThat(read).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(JSON.readTree(String.valueOf(read.get(i).get(0)))).isEqualTo(JSON.readTree(expected.get(i)));
        }
    }

    /** In NDJSON a struct is an array of its fields. */
    private static JsonNode asLoaded(JsonNode row, List<Schema.Field> fields) {
        ObjectNode loaded = JSON.createObjectNode();
        for (Schema.Field field : fields) {
            loaded.set(field.name(), asLoaded(row.get(field.name()), field.type()));
        }
        return loaded;
    }

    private static JsonNode asLoaded(JsonNode value, ColumnType type) {
        if (value.isNull() || (type.kind() != Kind.LIST && type.kind() != Kind.STRUCT)) {
            return value;
        }
        ArrayNode loaded = JSON.createArrayNode();
        if (type.kind() == Kind.LIST) {
            value.forEach(element ->
                    loaded.add(asLoaded(element, type.children().get(0).type())));
        } else {
            type.children().forEach(child -> loaded.add(asLoaded(value.get(child.name()), child.type())));
        }
        return loaded;
    }

    private static ColumnarRowBatch batch(Schema schema, List<String> rows) throws IOException {
        TestRecords records = new TestRecords("t", 0);
        List<JsonNode> parsed = new ArrayList<>();
        for (String row : rows) {
            records.add("");
            parsed.add(JSON.readTree(row));
        }
        return records.rows(schema, (row, index) -> putFields(row, schema.fields(), parsed.get(index)));
    }

    private static void putFields(RowAppender row, List<Schema.Field> fields, JsonNode object) {
        for (int i = 0; i < fields.size(); i++) {
            put(row, i, fields.get(i).type(), object.get(fields.get(i).name()));
        }
    }

    private static void put(RowAppender row, int column, ColumnType type, JsonNode value) {
        if (value.isNull()) {
            row.setNull(column);
            return;
        }
        switch (type.kind()) {
            case INT64 -> row.setLong(column, value.longValue());
            case STRING -> putText(row, column, value.textValue());
            case STRUCT -> {
                row.beginNested(column);
                putFields(row, type.children(), value);
                row.endNested();
            }
            case LIST -> {
                row.beginNested(column);
                value.forEach(element -> put(row, 0, type.children().get(0).type(), element));
                row.endNested();
            }
            case MAP -> {
                row.beginNested(column);
                value.properties().forEach(entry -> {
                    putText(row, 0, entry.getKey());
                    put(row, 1, type.children().get(1).type(), entry.getValue());
                });
                row.endNested();
            }
            default -> throw new IllegalStateException("Not in the schema");
        }
    }

    private static void putText(RowAppender row, int column, String text) {
        byte[] bytes = TestRecords.utf8(text);
        row.setBytes(column, bytes, 0, bytes.length);
    }

    private static String randomRow(Random random) {
        return "{\"numbers\":" + list(random, 0) + ",\"matrix\":" + list(random, 1) + ",\"pair\":" + pair(random)
                + ",\"pairs\":" + list(random, 2) + ",\"attributes\":"
                + (random.nextInt(4) == 0 ? "null" : "{\"x\":" + number(random) + "}") + ",\"deep\":"
                + (random.nextInt(4) == 0 ? "null" : "{\"list\":" + list(random, 2) + "}") + "}";
    }

    private static String list(Random random, int kind) {
        int size = random.nextInt(6) - 1;
        if (size < 0) {
            return "null";
        }
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            elements.add(kind == 0 ? number(random) : kind == 1 ? list(random, 0) : pair(random));
        }
        return "[" + String.join(",", elements) + "]";
    }

    private static String pair(Random random) {
        return random.nextInt(4) == 0 ? "null" : "{\"a\":" + number(random) + ",\"b\":\"" + random.nextInt(50) + "\"}";
    }

    private static String number(Random random) {
        return random.nextInt(4) == 0 ? "null" : Integer.toString(random.nextInt(1_000));
    }

    private static Schema.Field field(String name, ColumnType type) {
        return new Schema.Field(name, type, true);
    }

    private static Schema.Field required(String name, ColumnType type) {
        return new Schema.Field(name, type, false);
    }

    private static ColumnType nested(Kind kind, Schema.Field... children) {
        return new ColumnType(kind, 0, 0, List.of(children));
    }

    private static EncodedFile encode(FileFormat format, RowBatch rows) {
        return FileEncoders.create(format, FileCompression.ZSTD, Clock.systemUTC())
                .encode(List.of(rows), TableLayout.Columns.asTheyAre(rows.schema()));
    }
}
