package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** The raw table's files, read back by another engine. */
final class RawFileTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T10:11:12.345678Z"), ZoneOffset.UTC);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ALL = "select uuid, koffset, kpartition, raw_data, record_metadata,"
            + " strftime(add_time::timestamp, '%Y-%m-%dT%H:%M:%S.%fZ') from read_parquet(FILE)";
    private static final List<@Nullable String> MESSAGES = Arrays.asList(
            "{\"a\": 1.10, \"b\": 123456789012345678901234, \"c\": 0.100000000000000000000001}",
            "{ }",
            "{}",
            " [1,\t2 , {\"x\":\"\\u00e9\\n\\\"\\\\\\/\"}] ",
            "{\"text\":\"\u8a9e\ud83d\ude00 \u00e9\u0301\u2028\"}",
            "{\n  \"pretty\" : [\r\n    1 ,\n    2\n  ]\n}",
            "\"a string\"",
            "-0.0e-10",
            "null",
            "",
            null);

    private final DuckFiles duck;

    RawFileTest(@TempDir Path folder) throws SQLException {
        duck = new DuckFiles(folder);
    }

    @AfterEach
    void close() throws SQLException {
        duck.close();
    }

    @Test
    void parquetKeepsEveryByteOfAMessage() throws IOException, SQLException {
        TestRecords records = new TestRecords("orders", 3);
        MESSAGES.forEach(records::add);
        EncodedFile file = encode(FileFormat.PARQUET, List.of(records.documents()));
        List<List<@Nullable String>> rows = duck.query(file, ALL);
        assertThat(file.rows()).isEqualTo(MESSAGES.size());
        assertThat(rows).hasSize(MESSAGES.size());
        for (int i = 0; i < rows.size(); i++) {
            String message = MESSAGES.get(i);
            assertThat(rows.get(i).get(1)).isEqualTo(Integer.toString(i));
            assertThat(rows.get(i).get(2)).isEqualTo("3");
            assertThat(rows.get(i).get(3)).isEqualTo(message == null || message.isEmpty() ? null : message);
            assertThat(rows.get(i).get(5)).isEqualTo("2026-11-30T10:11:12.345678Z");
            assertThat(rows.get(i).get(4))
                    .isEqualTo("{\"topic\":\"orders\",\"partition\":3,\"offset\":" + i
                            + ",\"key\":\"\",\"create_time\":\"2026-11-30T08:21:04.123Z\"}");
        }
    }

    @Test
    void theColumnsOfAParquetFileHaveTheTypesTheLakeCasts() throws IOException, SQLException {
        EncodedFile file = encode(
                FileFormat.PARQUET,
                List.of(new TestRecords("orders", 3).add("{}").documents()));
        assertThat(duck.query(file, "select column_name, column_type from (describe from read_parquet(FILE))"))
                .containsExactly(
                        List.of("uuid", "VARCHAR"),
                        List.of("koffset", "BIGINT"),
                        List.of("kpartition", "BIGINT"),
                        List.of("raw_data", "VARCHAR"),
                        List.of("record_metadata", "VARCHAR"),
                        List.of("add_time", "TIMESTAMP WITH TIME ZONE"));
        assertThat(duck.value(file, "select max(compression) || count(*) from parquet_metadata(FILE)"))
                .isEqualTo("ZSTD6");
    }

    @Test
    void ndjsonKeepsMessagesButForLineBreaks() {
        TestRecords records = new TestRecords("orders", 3);
        MESSAGES.forEach(records::add);
        List<String> lines = EncodedText.lines(encode(FileFormat.NDJSON, List.of(records.documents())));
        assertThat(lines).hasSize(MESSAGES.size());
        for (int i = 0; i < lines.size(); i++) {
            String message = MESSAGES.get(i);
            String kept = message == null || message.isEmpty()
                    ? "null"
                    : message.replace('\n', ' ').replace('\r', ' ');
            assertThat(lines.get(i))
                    .containsPattern(
                            "^\\{\"uuid\":\"[-0-9a-f]{36}\",\"koffset\":" + i + ",\"kpartition\":3,\"raw_data\":")
                    .endsWith(",\"raw_data\":" + kept + ",\"record_metadata\":{\"topic\":\"orders\",\"partition\":3,"
                            + "\"offset\":" + i + ",\"key\":\"\",\"create_time\":\"2026-11-30T08:21:04.123Z\"},"
                            + "\"add_time\":\"2026-11-30T10:11:12.345678Z\"}");
        }
    }

    @Test
    void bothFormatsAreReadAlike() throws IOException, SQLException {
        List<RowBatch> rows = someRows();
        EncodedFile parquet = encode(FileFormat.PARQUET, rows);
        EncodedFile ndjson = encode(FileFormat.NDJSON, rows);
        String columns = "uuid, koffset, kpartition, raw_data::json->>'$.n', record_metadata::json->>'$.key',"
                + " record_metadata::json->>'$.headers[1].value', epoch_us(add_time::timestamptz)";
        List<List<@Nullable String>> expected = duck.query(parquet, "select " + columns + " from read_parquet(FILE)");
        assertThat(expected).hasSize(3_000);
        assertThat(
                        duck.query(
                                ndjson,
                                "select " + columns + " from read_json(FILE, format='newline_delimited',"
                                        + " compression='zstd', columns={uuid:'VARCHAR', koffset:'BIGINT',"
                                        + " kpartition:'INTEGER', raw_data:'JSON', record_metadata:'JSON', add_time:'VARCHAR'})"))
                .isEqualTo(expected);
    }

    @Test
    void manyPartitionsAndSlicesMakeOneFileInTheirOrder() throws IOException, SQLException {
        List<RowBatch> rows = someRows();
        List<String> expected = new ArrayList<>();
        for (RowBatch batch : rows) {
            for (int row = 0; row < batch.rowCount(); row++) {
                expected.add(batch.origin().partition().number() + "/"
                        + batch.origin().offset(batch.originIndex(row)));
            }
        }
        EncodedFile file = encode(FileFormat.PARQUET, rows);
        List<String> read = new ArrayList<>();
        for (List<@Nullable String> row : duck.query(file, ALL)) {
            read.add(row.get(2) + "/" + row.get(1));
            JsonNode metadata = JSON.readTree(String.valueOf(row.get(4)));
            assertThat(metadata.get("partition").asText()).isEqualTo(row.get(2));
            assertThat(metadata.get("offset").asText()).isEqualTo(row.get(1));
            assertThat(UUID.fromString(String.valueOf(row.get(0))).version()).isEqualTo(8);
        }
        assertThat(read).isEqualTo(expected);
        assertThat(duck.value(file, "select count(distinct uuid) from read_parquet(FILE)"))
                .isEqualTo("3000");
    }

    @Test
    void anUncompressedFileHoldsTheSame() throws IOException, SQLException {
        List<RowBatch> rows = someRows();
        FileEncoder plain = FileEncoders.create(FileFormat.PARQUET, FileCompression.NONE, CLOCK);
        EncodedFile file = plain.encode(rows, new TableLayout.Raw());
        assertThat(file.rawBytes()).isEqualTo(file.content().size());
        assertThat(duck.query(file, ALL)).isEqualTo(duck.query(encode(FileFormat.PARQUET, rows), ALL));
        FileEncoder lines = FileEncoders.create(FileFormat.NDJSON, FileCompression.NONE, CLOCK);
        assertThat(EncodedText.bytes(lines.encode(rows, new TableLayout.Raw())))
                .isEqualTo(EncodedText.unzipped(encode(FileFormat.NDJSON, rows)));
        assertThat(List.of(plain.extension(), lines.extension())).containsExactly("parquet", "ndjson");
    }

    @Test
    void aMessageMayBeLargerThanAnyBuffer() throws IOException, SQLException {
        String large = "\"" + "0123456789abcdef".repeat(100_000) + "\"";
        RowBatch rows =
                new TestRecords("orders", 0).add("1").add(large).add("2").documents();
        assertThat(duck.query(
                        encode(FileFormat.PARQUET, List.of(rows)),
                        "select raw_data from read_parquet(FILE) where length(raw_data) > 1"))
                .containsExactly(List.of(large));
        assertThat(EncodedText.lines(encode(FileFormat.NDJSON, List.of(rows))).get(1))
                .contains(large);
    }

    @Test
    void rowsOfAnotherShapeAreRefused() {
        Schema text = new Schema(List.of(Columns.nullable("text", Kind.STRING)));
        List<RowBatch> rows = List.of(new TestRecords("orders", 0).add("x").rows(text, (row, index) -> {}));
        for (FileFormat format : FileFormat.values()) {
            assertThatThrownBy(() -> encode(format, rows))
                    .isInstanceOf(IngestException.class)
                    .hasMessageContaining("one VARIANT column");
        }
    }

    private static EncodedFile encode(FileFormat format, List<RowBatch> rows) {
        return FileEncoders.create(format, FileCompression.ZSTD, CLOCK).encode(rows, new TableLayout.Raw());
    }

    /** 3,000 rows of three partitions: whole batches, batches cut at an offset, an empty one, keys and headers of all kinds. */
    private static List<RowBatch> someRows() {
        List<RowBatch> rows = new ArrayList<>();
        for (int partition = 0; partition < 3; partition++) {
            TestRecords records = new TestRecords("orders", partition);
            for (int i = 0; i < 1_100; i++) {
                long offset = 1_000_000_000_000L * partition + i * 3L;
                byte[] key = i % 3 == 0 ? null : TestRecords.utf8(i % 3 == 1 ? "k\"\\\n" + i : "\u8a9e" + i);
                byte[] value = i % 10 == 9 ? null : TestRecords.utf8("{\"n\":" + i + "}");
                TestRecords.Header[] headers = {
                    new TestRecords.Header("h", TestRecords.utf8("a" + i)), new TestRecords.Header("h", key)
                };
                records.add(offset, i * 700L, key, value, i % 2 == 0 ? new TestRecords.Header[0] : headers);
            }
            rows.add(records.documents().slice(50, 500));
            rows.add(records.documents().slice(500, 500));
            rows.add(records.documents().slice(500, 1_050));
        }
        return rows;
    }
}
