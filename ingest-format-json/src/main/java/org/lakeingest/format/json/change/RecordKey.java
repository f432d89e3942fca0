package org.lakeingest.format.json.change;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.format.json.JsonErrorCode;

/**
 * The key of a record as an object: one that it is, with or without the wrapper of a schema, or one made of a single value for
 * the only key column. Reused; confined to one thread.
 */
final class RecordKey {
    private final JsonFactory factory;
    private final List<String> keyFields;
    private byte[] object = new byte[0];
    private int from;
    private int end;

    RecordKey(JsonFactory factory, List<String> keyFields) {
        this.factory = factory;
        this.keyFields = keyFields;
    }

    byte[] bytes() {
        return object;
    }

    int from() {
        return from;
    }

    int end() {
        return end;
    }

    /** Whether it is worth while to read the key of a record for its fields. */
    boolean mayHaveFields(BytesColumn keys, int index) {
        if (keys.isNull(index) || keys.length(index) == 0) {
            return false;
        }
        byte[] array = keys.array(index);
        int at = keys.arrayOffset(index);
        int last = at + keys.length(index) - 1;
        while (at < last && array[at] <= ' ' && array[at] >= 0) {
            at++;
        }
        return array[at] == '{' || keyFields.size() == 1;
    }

    /** Reads the key of a record; returns why it is none, or null. */
    @Nullable
    IngestException read(BytesColumn keys, int index) {
        if (keys.isNull(index) || keys.length(index) == 0) {
            return refused("the record has no key");
        }
        byte[] array = keys.array(index);
        int offset = keys.arrayOffset(index);
        int length = keys.length(index);
        JsonSlice slice = new JsonSlice();
        String single;
        try (JsonParser parser = factory.createParser(array, offset, length)) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.START_OBJECT) {
                single = inObject(parser, offset, slice);
            } else {
                boolean scalar = token != null && token.isScalarValue() && token != JsonToken.VALUE_NULL;
                String text = scalar ? scalar(parser) : null;
                single = scalar && parser.nextToken() == null ? text : null;
            }
        } catch (JsonProcessingException e) {
            single = null;
        } catch (IOException e) {
            throw new UncheckedIOException("reading from an array cannot fail", e);
        }
        if (slice.isThere()) {
            object = array;
            from = slice.from();
            end = slice.end();
            return null;
        }
        return made(single == null ? quoted(new String(array, offset, length, StandardCharsets.UTF_8)) : single);
    }

    /** Takes the object, or what a schema's wrapper holds; returns a single value in such a wrapper. */
    private static @Nullable String inObject(JsonParser parser, int offset, JsonSlice slice) throws IOException {
        int start = JsonSlice.tokenStart(parser, offset);
        JsonSlice payload = new JsonSlice();
        String single = null;
        boolean schema = false;
        int others = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("schema")) {
                schema = true;
                parser.skipChildren();
            } else if (name.equals("payload")) {
                single = value.isScalarValue() && value != JsonToken.VALUE_NULL ? scalar(parser) : null;
                payload.take(parser, offset);
            } else {
                others++;
                parser.skipChildren();
            }
        }
        if (schema && others == 0 && (payload.isThere() || single != null)) {
            slice.copy(payload);
            return single;
        }
        slice.set(start, JsonSlice.tokenStart(parser, offset) + 1);
        return null;
    }

    private static String scalar(JsonParser parser) throws IOException {
        return parser.currentToken() == JsonToken.VALUE_STRING ? quoted(parser.getText()) : parser.getText();
    }

    private static String quoted(String text) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }

    private @Nullable IngestException made(String value) {
        if (keyFields.size() != 1) {
            return refused(
                    "the record's key is a single value, and the option key-fields does not name one column for it");
        }
        object = ("{" + quoted(keyFields.get(0)) + ":" + value + "}").getBytes(StandardCharsets.UTF_8);
        from = 0;
        end = object.length;
        return null;
    }

    private static IngestException refused(String reason) {
        return new IngestException(JsonErrorCode.JSON_CHANGE_KEY, reason);
    }

    /** Names of the fields of the object. */
    List<String> names() {
        List<String> names = new ArrayList<>();
        try (JsonParser parser = factory.createParser(object, from, end - from)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                names.add(parser.currentName());
                parser.nextToken();
                parser.skipChildren();
            }
        } catch (IOException e) {
            return List.of();
        }
        return names;
    }
}
