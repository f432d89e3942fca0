package org.lakeingest.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.Headers;

/**
 * A letter's headers, and their JSON: a list of {@code {"name": ..., "text": ...}} in order, with {@code base64} in place of
 * {@code text} where bytes are no UTF-8, and with neither where there is no value.
 */
final class LetterHeaders implements Headers {
    private static final JsonFactory JSON = new JsonFactory();

    private final List<DeadLetter.Header> headers;

    LetterHeaders(List<DeadLetter.Header> headers) {
        this.headers = headers;
    }

    static String write(List<DeadLetter.Header> headers) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartArray();
            for (DeadLetter.Header header : headers) {
                json.writeStartObject();
                json.writeStringField("name", header.name());
                byte[] value = header.value();
                if (value != null) {
                    String plain = text(value);
                    json.writeStringField(
                            plain == null ? "base64" : "text",
                            plain == null ? Base64.getEncoder().encodeToString(value) : plain);
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        } catch (IOException e) {
            throw new IllegalStateException("a string takes all that is written to it", e);
        }
        return text.toString();
    }

    private static @Nullable String text(byte[] value) {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString();
            // The lake's JSON takes no NUL.
            return text.indexOf('\0') < 0 ? text : null;
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @throws IllegalArgumentException when it is something else
     */
    static List<DeadLetter.Header> read(String text) {
        List<DeadLetter.Header> headers = new ArrayList<>();
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.START_OBJECT) {
                headers.add(header(json));
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("not the headers of a letter", e);
        }
        return headers;
    }

    private static DeadLetter.Header header(JsonParser json) throws IOException {
        String name = "";
        byte[] value = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "name" -> name = json.getText();
                case "text" -> value = json.getText().getBytes(UTF_8);
                case "base64" -> value = Base64.getDecoder().decode(json.getText());
                default -> throw new IllegalArgumentException("a header of a letter has no " + field);
            }
        }
        return new DeadLetter.Header(name, value);
    }

    @Override
    public int size() {
        return headers.size();
    }

    @Override
    public String name(int index) {
        return headers.get(index).name();
    }

    @Override
    public byte @Nullable [] value(int index) {
        byte[] value = headers.get(index).value();
        return value == null ? null : Arrays.copyOf(value, value.length);
    }

    @Override
    public byte @Nullable [] last(String name) {
        for (int i = headers.size() - 1; i >= 0; i--) {
            if (headers.get(i).name().equals(name)) {
                return value(i);
            }
        }
        return null;
    }
}
