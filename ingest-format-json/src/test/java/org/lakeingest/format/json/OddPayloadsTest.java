package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.assertThat;
import static org.lakeingest.testkit.IngestAssertions.row;

import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.TestPluginContext;

/** Values that are missing, huge, deep, or not UTF-8. Texts stand for their bytes in ISO 8859-1. */
class OddPayloadsTest {
    private final TestPluginContext context = new TestPluginContext();

    @Test
    void replacesWhatIsNotUtf8WhenTold() {
        CollectedRows rows = decode(
                documents("invalid-utf8: replace"),
                "{\"a\":1}",
                "{\"a\":\"\u00ff\u00c3\u00a9\"}",
                "{\"a\":\"\u00ff",
                "\u00ff",
                "{\"a\":\"\u00ff\\ud800\"}",
                "{\"a\":2}");

        assertThat(rows)
                .rejectsExactly(2, 3, 4)
                .rejects(4, JsonErrorCode.JSON_LONE_SURROGATE)
                .containsExactlyRows(row("{\"a\":1}"), row("{\"a\":\"\ufffd\u00e9\"}"), row("{\"a\":2}"));
        assertThat(context.metrics().count("utf8.repaired")).isEqualTo(4);
    }

    @Test
    void replacesInColumnsAndInFieldNames() {
        Decoder decoder = Decoders.inferring(Map.of(), "invalid-utf8: replace", context);

        CollectedRows rows = decode(decoder, "{\"a\":\"\u00ff\",\"\u00fe\":1}", "{\"a\":\"b\"}");

        assertThat(rows).rejectsNothing();
        assertThat(rows.rowsOf(0)).containsExactly(row("\ufffd", 1L));
    }

    @Test
    void keepsBytesThatAreNoDocumentInBase64WhenTold() {
        String bytes = "\u0000\u00ff\u0080 anything \\ud800";

        CollectedRows rows = decode(documents("invalid-utf8: base64"), "{\"a\":1}", bytes, "no json", "{\"a\":2}");

        String base64 = Base64.getEncoder().encodeToString(bytes.getBytes(ISO_8859_1));
        assertThat(rows)
                .rejectsExactly(2)
                .containsExactlyRows(row("{\"a\":1}"), row("{\"base64\":\"" + base64 + "\"}"), row("{\"a\":2}"));
    }

    @Test
    void leavesTombstonesOutOrRejectsThemWhenTold() {
        for (String columns : new String[] {"infer-columns: true", "infer-columns: false"}) {
            assertThat(decode(documents("tombstones: skip, " + columns), null, "", "{\"a\":1}"))
                    .rejectsNothing()
                    .hasRowCount(1);
            assertThat(decode(documents("tombstones: reject, " + columns), null, "", "{\"a\":1}"))
                    .hasRowCount(1)
                    .rejects(0, JsonErrorCode.JSON_TOMBSTONE)
                    .rejects(1, JsonErrorCode.JSON_TOMBSTONE);
        }
        assertThat(context.metrics().count("tombstones.skipped")).isEqualTo(4);
    }

    @Test
    void infersColumnsOfADocumentOf16Megabytes() {
        String text = "x".repeat(8 << 20);
        String list = "[" + "1,".repeat(4 << 20) + "1]";

        CollectedRows rows =
                decode(Decoders.inferring(""), "{\"n\":1}", "{\"text\":\"" + text + "\",\"list\":" + list + "}");

        assertThat(rows).rejectsNothing();
        assertThat(rows.rowsOf(1)).containsExactly(row(null, text, list));
    }

    @Test
    void infersColumnsOfDeepDocumentsUpToTheLimit() {
        Decoder decoder = Decoders.inferring("max-depth: 500");
        String deep = "[".repeat(499) + "]".repeat(499);

        CollectedRows rows = decode(decoder, "{\"a\":" + deep + "}", "{\"a\":[" + deep + "]}");

        assertThat(rows).containsExactlyRows(row(deep)).rejects(1, JsonErrorCode.JSON_TOO_DEEP);
    }

    @Test
    void keepsNulCharactersInStrings() {
        CollectedRows rows = decode(Decoders.inferring(""), "{\"a\":\"x\\u0000y\",\"b\":[\"\\u0000\"]}");

        assertThat(rows).rejectsNothing().containsExactlyRows(row("x\u0000y", "[\"\\u0000\"]"));
    }

    private Decoder documents(String options) {
        return Decoders.create(Decoders.config(Map.of(), options), context);
    }

    private static CollectedRows decode(Decoder decoder, @Nullable String... payloads) {
        return CollectedRows.decode(
                decoder,
                RecordBatches.ofValues(Arrays.stream(payloads)
                        .map(text -> text == null ? null : text.getBytes(ISO_8859_1))
                        .toArray(byte[][]::new)));
    }
}
