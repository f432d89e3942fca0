package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Schema;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.TestPluginContext;

class WholeDocumentTest {
    private final Decoder decoder = Decoders.ofDocuments();

    @Test
    void yieldsOneVariantColumn() {
        CollectedRows rows = decode("{\"a\":1}");

        assertThat(rows.batches().get(0).schema())
                .isEqualTo(
                        new Schema(List.of(new Schema.Field("value", ColumnType.of(ColumnType.Kind.VARIANT), true))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "0",
                "-0",
                "-1.5e+3",
                "1E-400",
                "\"\"",
                "\"text\"",
                "true",
                "false",
                "null",
                "\"\\u0000\"",
                " {\n\t\"a\" : [ 1 , 2.50 ,\r\n null ] }\n",
                "\"\\ud83d\\ude00\"",
                "\"\\\\ud800\"",
                "\"\u00e9\u8d1f\ud83d\ude00\uffff\"",
                "{\"\":{\"\":1},\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1},{\"a\":1}]}",
                "\"\u007f\"",
                "1.7976931348623157e308",
                "12345678901234567890123456789012345678901234567890",
                "\"1e400 \\\" { [\"",
                "0.10000000000000000000000000000000001"
            })
    void keepsTheBytesOfADocument(String document) {
        assertThat(decode(document)).rejectsNothing().containsExactlyRows(row(document));
        assertThat(decode("1", document, "[2]"))
                .rejectsNothing()
                .containsExactlyRows(row("1"), row(document), row("[2]"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "\n\r\t",
                "not json",
                "nul",
                "nulll",
                "True",
                "NaN",
                "-Infinity",
                "{",
                "}",
                "[",
                "]",
                "{\"a\":",
                "{\"a\"",
                "\"abc",
                "\"",
                "[1,]",
                "{\"a\":1,}",
                "[,1]",
                "[1 2]",
                "{\"a\" 1}",
                "{a:1}",
                "{'a':1}",
                "'a'",
                "01",
                "-",
                "+1",
                ".5",
                "5.",
                "1e",
                "0x10",
                "1_0",
                "1 2",
                "{}{}",
                "{} []",
                "\"a\"\"b\"",
                "1\n2",
                "{}x",
                "{} ,",
                "true false",
                "\"a\tb\"",
                "\"a\nb\"",
                "\"a\0b\"",
                "{\"a\nb\":1}",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\\u12G4\"",
                "/* c */ 1",
                "# c\n1",
                "1 // c",
                "\f1",
                "\u00a01",
                "\ufeff{\"a\":1}",
                "\ufeff",
                "\u2028 1",
                "[\"a\",\n4\n,1,",
                "{\"a\":1}]",
                "[}",
                "{]",
                "\0",
                "1\0",
                "{\"a\":true-1}",
                ":",
                ",",
                "\\",
                "{\"a\":\"b\":\"c\"}",
                "\u001e1"
            })
    void rejectsWhatIsNoDocument(String text) {
        assertRejectedAnywhere(text.getBytes(UTF_8), JsonErrorCode.JSON_MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\u00c0\u00af\"",
                "\"\u00ed\u00a0\u0080\"",
                "\"\u00f4\u0090\u0080\u0080\"",
                "\"\u0080\"",
                "\"\u00e4\u00b8\"",
                "\"\u00ff\"",
                "\"\u00e0\u0080\u00af\"",
                "{\"\u00c0\u00af\":1}",
                "\"abcdefghijklmnop\u00fe\"",
                "\"\u00e4\u00b8",
                "\"\u00f0\u008f\u00bf\u00bf\"",
                "[\"\u00f5\u0080\u0080\u0080\"]",
                "\"\u00e4\\n\""
            })
    void rejectsBytesThatAreNotUtf8(String bytes) {
        assertRejectedAnywhere(bytes.getBytes(ISO_8859_1), JsonErrorCode.JSON_MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\\ud800\"",
                "\"\\udc00\"",
                "\"\\ud800x\"",
                "\"\\ud800\\ud800\"",
                "\"\\uDC00\\uD800\"",
                "{\"\\ud800\":1}",
                "\"\\ud83d\\n\"",
                "\"\\ud83d\\u0041\""
            })
    void rejectsHalfOfASurrogatePair(String document) {
        assertRejectedAnywhere(document.getBytes(UTF_8), JsonErrorCode.JSON_LONE_SURROGATE);
    }

    @Test
    void rejectsOtherEncodingsThanUtf8() {
        assertRejectedAnywhere("{\"a\":1}".getBytes(UTF_16LE), JsonErrorCode.JSON_MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2}",
                "[{\"b\":{\"x\":1,\"y\":{},\"x\":1}}]",
                "{\"a\":{\"a\":1},\"a\":2}",
                "{\"a\":1,\"\\u0061\":2}"
            })
    void rejectsANameGivenTwiceInOneObject(String document) {
        assertRejectedAnywhere(document.getBytes(UTF_8), JsonErrorCode.JSON_DUPLICATE_NAME);
    }

    @Test
    void findsANameGivenTwiceAmongMany() {
        StringBuilder object = new StringBuilder("{");
        for (int i = 0; i < 1000; i++) {
            object.append("\"field")
                    .append(i)
                    .append("\":{\"field0\":")
                    .append(i)
                    .append("},");
        }

        assertThat(decode(object + "\"last\":0}")).rejectsNothing().hasRowCount(1);
        assertThat(decode(object + "\"field3\":0}")).rejects(0, JsonErrorCode.JSON_DUPLICATE_NAME);
        assertThat(decode(object + "\"field999\":0}")).rejects(0, JsonErrorCode.JSON_DUPLICATE_NAME);
    }

    @Test
    void allowsANameTwiceWhenTold() {
        Decoder lenient = Decoders.create(Decoders.config(Map.of(), "duplicate-names: allow"), new TestPluginContext());

        assertThat(CollectedRows.decode(lenient, RecordBatches.ofValues("{\"a\":1,\"a\":2}")))
                .rejectsNothing()
                .containsExactlyRows(row("{\"a\":1,\"a\":2}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e400",
                "[-1e309]",
                "{\"a\":1.0E+999999999999}",
                "1e99999999999999999999",
                "[1,2,17976931348623157e294]"
            })
    void rejectsNumbersThatTheLakeWouldTurnIntoNull(String document) {
        assertRejectedAnywhere(document.getBytes(UTF_8), JsonErrorCode.JSON_OUT_OF_RANGE);
    }

    @Test
    void measuresNumbersByValueAndNotByLength() {
        String tiny = "0." + "0".repeat(5000) + "1";
        String huge = "1" + "0".repeat(309);

        assertThat(decode(tiny, "9".repeat(308))).rejectsNothing().containsExactlyRows(row(tiny), row("9".repeat(308)));
        assertThat(decode(huge)).rejects(0, JsonErrorCode.JSON_OUT_OF_RANGE);
    }

    @Test
    void takesNestingUpToTheLimitAndRejectsDeeper() {
        String deepest = "[".repeat(126) + "]".repeat(126);
        String deeper = "{\"a\":".repeat(127) + "1" + "}".repeat(127);

        assertThat(decode(deepest, deepest)).rejectsNothing().hasRowCount(2);
        assertRejectedAnywhere(deeper.getBytes(UTF_8), JsonErrorCode.JSON_TOO_DEEP);
        assertRejectedAnywhere("[".repeat(100_000).getBytes(UTF_8), JsonErrorCode.JSON_TOO_DEEP);
    }

    @Test
    void makesARowWithoutValueOfATombstoneAndOfNoBytes() {
        assertThat(decode("1", null, "", "2", null))
                .rejectsNothing()
                .containsExactlyRows(row("1"), row((Object) null), row((Object) null), row("2"), row((Object) null));
        assertThat(decode((String) null)).rejectsNothing().containsExactlyRows(row((Object) null));
    }

    @Test
    void seesThatADocumentEndsWhereItsPayloadEnds() {
        assertThat(decode("[1,", "2]")).rejectsExactly(0, 1).hasRowCount(0);
        assertThat(decode("{\"a\":", "{}", "}")).rejectsExactly(0, 2).containsExactlyRows(row("{}"));
        assertThat(decode("[", "]", "[]")).rejectsExactly(0, 1).containsExactlyRows(row("[]"));
        assertThat(decode("\"a", "b\"")).rejectsExactly(0, 1).hasRowCount(0);
        assertThat(decode("1 2", " ", "3")).rejectsExactly(0, 1).containsExactlyRows(row("3"));
        assertThat(decode(" ", "1 2")).rejectsExactly(0, 1).hasRowCount(0);
        assertThat(decode("1", "2")).rejectsNothing().hasRowCount(2);
        assertThat(decode("-", "1")).rejectsExactly(0).containsExactlyRows(row("1"));
        assertThat(decode("tr", "ue")).rejectsExactly(0, 1).hasRowCount(0);
        assertThat(decode("\"\\", "\"")).rejectsExactly(0, 1).hasRowCount(0);
        assertThat(decode("\"\\ud83d", "\\ude00\"")).rejectsExactly(0, 1).hasRowCount(0);
        assertThat(decode("[1", null, "2]", "3"))
                .rejectsExactly(0, 2)
                .containsExactlyRows(row((Object) null), row("3"));
    }

    @Test
    void keepsDocumentsThatAreLargerThanAnyWindow() {
        String large = "{\"text\":\"" + "x".repeat(3_000_000) + "\"}";

        assertThat(decode("1", large, "2", large + "]", "3"))
                .rejectsExactly(3)
                .containsExactlyRows(row("1"), row(large), row("2"), row("3"));
        assertThat(decode("4")).containsExactlyRows(row("4"));
    }

    @Test
    void keepsOrderOverManyWindowsWithFaultsInBetween() {
        List<String> texts = new ArrayList<>();
        List<Integer> faults = new ArrayList<>();
        List<Object> kept = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            boolean fault = i % 7919 == 5 || i == 19_999;
            String text =
                    fault ? "{\"sequence\":" : "{\"sequence\":" + i + ",\"payload\":\"abcdefghijklmnopqrstuvwxyz\"}";
            texts.add(text);
            if (fault) {
                faults.add(i);
            } else {
                kept.add(text);
            }
        }

        CollectedRows rows = decode(texts.toArray(String[]::new));

        assertThat(rows).rejectsExactly(faults.toArray(Integer[]::new));
        assertThat(rows.rows()).hasSameSizeAs(kept);
        assertThat(rows.rows().stream().map(row -> row.get(0)).toList()).isEqualTo(kept);
    }

    @Test
    void tellsNothingOfTheContent() {
        CollectedRows rows = decode(
                "{\"secret\": hush}", "\"hush\" \"hush\"", "{\"hush\":1,\"hush\":2}", "[1e999]", "\"hush\\ud800\"");

        assertThat(rows).rejectsExactly(0, 1, 2, 3, 4);
        assertThat(rows.rejects().values())
                .allSatisfy(reason -> assertThat(reason)
                        .hasMessageNotContainingAny("hush", "secret", "999")
                        .hasNoCause());
        assertThat(rows.rejects().get(1)).hasMessageContaining("more than one value, the second at byte 7");
    }

    private CollectedRows decode(@Nullable String... texts) {
        return CollectedRows.decode(decoder, RecordBatches.ofValues(texts));
    }

    /** Alone, first, in the middle, last, and twice in a row; and always without harm to its neighbours. */
    private void assertRejectedAnywhere(byte[] bad, JsonErrorCode code) {
        byte[] good = "{\"good\":[1,\"two\"]}".getBytes(UTF_8);
        for (List<byte[]> values : List.of(
                List.of(bad),
                List.of(bad, good, good),
                List.of(good, bad, good),
                List.of(good, good, bad),
                List.of(good, bad, bad, good))) {
            CollectedRows rows = CollectedRows.decode(decoder, RecordBatches.ofValues(values.toArray(byte[][]::new)));
            for (int i = 0; i < values.size(); i++) {
                if (Arrays.equals(values.get(i), bad)) {
                    assertThat(rows).rejects(i, code);
                }
            }
            assertThat(rows).hasRowCount(Collections.frequency(values, good));
        }
    }
}
