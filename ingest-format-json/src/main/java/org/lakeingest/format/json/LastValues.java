package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a value anew in which an object gives a name twice: with each name once, and its last value. Numbers keep their digits;
 * escapes and white space do not stay as they were. It makes objects per value, for values that are rare. Confined to one thread.
 */
final class LastValues {
    private static final Logger LOG = LoggerFactory.getLogger(LastValues.class);

    private final JsonStringEncoder quoting = JsonStringEncoder.getInstance();
    private final PayloadWindow window;
    private final JsonFactory parsers;
    private final BatchCount count;
    private boolean warned;

    LastValues(PayloadWindow window, JsonFactory parsers, BatchCount count) {
        this.window = window;
        this.parsers = parsers;
        this.count = count;
    }

    /** The value that lies there in the window; it was read before and is known to be JSON. The first time warns. */
    byte[] of(int start, int end) throws IOException {
        count.one();
        if (!warned) {
            warned = true;
            LOG.warn(
                    "a value gives a name twice in one object; the last one is kept, as the option duplicate-names says, and"
                            + " such values are counted as repeated names; correct the producer");
        }
        try (JsonParser parser = parsers.createParser(window.bytes(), start, end - start)) {
            parser.nextToken();
            return value(parser);
        }
    }

    private byte[] value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> array(parser);
            case VALUE_STRING -> quoted(parser.getText());
            default -> parser.getText().getBytes(StandardCharsets.UTF_8);
        };
    }

    private byte[] object(JsonParser parser) throws IOException {
        Map<String, byte[]> values = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            values.put(name, value(parser));
        }
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        char separator = '{';
        for (Map.Entry<String, byte[]> entry : values.entrySet()) {
            text.write(separator);
            text.writeBytes(quoted(entry.getKey()));
            text.write(':');
            text.writeBytes(entry.getValue());
            separator = ',';
        }
        if (values.isEmpty()) {
            text.write('{');
        }
        text.write('}');
        return text.toByteArray();
    }

    private byte[] array(JsonParser parser) throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        char separator = '[';
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            text.write(separator);
            text.writeBytes(value(parser));
            separator = ',';
        }
        if (separator == '[') {
            text.write('[');
        }
        text.write(']');
        return text.toByteArray();
    }

    private byte[] quoted(String string) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.write('"');
        text.writeBytes(quoting.quoteAsUTF8(string));
        text.write('"');
        return text.toByteArray();
    }
}
