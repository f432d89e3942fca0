package org.lakeingest.format.json.change;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The single values of a record's key, and which of them its value lacks. Reused; confined to one thread. */
final class KeyFields {
    private static final int LONGEST_NUMBER = 100;

    private final JsonFactory factory;
    private final List<String> wanted;
    private final List<String> names = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private final BitSet quoted = new BitSet();
    private final BitSet found = new BitSet();
    private final StringBuilder lacking = new StringBuilder();

    /** With the names that count; empty for all that keys have. */
    KeyFields(JsonFactory factory, List<String> wanted) {
        this.factory = factory;
        this.wanted = wanted;
    }

    /** Takes the fields of a key that was read. */
    void take(RecordKey key) {
        names.clear();
        texts.clear();
        quoted.clear();
        try (JsonParser parser = factory.createParser(key.bytes(), key.from(), key.end() - key.from())) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                boolean single = value.isScalarValue() && value != JsonToken.VALUE_NULL;
                if (single && (wanted.isEmpty() || wanted.contains(name))) {
                    quoted.set(names.size(), value == JsonToken.VALUE_STRING);
                    names.add(name);
                    texts.add(parser.getText());
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            names.clear();
        }
    }

    /**
     * Looks for the fields in an object, no further than it must.
     *
     * @return the name of one that has another value there, or null
     * @throws IOException when the object is no JSON
     */
    @Nullable
    String differing(byte[] array, int from, int end) throws IOException {
        found.clear();
        try (JsonParser parser = factory.createParser(array, from, end - from)) {
            parser.nextToken();
            while (found.cardinality() < names.size() && parser.nextToken() == JsonToken.FIELD_NAME) {
                int field = indexOf(parser.currentName());
                JsonToken value = parser.nextToken();
                if (field < 0 || found.get(field)) {
                    parser.skipChildren();
                    continue;
                }
                found.set(field);
                boolean single = value.isScalarValue() && value != JsonToken.VALUE_NULL;
                if (!single || !same(parser.getText(), texts.get(field))) {
                    return names.get(field);
                }
            }
        }
        return null;
    }

    /** By the rule by which fields find their columns: the same name, or the same in another case. */
    private int indexOf(String name) {
        int other = -1;
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equals(name)) {
                return i;
            }
            other = names.get(i).equalsIgnoreCase(name) ? i : other;
        }
        return other;
    }

    /** A key of plain text does not say whether it is a number, so text and number are the same if they are written alike. */
    private static boolean same(String value, String key) {
        return value.equals(key) || (isNumber(value) && isNumber(key) && sameNumber(value, key));
    }

    private static boolean isNumber(String text) {
        int digits = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            digits += c >= '0' && c <= '9' ? 1 : 0;
            if ((c < '0' || c > '9') && c != '.' && (c != '-' || i > 0)) {
                return false;
            }
        }
        return digits > 0 && text.length() <= LONGEST_NUMBER && text.indexOf('.') == text.lastIndexOf('.');
    }

    private static boolean sameNumber(String value, String key) {
        return new BigDecimal(value).compareTo(new BigDecimal(key)) == 0;
    }

    /** The fields that the object lacked, as JSON between braces; null when it lacked none. */
    byte @Nullable [] lacking() {
        if (found.cardinality() == names.size()) {
            return null;
        }
        lacking.setLength(0);
        for (int i = found.nextClearBit(0); i < names.size(); i = found.nextClearBit(i + 1)) {
            lacking.append(lacking.isEmpty() ? "" : ",");
            quote(names.get(i));
            lacking.append(':');
            if (quoted.get(i)) {
                quote(texts.get(i));
            } else {
                lacking.append(texts.get(i));
            }
        }
        return lacking.toString().getBytes(StandardCharsets.UTF_8);
    }

    private void quote(String text) {
        lacking.append('"')
                .append(JsonStringEncoder.getInstance().quoteAsString(text))
                .append('"');
    }
}
