package org.lakeingest.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.lakeingest.lake.ColumnTables.field;
import static org.lakeingest.lake.ColumnTables.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;
import org.lakeingest.lake.encode.FileFormat;

/** From a value in a row to what SELECT shows: every kind in every column that takes it, and what is refused instead of changed. */
class LakeConversionsTest {
    @RegisterExtension
    static final TestLake lake = new TestLake();

    private static final AtomicInteger TABLES = new AtomicInteger();
    private static final String NINES = "9".repeat(76);
    private static final ColumnType INT = ColumnType.of(Kind.INT64);
    private static final ColumnType TEXT = ColumnType.of(Kind.STRING);
    private static final ColumnType INTS = ColumnType.list(field("element", INT));
    private static final ColumnType PAIR = ColumnType.struct(List.of(field("b", TEXT), field("a", INT)));

    private static ColumnTables table(FileFormat format, String definition) {
        ColumnTables tables = new ColumnTables(lake, "conv" + TABLES.incrementAndGet(), Evolve.NONE);
        tables.fixture.format = format;
        tables.sql("CREATE TABLE (" + definition + ")");
        return tables;
    }

    private static Stream<Arguments> numbers() {
        return Stream.of(
                kept(Kind.INT64, Long.MIN_VALUE, "BIGINT", "-9223372036854775808"),
                kept(Kind.INT64, 127, "TINYINT", "127"),
                kept(Kind.INT64, 4294967295L, "INT UNSIGNED", "4294967295"),
                kept(Kind.INT64, 12, "VARCHAR", "12"),
                kept(Kind.INT64, 12, "VARIANT", "12"),
                kept(Kind.INT64, 12, "DOUBLE", "12.0"),
                kept(Kind.INT64, 12, "DECIMAL(10, 2)", "12.00"),
                kept(Kind.UINT64, new BigInteger("18446744073709551615"), "BIGINT UNSIGNED", "18446744073709551615"),
                kept(Kind.UINT64, new BigInteger("18446744073709551615"), "VARCHAR", "18446744073709551615"),
                kept(Kind.UINT64, new BigInteger("18446744073709551615"), "VARIANT", "18446744073709551615"),
                kept(Kind.FLOAT64, 0.1, "DOUBLE", "0.1"),
                kept(Kind.FLOAT64, 0.5, "FLOAT", "0.5"),
                kept(Kind.FLOAT64, 3.0, "INT", "3"),
                kept(Kind.FLOAT64, 0.29, "DECIMAL(10, 2)", "0.29"),
                kept(Kind.FLOAT64, 0.1, "VARIANT", "0.1"),
                kept(Kind.FLOAT64, 0.1, "VARCHAR", "0.1"),
                kept(ColumnType.decimal(38, 4), new BigDecimal("1.0500"), "DECIMAL(10, 2)", "1.05"),
                kept(ColumnType.decimal(10, 2), new BigDecimal("1.05"), "VARCHAR", "1.05"),
                kept(ColumnType.decimal(76, 0), new BigDecimal(NINES), "VARCHAR", NINES));
    }

    static Stream<Arguments> kept() {
        return Stream.concat(numbers(), others());
    }

