package org.lakeingest.app.mock;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;

/**
 * What is repeated. Immutable.
 *
 * @param data the value's bytes; not to be changed
 * @param key the key's bytes; not to be changed
 * @param millis since the epoch, -1 without a time
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, and copied for nobody
record MockMessage(byte[] data, byte[] key, int partition, long offset, long millis) {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final int MOST_BYTES = 1 << 20;

    /**
     * Reads the object; names match without regard to case, others are ignored.
     *
     * @throws IllegalArgumentException with one line that starts with the option's name
     */
    static MockMessage parse(String text) {
        JsonNode root = tree(text);
        String data = "";
        String key = "";
        long partition = 0;
        long offset = 0;
        long millis = -1;
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            JsonNode value = field.getValue();
            switch (field.getKey().toLowerCase(Locale.ROOT)) {
                case "data" -> data = text("Data", value);
                case "key" -> key = text("Key", value);
                case "partition" -> partition = number("Partition", value, Integer.MAX_VALUE);
                case "dataoffset" -> offset = number("DataOffset", value, Long.MAX_VALUE / 2);
                case "createtime" -> millis = time(text("CreateTime", value));
                default -> {}
            }
        }
        if (data.length() > MOST_BYTES) {
            throw new IllegalArgumentException("message must be below 1 MB");
        }
        return new MockMessage(
                data.getBytes(StandardCharsets.UTF_8),
                key.getBytes(StandardCharsets.UTF_8),
                (int) partition,
                offset,
                millis);
    }

    private static JsonNode tree(String text) {
        try {
            JsonNode root = MAPPER.readTree(text);
            if (root != null && root.isObject()) {
                return root;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("message must be a JSON object, and is no valid JSON", e);
        }
        throw new IllegalArgumentException("message must be a JSON object such as {\"Data\": \"{\\\"a\\\":1}\"}");
    }

    private static String text(String name, JsonNode value) {
        if (!value.isTextual()) {
            throw new IllegalArgumentException("message has a field " + name + " that is no text");
        }
        return value.textValue();
    }

    private static long number(String name, JsonNode value, long most) {
        if (!value.canConvertToLong()
                || !value.isIntegralNumber()
                || value.longValue() < 0
                || value.longValue() > most) {
            throw new IllegalArgumentException("message has a field " + name + " that is no number of 0 or more");
        }
        return value.longValue();
    }

    private static long time(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeParseException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "message has a field CreateTime that is no time such as 2026-11-30T08:15:00Z", e);
        }
    }
}
