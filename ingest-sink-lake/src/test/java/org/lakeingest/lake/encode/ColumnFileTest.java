package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.engine.rows.ColumnarRowBatch;

/** Files with a column for each field, of every kind but the nested ones, read back by another engine. */
final class ColumnFileTest {
    private static final Schema SCHEMA = new Schema(List.of(
            Columns.nullable("flag", Kind.BOOLEAN),
            Columns.nullable("whole", Kind.INT64),
            Columns.nullable("unsigned", Kind.UINT64),
            Columns.nullable("single", Kind.FLOAT32),
            Columns.nullable("twice", Kind.FLOAT64),
            decimal("price", 10, 2),
            decimal("wide", 38, 6),
            decimal("widest", 76, 3),
            Columns.nullable("day", Kind.DATE),
            Columns.nullable("moment", Kind.TIMESTAMP_MICROS),
            Columns.nullable("zoned", Kind.TIMESTAMP_TZ_MICROS),
            Columns.nullable("words", Kind.STRING),
            Columns.nullable("document", Kind.VARIANT)));
    private static final String SELECT =
            "select flag, whole, unsigned, single::double, twice, price::varchar, wide::varchar,"
                    + " widest::varchar, day::varchar, epoch_us(moment::timestamptz), zoned::varchar, words, document::varchar";
    private static final List<List<@Nullable String>> EXPECTED = List.of(
            Arrays.asList(
                    "true",
                    "9223372036854775807",
                    "18446744073709551615",
                    "0.5",
                    "1.0E-7",
                    "-0.05",
                    "-99999999999999999999999999999999.999999",
                    "9999999999999999999999999999999999999999999999999999999999999999999999999.999",
                    "2026-11-30",
                    "1796026864123456",
                    "2026-11-30T08:21:04.123456Z",
                    "caf\u00e9 \"\\\n\t\u0001 \ud83d\ude00",
                    "{\"a\": [1.10, 123456789012345678901234]}"),
            Arrays.asList(
                    "false",
                    "-9223372036854775808",
                    "0",
                    "-1.25",
                    "123456.789",
                    "12345678.90",
                    "0.000001",
                    "-0.001",
                    "1969-12-31",
                    "-1",
                    "1969-12-31T23:59:59.999999Z",
                    "",
                    "{}"),
            Arrays.asList(null, null, null, null, null, null, null, null, null, null, null, null, null));

    private final DuckFiles duck;

    ColumnFileTest(@TempDir Path folder) throws SQLException {
        duck = new DuckFiles(folder);
    }

    @AfterEach
    void close() throws SQLException {
        duck.close();
    }

    @Test
    void parquetCarriesEveryKind() throws IOException, SQLException {
        EncodedFile file = encode(FileFormat.PARQUET, SCHEMA, List.of(rows()));
        assertThat(duck.query(file, SELECT + " from read_parquet(FILE)")).isEqualTo(EXPECTED);
        assertThat(duck.query(file, "select column_type from (describe from read_parquet(FILE))").stream()
                        .map(row -> row.get(0)))
                .containsExactly(
                        "BOOLEAN",
                        "BIGINT",
                        "UBIGINT",
                        "FLOAT",
                        "DOUBLE",
                        "DECIMAL(10,2)",
                        "DECIMAL(38,6)",
                        "VARCHAR",
                        "DATE",
                        "TIMESTAMP WITH TIME ZONE",
                        "VARCHAR",
                        "VARCHAR",
                        "VARCHAR");
    }

    @Test
    void ndjsonCarriesEveryKindButBinary() throws IOException, SQLException {
        EncodedFile file = encode(FileFormat.NDJSON, SCHEMA, List.of(rows()));
        String columns = "columns={flag:'BOOLEAN', whole:'BIGINT', unsigned:'UBIGINT', single:'FLOAT', twice:'DOUBLE',"
                + " price:'VARCHAR', wide:'VARCHAR', widest:'VARCHAR', day:'DATE', moment:'VARCHAR', zoned:'VARCHAR',"
                + " words:'VARCHAR', document:'JSON'}";
        List<List<@Nullable String>> read = duck.query(
                file,
                SELECT + " from read_json(FILE, format='newline_delimited', compression='zstd', " + columns + ")");
        for (int row = 0; row < read.size(); row++) {
            assertThat(read.get(row).subList(0, 12)).isEqualTo(EXPECTED.get(row).subList(0, 12));
        }
        // What DuckDB makes of the document's numbers is its own; the file holds them as they came.
        assertThat(EncodedText.lines(file).get(0)).endsWith(",\"document\":{\"a\": [1.10, 123456789012345678901234]}}");
        assertThat(EncodedText.lines(file).get(1)).contains("\"price\":\"12345678.90\",\"wide\":\"0.000001\"");
        assertThat(EncodedText.lines(file).get(2))
                .startsWith("{\"flag\":null,\"whole\":null,")
                .endsWith(":null}");
    }

    @Test
    void binaryTravelsInParquet() throws IOException, SQLException {
        Schema schema = new Schema(List.of(Columns.nullable("blob", Kind.BINARY)));
        byte[] bytes = {0, (byte) 0xff, 'a'};
        RowBatch rows =
                new TestRecords("t", 0).add("").rows(schema, (row, index) -> row.setBytes(0, bytes, 0, bytes.length));
        assertThat(duck.value(
                        encode(FileFormat.PARQUET, schema, List.of(rows)), "select hex(blob) from read_parquet(FILE)"))
                .isEqualTo("00FF61");
    }

