package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.TestPluginContext;

/** Columns from values alone: nothing is known of a target. */
class InferredColumnsTest {
    private final Decoder decoder = Decoders.inferring("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "true, false, null | BOOLEAN",
                "1, -9223372036854775808, null | INT64",
                "1, 9223372036854775808 | DECIMAL",
                "99999999999999999999999999999999999999 | DECIMAL",
                "-99999999999999999999999999999999999999 | DECIMAL",
                "100000000000000000000000000000000000000 | VARIANT",
                "1.5 | FLOAT64",
                "1, 1.5, 9007199254740992 | FLOAT64",
                "1.5, 9007199254740993 | VARIANT",
                "9007199254740993, 1.5 | VARIANT",
                "0.1, 1e300, -2.5E-7, 0.8414709848078965 | FLOAT64",
                "0.10000000000000000 | FLOAT64",
                "0.1000000000000000055511 | VARIANT",
                "12345678901234567.5 | VARIANT",
                "1e-400 | VARIANT",
                "1e3 | FLOAT64",
                "18446744073709551616, 1.5 | VARIANT",
                "`a`, `1`, null | STRING",
                "`a`, 1 | VARIANT",
                "true, 1 | VARIANT",
                "true, `true` | VARIANT",
                "{} | VARIANT",
                "[1] | VARIANT",
                "1, {} | VARIANT"
            })
    void infersTheNarrowestTypeThatChangesNoValue(String values, Kind kind) {
        String[] documents = Arrays.stream(values.replace('`', '"').split(", "))
                .map(value -> "{\"v\":" + value + "}")
                .toArray(String[]::new);

        CollectedRows rows = decode(documents);

        assertThat(rows).rejectsNothing();
        assertThat(rows.batches()).hasSize(1);
        assertThat(typeOf(rows.batches().get(0), "v").kind()).isEqualTo(kind);
        assertThat(rows.rowCount()).isEqualTo(documents.length);
    }

    @Test
    void makesAColumnOfEveryFieldInTheOrderOfTheDocuments() {
        CollectedRows rows = decode(
                "{\"id\":1,\"name\":\"x\",\"nothing\":null}",
                "{\"id\":2,\"more\":{\"a\":[1.10]},\"ok\":true}",
                "{}",
                "{\"big\":12345678901234567890,\"ratio\":0.5}");

        assertThat(rows)
                .rejectsNothing()
                .containsExactlyRows(
                        row(1L, "x", null, null, null, null),
                        row(2L, null, "{\"a\":[1.10]}", true, null, null),
                        row(null, null, null, null, null, null),
                        row(null, null, null, null, new BigDecimal("12345678901234567890"), 0.5));
        assertThat(names(rows.batches().get(0))).containsExactly("id", "name", "more", "ok", "big", "ratio");
    }

    @Test
    void growsIntoANewSchemaAndKeepsItForLaterBatches() {
        assertThat(decode("{\"a\":1}", "{\"a\":2}").batches()).hasSize(1);

        CollectedRows rows = decode("{\"a\":3}", "{\"a\":4,\"b\":\"x\"}", "{\"a\":\"y\",\"c\":true}", "{\"a\":5}");
        CollectedRows later = decode("{\"c\":false}", "{\"a\":6}");

        assertThat(rows).rejectsNothing();
        assertThat(rows.batches())
                .extracting(InferredColumnsTest::names)
                .containsExactly(List.of("a"), List.of("a", "b", "c"));
        assertThat(rows)
                .containsExactlyRows(row(3L), row("4", "x", null), row("\"y\"", null, true), row("5", null, null));
        assertThat(later.batches()).hasSize(1);
        assertThat(later.batches().get(0).schema())
                .isSameAs(rows.batches().get(1).schema());
    }

    @Test
    void widensIntegersToDoublesOnlyWhereNoneThatWasReadWouldChange() {
        decode("{\"a\":1,\"b\":9007199254740993}");

        CollectedRows rows = decode("{\"a\":1.5,\"b\":1.5}");

        assertThat(rows).rejectsNothing().containsExactlyRows(row(1.5, "1.5"));
    }

    @Test
    void remembersLargeIntegersOfRowsThatNeededNoScan() {
        decode("{\"a\":1}", "{\"a\":2}");
        decode("{\"a\":9007199254740993}");

        assertThat(decode("{\"a\":1.5}")).rejectsNothing().containsExactlyRows(row("1.5"));
    }

    @Test
    void looksAheadSoThatManyNewFieldsMakeOneSchema() {
        String[] documents = IntStream.range(0, 500)
                .mapToObj(i -> "{\"f" + i + "\":" + i + "}")
                .toArray(String[]::new);

        CollectedRows rows = decode(documents);

        assertThat(rows).rejectsNothing();
        assertThat(rows.batches()).hasSize(1);
        assertThat(rows.batches().get(0).schema().fields()).hasSize(500);
    }

    @Test
    void learnsNothingFromDocumentsThatAreRejected() {
        CollectedRows rows = decode(
                "{\"a\":1}",
                "{\"b\":1,",
                "{\"c\":1} 2",
                "{\"d\":1,\"d\":2}",
                "{\"e\":1,\"E\":2}",
                "{\"f\":{\"x\":1,\"x\":2}}",
                "{\"g\":1e400}",
                "{\"h\":\"\\ud800\"}",
                "[]",
                "{\"a\":2}");

        assertThat(rows)
                .containsExactlyRows(row(1L), row(2L))
                .rejectsExactly(1, 2, 3, 4, 5, 6, 7, 8)
                .rejects(1, JsonErrorCode.JSON_MALFORMED)
                .rejects(2, JsonErrorCode.JSON_MALFORMED)
                .rejects(3, JsonErrorCode.JSON_DUPLICATE_NAME)
                .rejects(4, JsonErrorCode.JSON_DUPLICATE_NAME)
                .rejects(5, JsonErrorCode.JSON_DUPLICATE_NAME)
                .rejects(6, JsonErrorCode.JSON_OUT_OF_RANGE)
                .rejects(7, JsonErrorCode.JSON_LONE_SURROGATE)
                .rejects(8, JsonErrorCode.JSON_WRONG_KIND);
    }

    @Test
    void findsColumnsByExactNameThenByLowerCase() {
        CollectedRows rows =
                decode("{\"OrderId\":1}", "{\"orderid\":2}", "{\"ORDERID\":3}", "{\"orderId\":4,\"ORDERid\":5}");

        assertThat(rows)
                .containsExactlyRows(row(1L), row(2L), row(3L))
                .rejectsExactly(3)
                .rejects(3, JsonErrorCode.JSON_DUPLICATE_NAME);
        assertThat(names(rows.batches().get(0))).containsExactly("orderid");
        assertThat(rows.rejects().get(3)).hasMessageContaining("'orderid'");
    }

    @Test
    void takesOddNames() {
        String longName = "n".repeat(300);
        CollectedRows rows = decode("{\"a.b\":1,\"a b\":2,\"a\\\"b\":3,\"\u8d1f\u8f7d\":4,\"\u00c4\":5,\"select\":6,\""
                + longName + "\":7,\"a\\u0000b\":8,\"_rest\":9}");

        assertThat(rows).rejectsNothing().containsExactlyRows(row(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L));
        assertThat(names(rows.batches().get(0)))
                .containsExactly(
                        "a.b", "a b", "a\"b", "\u8d1f\u8f7d", "\u00e4", "select", longName, "a\u0000b", "_rest");
    }

    @Test
    void refusesAnEmptyNameThatHoldsAValue() {
        assertThat(decode("{\"a\":1,\"\":2}", "{\"a\":1,\"\":null}"))
                .containsExactlyRows(row(1L))
                .rejects(0, JsonErrorCode.JSON_UNKNOWN_FIELD);
        assertThat(CollectedRows.decode(
                        Decoders.inferring("unknown-fields: rest"), RecordBatches.ofValues("{\"a\":1,\"\":2}")))
                .rejectsNothing()
                .containsExactlyRows(row(1L, "{\"\":2}"));
    }

    @Test
    void rejectsDocumentsBeyondTheMostColumns() {
        Decoder small = Decoders.inferring("max-columns: 2");

        CollectedRows rows = CollectedRows.decode(
                small,
                RecordBatches.ofValues(
                        "{\"a\":1}", "{\"b\":1,\"c\":1}", "{\"b\":2}", "{\"c\":1}", "{\"c\":null}", "{\"a\":\"x\"}"));

        assertThat(rows)
                .rejectsExactly(1, 3)
                .rejects(1, JsonErrorCode.JSON_TOO_MANY_COLUMNS)
                .rejects(3, JsonErrorCode.JSON_TOO_MANY_COLUMNS)
                .containsExactlyRows(row("1", null), row(null, 2L), row(null, null), row("\"x\"", null));
    }

    @Test
    void keepsDeclaredTypesAndInfersTheOthers() {
        Decoder mixed = Decoders.inferring(
                Decoders.columns("price", "decimal(10,2)", "at", "timestamp"), "", new TestPluginContext());

        CollectedRows rows = CollectedRows.decode(
                mixed,
                RecordBatches.ofValues(
                        "{\"price\":1.5,\"n\":1}",
                        "{\"price\":\"x\"}",
                        "{\"at\":1700000000000,\"n\":2}",
                        "{\"price\":0.001}"));

        assertThat(rows).rejectsExactly(1, 3).rejects(1, JsonErrorCode.JSON_WRONG_KIND);
        assertThat(rows.rowsOf(0)).isEqualTo(List.of(row(new BigDecimal("1.50"), null, 1L)));
        assertThat(rows.rowsOf(2)).isEqualTo(List.of(row(null, java.time.Instant.ofEpochSecond(1_700_000_000), 2L)));
    }

    @Test
    void keepsARowOfDocumentsWithoutAValueInThePlaceOfTheRest() {
        CollectedRows rows = decode("{}", "{\"a\":null}", null);

        assertThat(rows).rejectsNothing().containsExactlyRows(row((Object) null), row((Object) null), row((Object)
                null));
        assertThat(names(rows.batches().get(0))).containsExactly("_rest");
        assertThat(decode("{\"a\":1}").batches())
                .extracting(InferredColumnsTest::names)
                .containsExactly(List.of("a"));
    }

    @Test
    void readsOnInTheMiddleOfAWindowWhateverComesNext() {
        decode("{\"a\":1}");

        CollectedRows rows = decode(
                "{\"b\":1}", "", "\ufeff{\"b\":1}", null, "{\u0000\"\u0000b", "{\"c\":1}", "5", "{\"d\":\"\u00e9\"}");

        assertThat(rows).rejectsExactly(2, 4, 6);
        assertThat(rows.rowCount()).isEqualTo(5);
        assertThat(rows.rejects().get(4)).hasMessageContaining("byte 2");
    }

    @Test
    void countsNewSchemas() {
        TestPluginContext context = new TestPluginContext();
        Decoder counted = Decoders.inferring(Map.of(), "", context);

        CollectedRows.decode(counted, RecordBatches.ofValues("{\"a\":1}", "{\"b\":1}"));
        CollectedRows.decode(counted, RecordBatches.ofValues("{\"c\":1}"));

        assertThat(context.metrics().count("schemas.grown")).isEqualTo(2);
    }

    private CollectedRows decode(@Nullable String... documents) {
        return CollectedRows.decode(decoder, RecordBatches.ofValues(documents));
    }

    private static List<String> names(RowBatch batch) {
        return batch.schema().fields().stream().map(Schema.Field::name).toList();
    }

    private static ColumnType typeOf(RowBatch batch, String name) {
        return batch.schema().fields().stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElseThrow()
                .type();
    }
}