    private static Stream<Arguments> others() {
        Instant instant = Instant.parse("2026-11-30T10:00:00.123456Z");
        return Stream.of(
                kept(Kind.BOOLEAN, true, "VARIANT", "true"),
                kept(Kind.BOOLEAN, true, "VARCHAR", "true"),
                kept(Kind.STRING, "it's \"q\" \u0000 ä😀", "VARCHAR", "it's \"q\" \u0000 ä😀"),
                kept(Kind.VARIANT, "\"text\"", "VARCHAR", "text"),
                kept(Kind.VARIANT, "\"\"", "VARCHAR", ""),
                kept(Kind.VARIANT, "\"a \\\"q\\\" \\u00e9\\n\"", "VARCHAR", "a \"q\" é\n"),
                kept(Kind.VARIANT, "12", "VARCHAR", "12"),
                kept(Kind.VARIANT, "{\"a\":\"b\"}", "VARCHAR", "{\"a\":\"b\"}"),
                kept(Kind.STRING, "12", "VARIANT", "\"12\""),
                kept(Kind.STRING, "{\"a\":1}", "VARIANT", "\"{\\\"a\\\":1}\""),
                kept(Kind.STRING, "12", "BIGINT", "12"),
                kept(Kind.STRING, "1.05", "DECIMAL(10, 2)", "1.05"),
                kept(Kind.STRING, "1e3", "DOUBLE", "1000.0"),
                kept(Kind.STRING, "2026-11-30", "DATE", "2026-11-30"),
                kept(Kind.DATE, LocalDate.parse("2026-11-30"), "DATE", "2026-11-30"),
                kept(Kind.DATE, LocalDate.parse("2026-11-30"), "TIMESTAMP", "2026-11-30 00:00:00.000000"),
                kept(Kind.DATE, LocalDate.parse("2026-11-30"), "VARIANT", "\"2026-11-30\""),
                kept(Kind.TIMESTAMP_MICROS, instant, "TIMESTAMP", "2026-11-30 10:00:00.123456"),
                kept(Kind.TIMESTAMP_MICROS, instant, "VARCHAR", "2026-11-30T10:00:00.123456Z"),
                kept(Kind.TIMESTAMP_MICROS, instant, "VARIANT", "\"2026-11-30T10:00:00.123456Z\""),
                kept(Kind.TIMESTAMP_TZ_MICROS, instant, "TIMESTAMP", "2026-11-30 10:00:00.123456"),
                kept(INTS, Arrays.asList(1, null), "ARRAY(INT)", "[1,NULL]"),
                kept(INTS, List.of(), "ARRAY(INT)", "[]"),
                kept(INTS, Arrays.asList(1, null), "VARIANT", "[1,null]"),
                kept(INTS, Arrays.asList(1, 2), "ARRAY(VARCHAR)", "[\"1\",\"2\"]"),
                kept(INTS, Arrays.asList(1, null), "VARCHAR", "[1,null]"),
                kept(ColumnType.map(required("k", TEXT), field("v", INT)), Map.of("a", 1), "VARIANT", "{\"a\":1}"),
                kept(ColumnType.struct(List.of(field("a", TEXT))), Map.of("a", "x"), "VARIANT", "{\"a\":\"x\"}"),
                kept(PAIR, pair("x", 1), "TUPLE(a INT, b STRING)", "(1,\"x\")"),
                kept(PAIR, pair("x", 1), "TUPLE(c INT NULL, b STRING, a INT)", "(NULL,\"x\",1)"));
    }

    private static Schema.Field required(String name, ColumnType type) {
        return new Schema.Field(name, type, false);
    }

