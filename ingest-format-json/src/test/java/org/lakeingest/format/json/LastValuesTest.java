package org.lakeingest.format.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.api.Decoder;
import org.lakeingest.testkit.CollectedRows;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.TestPluginContext;

/** {@code duplicate-names: keep-last} and {@code blank-is-empty}: what flat files of the original tool mean. */
class LastValuesTest {
    private static final String PLAIN = "{ \"kept\" : [1.10, \"\\u0041\"] }";

    private final TestPluginContext context = new TestPluginContext();
    private final Decoder decoder = decoder(Map.of());

    private Decoder decoder(Map<String, String> columns) {
        return Decoders.create(Decoders.config(columns, "duplicate-names: keep-last, blank-is-empty: true"), context);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"a\":2}                              | {\"a\":2}",
                "{\"a\":1,\"b\":1.10,\"a\":{}}                  | {\"a\":{},\"b\":1.10}",
                "[{\"a\":[],\"a\":[1,[2]]},{\"a\":null}]        | [{\"a\":[1,[2]]},{\"a\":null}]",
                "{\"x\":{\"a\":true,\"a\":false},\"y\":{}}      | {\"x\":{\"a\":false},\"y\":{}}",
                "{\"\":1,\"\":123456789012345678901234567890}   | {\"\":123456789012345678901234567890}",
                "{\"\\u0061\":1,\"a\":\"\\\"\\n\\u0000\"}       | {\"a\":\"\\\"\\n\\u0000\"}",
                "{\"é\":1,\"é\":\"😀 \\ud83d\\ude00\"}          | {\"é\":\"😀 😀\"}",
                "{\"a\":{\"b\":1,\"b\":2},\"a\":3}              | {\"a\":3}",
            })
    void keepsTheLastValueOfEachName(String document, String kept) {
        assertThat(valuesOf(PLAIN, document, PLAIN)).containsExactly(PLAIN, kept, PLAIN);
        assertThat(context.metrics().count("repeated.names")).isEqualTo(1);
    }

    @Test
    void readsAsAnotherReaderDoesWhoseLastValueWins() throws IOException {
        ObjectMapper json = new ObjectMapper();
        String document = "{\"k\":{\"a\":1,\"b\":[{\"c\":1,\"c\":[2,3]}],\"a\":{\"d\":-0.5e3}},\"l\":\"x\",\"k2\":[]}";

        assertThat(json.readTree(valuesOf(document).get(0))).isEqualTo(json.readTree(document));
    }

    @Test
    void keepsOtherDocumentsByteForByte() {
        assertThat(valuesOf(PLAIN, "{\"a\":{\"b\":1},\"c\":{\"b\":1}}"))
                .containsExactly(PLAIN, "{\"a\":{\"b\":1},\"c\":{\"b\":1}}");
        assertThat(context.metrics().count("repeated.names")).isZero();
    }

    @Test
    void rewritesVariantsAmongColumns() {
        CollectedRows rows = CollectedRows.decode(
                decoder(Map.of("v", "variant")),
                RecordBatches.ofValues("{\"v\":{\"a\":1,\"a\":[2]}}", "{\"v\":\"x\"}"));

        assertThat(rows.rejects()).isEmpty();
        assertThat(rows.rows().toString()).contains("{\"a\":[2]}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"a\":2",
                "{\"a\":1,\"a\":2} 3",
                "{\"a\":1,\"a\":1e400}",
                "{\"a\":1e400,\"a\":1}",
                "{\"a\":1,\"a\":2,}"
            })
    void stillRejectsWhatIsWrongOtherwise(String document) {
        CollectedRows rows = CollectedRows.decode(decoder, RecordBatches.ofValues(PLAIN, document, PLAIN));

        assertThat(rows.rejects().keySet()).containsExactly(1);
        assertThat(textsOf(rows)).containsExactly(PLAIN, PLAIN);
    }

    @Test
    void takesWhiteSpaceForNothing() {
        CollectedRows rows = CollectedRows.decode(decoder, RecordBatches.ofValues(" \t\n", PLAIN, "\r\n", " "));

        assertThat(rows.rejects()).isEmpty();
        assertThat(textsOf(rows)).containsExactly("null", PLAIN, "null", "null");
    }

    private List<String> valuesOf(String... documents) {
        CollectedRows rows = CollectedRows.decode(decoder, RecordBatches.ofValues(documents));
        assertThat(rows.rejects()).isEmpty();
        return textsOf(rows);
    }

    private static List<String> textsOf(CollectedRows rows) {
        List<String> texts = new ArrayList<>();
        rows.rows()
                .forEach(row -> texts.add(
                        row.get(0) instanceof byte[] bytes
                                ? new String(bytes, StandardCharsets.UTF_8)
                                : String.valueOf(row.get(0))));
        return texts;
    }
}
