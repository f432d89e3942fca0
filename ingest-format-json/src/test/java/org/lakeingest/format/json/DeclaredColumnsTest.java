package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.TestPluginContext;

class DeclaredColumnsTest {
    @Test
    void readsEveryScalarType() {
        Decoder decoder = Decoders.ofColumns("""
                flag: boolean
                id: bigint
                big: uint64
                small: float
                ratio: double
                price: decimal(10, 2)
                wide: decimal(38,3)
                day: date
                at: timestamp
                zoned: timestamp_tz
                name: string
                blob: binary
                doc: variant""".split("[:\n]"));

        CollectedRows rows = decode(decoder, """
                {"flag":true,"id":-9223372036854775808,"big":18446744073709551615,"small":1.5,"ratio":-2.5e-3,"price":12.3,
                 "wide":"12345678901234567890123456789012345.678","day":"2026-11-30","at":"2026-11-30T08:15:00.1234567Z",
                 "zoned":"2026-11-30T08:15:00+01:00","name":"n","blob":"AQID","doc":{"b":[1.10, "x"] }}""");

        assertThat(rows)
                .rejectsNothing()
                .containsExactlyRows(row(
                        true,
                        Long.MIN_VALUE,
                        new BigInteger("18446744073709551615"),
                        1.5f,
                        -2.5e-3,
                        new BigDecimal("12.30"),
                        new BigDecimal("12345678901234567890123456789012345.678"),
                        LocalDate.of(2026, 11, 30),
                        Instant.parse("2026-11-30T08:15:00.123456Z"),
                        Instant.parse("2026-11-30T07:15:00Z"),
                        "n",
                        ByteBuffer.wrap(new byte[] {1, 2, 3}),
                        "{\"b\":[1.10, \"x\"] }"));
    }

    @Test
    void readsFieldsByNameInAnyOrderAndLeavesTheOthersOut() {
        TestPluginContext context = new TestPluginContext();
        Decoder decoder = Decoders.create(
                Decoders.config(Decoders.columns("a", "bigint", "b", "string", "c", "bigint")), context);

        CollectedRows rows = decode(
                decoder,
                "{\"a\":1,\"b\":\"x\",\"c\":3}",
                "{\"c\":6,\"z\":{\"a\":0,\"b\":[{}]},\"a\":4}",
                "{\"y\":1,\"b\":\"\",\"x\":null,\"A\":7}",
                "{}",
                "{\"a\":null,\"\\u0062\":\"escaped name\"}");

        assertThat(rows)
                .rejectsNothing()
                .containsExactlyRows(
                        row(1L, "x", 3L),
                        row(4L, null, 6L),
                        row(null, "", null),
                        row(null, null, null),
                        row(null, "escaped name", null));
        assertThat(context.metrics().count("unknown.fields")).isEqualTo(4);
    }

    @Test
    void readsNestedTypes() {
        Decoder decoder = Decoders.ofColumns(
                "tags",
                "array(string)",
                "counts",
                "map(string, bigint)",
                "point",
                "tuple(x double not null, y double)",
                "lines",
                "array(tuple(sku string, prices array(decimal(6,2)), more variant))");

        CollectedRows rows = decode(decoder, """
                {"tags":["a",null,"b\\n"],"counts":{"x":1,"\\u00e9":null},"point":{"y":2,"x":1},
                 "lines":[{"sku":"s","prices":[1,2.5],"more":[ {} ]},null,{"prices":[]}]}""", "{\"tags\":[],\"counts\":{},\"lines\":[]}", "{\"point\":{\"x\":3}}");

        assertThat(rows)
                .rejectsNothing()
                .containsExactlyRows(
                        row(
                                Arrays.asList("a", null, "b\n"),
                                map("x", 1L, "\u00e9", null),
                                map("x", 1.0, "y", 2.0),
                                Arrays.asList(
                                        map(
                                                "sku",
                                                "s",
                                                "prices",
                                                List.of(new BigDecimal("1.00"), new BigDecimal("2.50")),
                                                "more",
                                                "[ {} ]"),
                                        null,
                                        map("sku", null, "prices", List.of(), "more", null))),
                        row(List.of(), Map.of(), null, List.of()),
                        row(null, null, map("x", 3.0, "y", null), null));
    }

    @ParameterizedTest
    @CsvSource({"seconds, 1", "millis, 1000", "micros, 1000000"})
    void readsIntegersAsTimesInTheConfiguredUnit(String unit, long perSecond) {
        Decoder decoder = Decoders.create(
                Decoders.config(Decoders.columns("at", "timestamp"), "epoch-unit: " + unit), new TestPluginContext());

        assertThat(decode(
                        decoder,
                        "{\"at\":" + 1_700_000_000 * perSecond + "}",
                        "{\"at\":\"2026-11-30T00:00:00Z\"}",
                        "{\"at\":-1}"))
                .rejectsNothing()
                .containsExactlyRows(
                        row(Instant.ofEpochSecond(1_700_000_000)),
                        row(Instant.parse("2026-11-30T00:00:00Z")),
                        row(Instant.EPOCH.minusNanos(1_000_000_000 / perSecond)));
        assertThat(decode(
                        decoder,
                        "{\"at\":" + 253_402_300_800L * perSecond + "}",
                        "{\"at\":1.5}",
                        "{\"at\":9223372036854775808}"))
                .rejects(0, JsonErrorCode.JSON_OUT_OF_RANGE)
                .rejects(1, JsonErrorCode.JSON_WRONG_KIND)
                .rejects(2, JsonErrorCode.JSON_OUT_OF_RANGE);
    }