    private static Map<String, Object> pair(String b, int a) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put("b", b);
        pair.put("a", a);
        return pair;
    }

    private static Arguments kept(Kind kind, Object value, String column, String shown) {
        return kept(ColumnType.of(kind), value, column, shown);
    }

    private static Arguments kept(ColumnType type, Object value, String column, String shown) {
        return Arguments.of(type, value, column, shown);
    }

    @ParameterizedTest(name = "{0} {1} into {2}")
    @MethodSource("kept")
    void aValueIsKeptInEitherFormat(ColumnType type, Object value, String column, String shown) {
        for (FileFormat format : FileFormat.values()) {
            try (ColumnTables tables = table(format, "x " + column)) {
                tables.write(schema(field("x", type)), value);
                tables.write(schema(field("x", type)), (Object) null);

                assertThat(tables.value("count(*)")).isEqualTo("2");
                assertThat(shown(tables)).isEqualTo(shown);
            }
        }
    }

    private static String shown(ColumnTables tables) {
        return String.valueOf(tables.select("x").stream()
                .map(row -> row.get(0))
                .filter(cell -> cell != null)
                .findFirst()
                .orElse("nothing"));
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                Arguments.of(INT, 128, "TINYINT", "beyond the column's type"),
                Arguments.of(INT, -1, "INT UNSIGNED", "beyond the column's type"),
                Arguments.of(INT, 9007199254740993L, "DOUBLE", "more digits than the column keeps"),
                Arguments.of(INT, 1000, "DECIMAL(4, 2)", "beyond the column's type"),
                Arguments.of(ColumnType.of(Kind.FLOAT64), 1.5, "INT", "more decimal places"),
                Arguments.of(ColumnType.of(Kind.FLOAT64), Double.NaN, "INT", "no number"),
                Arguments.of(ColumnType.of(Kind.FLOAT64), 1e39, "FLOAT", "beyond the column's type"),
                Arguments.of(
                        ColumnType.decimal(10, 4), new BigDecimal("1.0051"), "DECIMAL(10, 2)", "more decimal places"),
                Arguments.of(TEXT, "1.005", "DECIMAL(10, 2)", "more decimal places"),
                Arguments.of(TEXT, "twelve", "BIGINT", "no number"),
                Arguments.of(TEXT, "1e999999999", "BIGINT", "beyond the column's type"));
    }

    @ParameterizedTest(name = "{0} {1} into {2}")
    @MethodSource("refused")
    void aValueThatWouldBeChangedIsRefusedWithItsOffset(ColumnType type, Object value, String column, String reason) {
        try (ColumnTables tables = table(FileFormat.PARQUET, "x " + column)) {
            IngestException failure = tables.attempt(tables.batch(schema(field("x", type)), value));

            assertThat(failure).isNotNull();
            assertThat(failure.code().kind()).isEqualTo(ErrorKind.RECORD);
            assertThat(failure).hasMessageContaining("offset 0").hasMessageContaining("column x holds");
            assertThat(failure).hasMessageContaining(reason);
        }
    }

    @Test
    void typesWithoutAWayToEachOtherAreNamed() {
        try (ColumnTables tables = table(FileFormat.PARQUET, "a DATE, b ARRAY(INT), c BINARY, d TUPLE(a INT)")) {
            IngestException failure = tables.attempt(tables.batch(
                    schema(field("a", INT), field("b", TEXT), field("c", TEXT), field("d", PAIR)),
                    1,
                    "x",
                    "y",
                    pair("x", 1)));

            assertThat(failure).isNotNull();
            assertThat(failure.code()).isEqualTo(LakeErrorCode.LAKE_TABLE_UNFIT);
            assertThat(failure)
                    .hasMessageContaining("a is DATE, which takes no BIGINT")
                    .hasMessageContaining("which takes no STRING")
                    .hasMessageContaining("which has no field b");
        }
    }

    @Test
    void momentsBeyondTheLakesYearsAreRefusedAndTheLastOnesAreKept() {
        ColumnType micros = ColumnType.of(Kind.TIMESTAMP_MICROS);
        try (ColumnTables tables = table(FileFormat.PARQUET, "x TIMESTAMP")) {
            tables.write(schema(field("x", micros)), Instant.parse("9999-12-31T23:59:59.999999Z"));
            IngestException failure =
                    tables.attempt(tables.batch(schema(field("x", micros)), Instant.parse("+10000-01-01T00:00:00Z")));

            assertThat(tables.value("x")).isEqualTo("9999-12-31 23:59:59.999999");
            assertThat(failure).isNotNull().hasMessageContaining("outside of the years 1 to 9999");
        }
    }

    @Test
    void bytesAreKeptInParquetAndRefusedAtTheStartInNdjson() {
        ColumnType bytes = ColumnType.of(Kind.BINARY);
        try (ColumnTables tables = table(FileFormat.PARQUET, "x BINARY, y VARCHAR, z VARIANT")) {
            byte[] value = {0, (byte) 0xff, 7};
            tables.write(schema(field("x", bytes), field("y", bytes), field("z", bytes)), value, value, value);
            assertThat(tables.select("lower(hex(x)), y, z").get(0)).containsExactly("00ff07", "AP8H", "\"AP8H\"");
        }
        try (ColumnTables tables = table(FileFormat.NDJSON, "x BINARY")) {
            assertThat(catchThrowable(tables.fixture::open))
                    .hasMessageContaining("x is BINARY")
                    .hasMessageContaining("file-format: parquet");
        }
    }

    @Test
    void whatIsNoNumberIsKeptInParquet() {
        ColumnType type = ColumnType.of(Kind.FLOAT64);
        try (ColumnTables tables = table(FileFormat.PARQUET, "x DOUBLE, y VARIANT, z VARCHAR")) {
            Schema schema = schema(field("x", type), field("y", type), field("z", type));
            tables.write(schema, Double.NaN, Double.NaN, Double.NaN);

            assertThat(tables.select("x, y, z").get(0)).containsExactly("NaN", "\"NaN\"", "NaN");
        }
    }

    @Test
    void deepAndLargeDocumentsComeThroughParquetWhole() {
        String deep = "[".repeat(500) + "1" + "]".repeat(500);
        String large = "x".repeat(16 << 20);
        try (ColumnTables tables = table(FileFormat.PARQUET, "x VARIANT, y VARIANT")) {
            tables.write(
                    schema(field("x", Kind.VARIANT), field("y", Kind.VARIANT)), deep, "{\"text\":\"" + large + "\"}");

            // As text of the lake's own making: a server in front of the engine may not print a VARIANT this deep.
            assertThat(tables.value("x::STRING")).isEqualTo(deep);
            assertThat(tables.value("length(y['text']::STRING)")).isEqualTo(String.valueOf(16 << 20));
        }
    }

    @Test
    void missingIsTheDefaultAndNullIsNull() {
        try (ColumnTables tables =
                table(FileFormat.PARQUET, "id INT, a INT DEFAULT 7, b INT NOT NULL DEFAULT 8, c INT")) {
            tables.write(schema(field("id", INT)), 1);
            tables.write(schema(field("id", INT), field("a", INT)), 2, null);
            IngestException failure = tables.attempt(tables.batch(schema(field("id", INT), field("b", INT)), 3, null));

            assertThat(tables.select("id, a, b, c"))
                    .containsExactlyInAnyOrder(
                            Arrays.<@Nullable String>asList("1", "7", "8", null),
                            Arrays.<@Nullable String>asList("2", null, "8", null));
            assertThat(failure).isNotNull();
            assertThat(failure.code().kind()).isEqualTo(ErrorKind.RECORD);
        }
    }
}
