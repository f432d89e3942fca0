package org.lakeingest.lake.encode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class JsonTextTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Property(tries = 2_000)
    void stringsParseToThemselves(@ForAll String text) throws JsonProcessingException {
        GrowingBytes out = new GrowingBytes(1);
        JsonText.putString(out, text);
        assertThat(JSON.readValue(text(out), String.class)).isEqualTo(replacingLoneSurrogates(text));
    }

    @Property(tries = 2_000)
    void validUtf8ParsesToItself(@ForAll String text) throws JsonProcessingException {
        byte[] bytes = ("x" + text + "y").getBytes(StandardCharsets.UTF_8);
        GrowingBytes out = new GrowingBytes(1);
        assertThat(JsonText.putUtf8(out, bytes, 1, bytes.length - 2)).isTrue();
        assertThat(JSON.readValue(text(out), String.class))
                .isEqualTo(new String(bytes, 1, bytes.length - 2, StandardCharsets.UTF_8));
    }

    @Property(tries = 5_000)
    void agreesWithThePlatformOnWhatIsUtf8(@ForAll("nearlyUtf8") byte[] bytes) {
        GrowingBytes out = new GrowingBytes(1);
        out.put('!');
        boolean valid = JsonText.putUtf8(out, bytes, 0, bytes.length);
        assertThat(valid).isEqualTo(isUtf8(bytes));
        if (!valid) {
            assertThat(text(out)).isEqualTo("!");
        }
    }

    @Property(tries = 500)
    void base64IsThatOfThePlatform(@ForAll byte[] bytes) {
        GrowingBytes out = new GrowingBytes(1);
        JsonText.putBase64(out, bytes, 0, bytes.length);
        assertThat(text(out)).isEqualTo("\"" + Base64.getEncoder().encodeToString(bytes) + "\"");
    }

    @Example
    void everyControlCharacterIsEscaped() throws JsonProcessingException {
        for (int c = 0; c < 0x80; c++) {
            GrowingBytes out = new GrowingBytes(1);
            JsonText.putUtf8(out, new byte[] {(byte) c}, 0, 1);
            assertThat(JSON.readValue(text(out), String.class)).isEqualTo(String.valueOf((char) c));
        }
    }

    /** Sequences of bytes from around the borders that the standard draws. */
    @Provide
    Arbitrary<byte[]> nearlyUtf8() {
        return Arbitraries.of(
                        0x00, 0x22, 0x41, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
                        0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF)
                .map(Integer::byteValue)
                .array(byte[].class)
                .ofMaxSize(6);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    private static String replacingLoneSurrogates(String text) {
        StringBuilder replaced = new StringBuilder();
        text.codePoints().forEach(c -> replaced.appendCodePoint(c >= 0xD800 && c < 0xE000 ? 0xFFFD : c));
        return replaced.toString();
    }

    private static String text(GrowingBytes out) {
        return new String(Arrays.copyOf(out.array(), out.size()), StandardCharsets.UTF_8);
    }
}
