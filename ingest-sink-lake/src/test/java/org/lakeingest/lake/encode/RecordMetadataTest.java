package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

final class RecordMetadataTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Example
    void aPlainRecordNeedsNoHeaders() {
        TestRecords records = new TestRecords("orders", 3);
        records.add(17, 1_796_026_864_123L, TestRecords.utf8("key-17"), null);
        assertThat(text(records))
                .isEqualTo("{\"topic\":\"orders\",\"partition\":3,\"offset\":17,\"key\":\"key-17\","
                        + "\"create_time\":\"2026-11-30T08:21:04.123Z\"}");
    }

    @Example
    void aMissingKeyIsAnEmptyTextAndAMissingTimeIsNull() {
        TestRecords records = new TestRecords("orders", 0).add(0, -1, null, null);
        assertThat(text(records))
                .isEqualTo("{\"topic\":\"orders\",\"partition\":0,\"offset\":0,\"key\":\"\",\"create_time\":null}");
    }

    @Example
    void whatIsNotUtf8IsMarkedAsBase64() {
        byte[] binary = {(byte) 0xff, 0, 1};
        TestRecords records = new TestRecords("orders", 0)
                .add(1, 0, binary, null, new TestRecords.Header("h", binary), new TestRecords.Header("n", null));
        assertThat(text(records))
                .isEqualTo(
                        "{\"topic\":\"orders\",\"partition\":0,\"offset\":1,\"key\":\"/wAB\",\"key_encoding\":\"base64\","
                                + "\"create_time\":\"1970-01-01T00:00:00.000Z\",\"headers\":["
                                + "{\"name\":\"h\",\"value\":\"/wAB\",\"value_encoding\":\"base64\"},"
                                + "{\"name\":\"n\",\"value\":null}]}");
    }

    @Property(tries = 2_000)
    void keyAndHeadersParseToTheSameContent(
            @ForAll("bytes") byte[] key, @ForAll("headers") List<TestRecords.Header> headers, @ForAll String topic)
            throws JsonProcessingException {
        TestRecords records = new TestRecords(topic, 1)
                .add(Long.MAX_VALUE - 1, 0, key, null, headers.toArray(new TestRecords.Header[0]));
        JsonNode parsed = JSON.readTree(text(records));
        assertThat(parsed.get("offset").longValue()).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(decoded(parsed, "key")).isEqualTo(key);
        if (headers.isEmpty()) {
            assertThat(parsed.has("headers")).isFalse();
            return;
        }
        assertThat(parsed.get("headers").size()).isEqualTo(headers.size());
        for (int i = 0; i < headers.size(); i++) {
            JsonNode header = parsed.get("headers").get(i);
            assertThat(header.get("name").textValue()).isEqualTo(headers.get(i).name);
            assertThat(decoded(header, "value")).isEqualTo(headers.get(i).value);
        }
    }

    @Provide
    Arbitrary<byte[]> bytes() {
        Arbitrary<byte[]> texts = Arbitraries.strings().ofMaxLength(20).map(TestRecords::utf8);
        return Arbitraries.oneOf(
                List.of(texts, Arbitraries.bytes().array(byte[].class).ofMaxSize(20)));
    }

    /** Few names, so that they repeat. */
    @Provide
    Arbitrary<List<TestRecords.Header>> headers() {
        Arbitrary<String> names = Arbitraries.of("a", "b", "trace-id", "\"\\\n\u0000", "\u8a9e", "");
        return Combinators.combine(names, bytes().injectNull(0.1))
                .as(TestRecords.Header::new)
                .list()
                .ofMaxSize(5);
    }

    private static byte @Nullable [] decoded(JsonNode node, String field) {
        JsonNode value = node.get(field);
        if (value.isNull()) {
            return null;
        }
        String text = value.textValue();
        if (!node.has(field + "_encoding")) {
            return TestRecords.utf8(text);
        }
        byte[] bytes = Base64.getDecoder().decode(text);
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
        } catch (CharacterCodingException e) {
            return bytes;
        }
        throw new AssertionError("Base64 without need");
    }

    private static String text(TestRecords records) {
        GrowingBytes out = new GrowingBytes(1);
        new RecordMetadata(records.build()).put(out, 0);
        return new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
    }
}