    @Test
    void keepsTheBytesOfVariants() {
        Decoder decoder = Decoders.ofColumns("v", "variant", "w", "variant not null");

        assertThat(decode(
                        decoder,
                        "{\"v\":\"a\\\"\\\\\",\"w\": 1.50 }",
                        "{\"v\":true,\"w\":false}",
                        "{\"w\":null,\"v\":null}",
                        "{\"v\":-0e0,\"w\":{ \"k\" : \"\u8d1f\" }}",
                        "{\"v\":[[ ]],\"w\":\"\"}"))
                .rejectsNothing()
                .containsExactlyRows(
                        row("\"a\\\"\\\\\"", "1.50"),
                        row("true", "false"),
                        row(null, "null"),
                        row("-0e0", "{ \"k\" : \"\u8d1f\" }"),
                        row("[[ ]]", "\"\""));
    }

    @Test
    void refusesNullAndNothingWhereAValueIsRequired() {
        Decoder decoder = Decoders.ofColumns(
                "a", "bigint not null", "b", "array(string not null)", "c", "tuple(d string not null)");

        CollectedRows rows = decode(
                decoder,
                "{\"a\":null}",
                "{}",
                null,
                "",
                "{\"a\":1,\"b\":[null]}",
                "{\"a\":1,\"c\":{}}",
                "{\"a\":1,\"c\":{\"d\":null}}",
                "{\"a\":2}");

        assertThat(rows).rejectsExactly(0, 1, 2, 3, 4, 5, 6).containsExactlyRows(row(2L, null, null));
        assertThat(rows.rejects().values())
                .allSatisfy(reason -> assertThat(reason.code()).isEqualTo(JsonErrorCode.JSON_REQUIRED));
        assertThat(rows.rejects().get(4)).hasMessageContaining("'b[]'");
        assertThat(rows.rejects().get(5)).hasMessageContaining("'c.d'");
    }

    @Test
    void makesARowOfNullsOfATombstone() {
        assertThat(decode(Decoders.ofColumns("a", "bigint"), null, "", "{\"a\":1}"))
                .rejectsNothing()
                .containsExactlyRows(row((Object) null), row((Object) null), row(1L));
    }

    @Test
    void rejectsAFieldGivenTwice() {
        Decoder decoder = Decoders.ofColumns("a", "bigint", "m", "map(string, bigint)", "v", "variant");

        assertThat(decode(
                        decoder,
                        "{\"a\":1,\"a\":2}",
                        "{\"m\":{\"k\":1,\"k\":2}}",
                        "{\"v\":{\"k\":1,\"k\":2}}",
                        "{\"x\":1,\"x\":2}",
                        "{\"a\":3}"))
                .rejects(0, JsonErrorCode.JSON_DUPLICATE_NAME)
                .rejects(1, JsonErrorCode.JSON_DUPLICATE_NAME)
                .rejects(2, JsonErrorCode.JSON_DUPLICATE_NAME)
                .containsExactlyRows(row(null, null, null), row(3L, null, null));
    }

    @Test
    void rejectsUnknownFieldsWhenTold() {
        Decoder decoder = Decoders.create(
                Decoders.config(Decoders.columns("a", "tuple(b bigint)"), "unknown-fields: reject"),
                new TestPluginContext());

        CollectedRows rows = decode(decoder, "{\"a\":{\"b\":1}}", "{\"secret\":1}", "{\"a\":{\"c\":1}}");

        assertThat(rows)
                .containsExactlyRows(row(Map.of("b", 1L)))
                .rejects(1, JsonErrorCode.JSON_UNKNOWN_FIELD)
                .rejects(2, JsonErrorCode.JSON_UNKNOWN_FIELD);
        assertThat(rows.rejects().get(1)).hasMessageNotContaining("secret");
    }

    @Test
    void goesOnBehindBrokenRecordsAndBehindRecordsThatDoNotFit() {
        Decoder decoder = Decoders.ofColumns("a", "bigint", "b", "array(string)");

        CollectedRows rows = decode(
                decoder,
                "{\"a\":1,\"b\":[\"x\"]}",
                "{\"b\":[\"y\",1,{\"deep\":[1,2]}],\"a\":1}",
                "{\"a\":2,\"b\":[\"z\"",
                "[]",
                "5",
                "{\"a\":3,\"b\":[\"unclosed",
                "\"}",
                "{\"b\":[\"\\ud800\"]}",
                "{\"a\":4}");

        assertThat(rows).rejectsExactly(1, 2, 3, 4, 5, 6, 7).containsExactlyRows(row(1L, List.of("x")), row(4L, null));
        assertThat(rows)
                .rejects(1, JsonErrorCode.JSON_WRONG_KIND)
                .rejects(2, JsonErrorCode.JSON_MALFORMED)
                .rejects(3, JsonErrorCode.JSON_WRONG_KIND)
                .rejects(5, JsonErrorCode.JSON_MALFORMED)
                .rejects(7, JsonErrorCode.JSON_LONE_SURROGATE);
    }

    private static CollectedRows decode(Decoder decoder, @Nullable String... texts) {
        return CollectedRows.decode(decoder, RecordBatches.ofValues(texts));
    }

    private static Map<String, @Nullable Object> map(@Nullable Object... namesAndValues) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
        }
        return Collections.unmodifiableMap(map);
    }
}
