package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.format.json.TargetColumnsTest.closed;
import static org.lakeingest.format.json.TargetColumnsTest.closedOf;
import static org.lakeingest.format.json.TargetColumnsTest.decode;
import static org.lakeingest.format.json.TargetColumnsTest.widening;
import static org.lakeingest.testkit.IngestAssertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Schema;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.TestPluginContext;

/** From each kind of value to each type of a target's column: what it becomes, or that it is refused. */
class TargetValuesTest {
    private final TestPluginContext context = new TestPluginContext();

    /** Types, values, what a column that stays as it is makes of them, and what one that widens does. */
    @ParameterizedTest(name = "{0} {1}")
    @CsvFileSource(resources = "target-values.csv", delimiter = '|', quoteCharacter = '~', maxCharsPerColumn = 1000)
    void readsEachValueAsTheColumnsType(String type, String value, String closed, String widening) {
        check(decode(inferring(""), closed("v", type), "{\"v\":" + value + "}"), type, closed);
        check(decode(inferring(""), widening("v", type), "{\"v\":" + value + "}"), type, widening);
    }

    private static void check(CollectedRows rows, String type, String expected) {
        if (expected.startsWith("JSON_")) {
            assertThat(rows).hasRowCount(0).rejects(0, JsonErrorCode.valueOf(expected));
            assertThat(rows.rejects().get(0)).hasMessageContaining("'v");
            return;
        }
        assertThat(rows).rejectsNothing().hasRowCount(1);
        boolean widened = expected.startsWith("variant ");
        assertThat(rows.batches().get(0).schema().fields().get(0).type().kind() == Kind.VARIANT)
                .isEqualTo(widened || type.equals("variant"));
        assertThat(String.valueOf(rows.rows().get(0).get(0)))
                .isEqualTo(widened ? expected.substring("variant ".length()) : expected);
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "auto, 99999999999, 5138-11-16T09:46:39Z",
                "auto, -99999999999, -1199-02-15T14:13:21Z",
                "auto, 1700000000, 2023-11-14T22:13:20Z",
                "auto, 100000000000, 1973-03-03T09:46:40Z",
                "auto, 1700000000123, 2023-11-14T22:13:20.123Z",
                "auto, 100000000000000, 1973-03-03T09:46:40Z",
                "auto, 1700000000123456, 2023-11-14T22:13:20.123456Z",
                "auto, 100000000000000000, 1973-03-03T09:46:40Z",
                "auto, 1700000000123456789, 2023-11-14T22:13:20.123456Z",
                "auto, 9223372036854775807, 2262-04-11T23:47:16.854775Z",
                "auto, 0, 1970-01-01T00:00:00Z",
                "millis, 5, 1970-01-01T00:00:00.005Z",
                "nanos, -1, 1969-12-31T23:59:59.999999Z",
                "nanos, -9223372036854775808, 1677-09-21T00:12:43.145224Z"
            })
    void readsIntegersAsTimes(String unit, String value, String expected) {
        CollectedRows rows =
                decode(inferring("epoch-unit: " + unit), closed("v", "timestamp"), "{\"v\":" + value + "}");

        if (expected.startsWith("-")) {
            assertThat(rows).rejects(0, JsonErrorCode.JSON_OUT_OF_RANGE);
        } else {
            assertThat(rows).rejectsNothing();
            assertThat(rows.rows().get(0).get(0)).hasToString(expected);
        }
    }

    @Test
    void countsTimesThatWereFinerThanAMicrosecond() {
        CollectedRows rows = decode(
                inferring(""),
                closed("v", "timestamp"),
                "{\"v\":\"2026-11-30T08:15:00.123456789Z\"}",
                "{\"v\":1700000000123456789}",
                "{\"v\":\"2026-11-30T08:15:00.123456000Z\"}",
                "{\"v\":1700000000123456000}",
                "{\"v\":\"2026-11-30\"}");

        assertThat(rows).rejectsNothing();
        assertThat(context.metrics().count("timestamps.cut")).isEqualTo(2);
    }

    @Test
    void refusesMapsWhoseKeysAreNoStrings() {
        ColumnType type = ColumnType.map(
                new Schema.Field("key", ColumnType.of(Kind.INT64), false),
                new Schema.Field("value", ColumnType.of(Kind.STRING), true));

        CollectedRows rows = decode(inferring(""), closedOf(type), "{\"v\":{\"1\":\"x\"}}", "{\"v\":null}");

        assertThat(rows).hasRowCount(1).rejects(0, JsonErrorCode.JSON_WRONG_KIND);
    }

    @Test
    void findsFieldsOfTuplesInLowerCaseAndLeavesOthersOutWhenTold() {
        CollectedRows rows = decode(
                inferring("unknown-fields: ignore"),
                closed("v", "tuple(a bigint, b array(tuple(c string)))"),
                "{\"v\":{\"A\":\"1\",\"z\":0,\"b\":[{\"C\":2},{},null]}}");

        assertThat(rows).rejectsNothing();
        assertThat(rows.rows().get(0)).hasToString("[{a=1, b=[{c=2}, {c=null}, null]}]");
        assertThat(context.metrics().count("unknown.fields")).isEqualTo(1);
    }

    @Test
    void refusesNullWhereTheTargetTakesNone() {
        CollectedRows rows = decode(
                inferring(""),
                widening("n", "bigint not null", "v", "variant not null"),
                "{\"n\":null,\"v\":1}",
                "{\"n\":1,\"v\":null}",
                "{\"n\":1}");

        assertThat(rows).rejectsExactly(0, 2).rejects(0, JsonErrorCode.JSON_REQUIRED);
        assertThat(rows.rows()).isEqualTo(List.of(List.of(1L, "null")));
    }

    private Decoder inferring(String options) {
        return Decoders.inferring(Map.of(), options, context);
    }
}