    @Test
    void whatIsNoNumberIsRefusedInNdjsonAndStaysInParquet() throws IOException, SQLException {
        Schema schema = new Schema(List.of(Columns.nullable("x", Kind.FLOAT64), Columns.nullable("y", Kind.FLOAT32)));
        double[] values = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY};
        RowBatch rows = new TestRecords("t", 0).add("").add("").add("").rows(schema, (row, index) -> {
            row.setDouble(0, values[index]);
            row.setDouble(1, values[index]);
        });
        assertThatExceptionOfType(IngestException.class)
                .isThrownBy(() -> encode(FileFormat.NDJSON, schema, List.of(rows)))
                .withMessageContaining("column x holds NaN or an infinity")
                .satisfies(e -> assertThat(e.code().kind()).isEqualTo(ErrorKind.RECORD));
        assertThat(duck.query(
                        encode(FileFormat.PARQUET, schema, List.of(rows)),
                        "select x::varchar, y::varchar from read_parquet(FILE)"))
                .containsExactly(List.of("nan", "nan"), List.of("inf", "inf"), List.of("-inf", "-inf"));
    }

    @Test
    void columnsThatAreNeverNullNeedNoLevels() throws IOException, SQLException {
        Schema schema = new Schema(List.of(Columns.required("x", Kind.STRING), Columns.required("y", Kind.BOOLEAN)));
        RowBatch rows = new TestRecords("t", 0).add("").add("").rows(schema, (row, index) -> {
            row.setBytes(0, new byte[] {'a'}, 0, index);
            row.setBoolean(1, index == 1);
        });
        assertThat(duck.query(encode(FileFormat.PARQUET, schema, List.of(rows)), "select x, y from read_parquet(FILE)"))
                .containsExactly(List.of("", "false"), List.of("a", "true"));
    }

    @Test
    void manyPagesAndRowGroupsHoldTheRowsInOrder() throws IOException, SQLException {
        Schema schema = new Schema(List.of(
                Columns.nullable("n", Kind.INT64),
                Columns.nullable("odd", Kind.BOOLEAN),
                Columns.nullable("text", Kind.STRING)));
        List<RowBatch> batches = new ArrayList<>();
        byte[] text = TestRecords.utf8("0123456789".repeat(40));
        for (int batch = 0; batch < 40; batch++) {
            int first = batch * 500;
            TestRecords records = new TestRecords("t", batch % 3);
            for (int i = 0; i < 500; i++) {
                records.add("");
            }
            batches.add(records.rows(schema, (row, index) -> {
                int n = first + index;
                row.setLong(0, n);
                if (n % 5 > 0) {
                    row.setBoolean(1, n % 2 == 1);
                }
                if (n % 7 > 0) {
                    row.setBytes(2, text, 0, n % text.length);
                }
            }));
        }
        ParquetEncoder encoder = new ParquetEncoder(FileCompression.ZSTD, Clock.systemUTC(), 7_000);
        EncodedFile file = encoder.encode(batches, TableLayout.Columns.asTheyAre(schema));
        assertThat(duck.value(file, "select count(distinct row_group_id) from parquet_metadata(FILE)"))
                .isEqualTo("3");
        List<List<@Nullable String>> rows = duck.query(file, "select n, odd, length(text) from read_parquet(FILE)");
        assertThat(rows).hasSize(20_000);
        for (int n = 0; n < rows.size(); n++) {
            assertThat(rows.get(n))
                    .isEqualTo(Arrays.asList(
                            Integer.toString(n),
                            n % 5 > 0 ? Boolean.toString(n % 2 == 1) : null,
                            n % 7 > 0 ? Integer.toString(n % text.length) : null));
        }
    }

    private ColumnarRowBatch rows() {
        return new TestRecords("t", 0).add("").add("").add("").rows(SCHEMA, (row, index) -> {
            if (index == 0) {
                put(row, List.of(true, Long.MAX_VALUE, -1L, 0.5, 1e-7, -5L), EXPECTED.get(0));
                row.setLong(8, 20_787);
                row.setLong(9, 1_796_026_864_123_456L);
                row.setLong(10, 1_796_026_864_123_456L);
            } else if (index == 1) {
                put(row, List.of(false, Long.MIN_VALUE, 0L, -1.25, 123456.789, 1234567890L), EXPECTED.get(1));
                row.setLong(8, -1);
                row.setLong(9, -1);
                row.setLong(10, -1);
            }
        });
    }

    private static void put(RowAppender row, List<Object> values, List<@Nullable String> expected) {
        row.setBoolean(0, (Boolean) values.get(0));
        row.setLong(1, (Long) values.get(1));
        row.setLong(2, (Long) values.get(2));
        row.setDouble(3, (Double) values.get(3));
        row.setDouble(4, (Double) values.get(4));
        row.setLong(5, (Long) values.get(5));
        for (int wide = 6; wide <= 7; wide++) {
            BigInteger unscaled = new BigDecimal(String.valueOf(expected.get(wide))).unscaledValue();
            row.setBytes(wide, unscaled.toByteArray(), 0, unscaled.toByteArray().length);
        }
        for (int text = 11; text <= 12; text++) {
            byte[] bytes = TestRecords.utf8(String.valueOf(expected.get(text)));
            row.setBytes(text, bytes, 0, bytes.length);
        }
    }

    private static Schema.Field decimal(String name, int precision, int scale) {
        return new Schema.Field(name, new ColumnType(Kind.DECIMAL, precision, scale, List.of()), true);
    }

    private static EncodedFile encode(FileFormat format, Schema schema, List<RowBatch> rows) {
        return FileEncoders.create(format, FileCompression.ZSTD, Clock.systemUTC())
                .encode(rows, TableLayout.Columns.asTheyAre(schema));
    }
}
