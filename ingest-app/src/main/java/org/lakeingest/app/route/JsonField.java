package org.lakeingest.app.route;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Finds the text of a top-level field in JSON that is known to be well-formed. The last one of a name counts, as it does in the
 * lake. Without objects, except for a text with escapes. Confined to its lane's thread.
 */
final class JsonField {
    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] name;
    private byte[] array = new byte[0];
    private int offset;
    private int length;
    private boolean nothing;
    private int at;
    private int end;

    JsonField(String name) {
        this.name = name.getBytes(StandardCharsets.UTF_8);
    }

    byte[] array() {
        return array;
    }

    int offset() {
        return offset;
    }

    int length() {
        return length;
    }

    /** Whether what was looked for was JSON's null, or not there. */
    boolean isNull() {
        return nothing;
    }

    /** Answers whether the document is an object that has the field, and the field is a text. */
    boolean find(byte[] document, int from, int size) {
        at = from;
        end = from + size;
        nothing = true;
        int value = -1;
        int valueEnd = -1;
        skipSpace(document);
        if (at >= end || document[at] != '{') {
            return false;
        }
        at++;
        skipSpace(document);
        while (at < end && document[at] == '"') {
            int key = at + 1;
            skipString(document);
            boolean wanted = matches(document, key, at - 1);
            skipSpace(document);
            at++;
            skipSpace(document);
            int start = at;
            skipValue(document);
            if (wanted) {
                value = start;
                valueEnd = at;
            }
            skipSpace(document);
            at++;
            skipSpace(document);
        }
        return value >= 0 && text(document, value, valueEnd - value);
    }

    /** Answers whether this JSON is a text. */
    boolean text(byte[] json, int from, int size) {
        int last = from + size;
        int first = from;
        while (first < last && json[first] <= ' ' && json[first] >= 0) {
            first++;
        }
        while (last > first && json[last - 1] <= ' ' && json[last - 1] >= 0) {
            last--;
        }
        nothing = first < last && json[first] == 'n';
        if (first >= last || json[first] != '"') {
            return false;
        }
        array = json;
        offset = first + 1;
        length = last - first - 2;
        for (int i = offset; i < offset + length; i++) {
            if (json[i] == '\\') {
                unescape(json, first, last - first);
                break;
            }
        }
        return true;
    }

    private void unescape(byte[] json, int from, int size) {
        try (JsonParser parser = JSON.createParser(json, from, size)) {
            parser.nextToken();
            array = parser.getText().getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            // Not well-formed after all: no name either.
            array = new byte[0];
        }
        offset = 0;
        length = array.length;
    }

    private boolean matches(byte[] document, int from, int to) {
        if (to - from != name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (document[from + i] != name[i]) {
                return false;
            }
        }
        return true;
    }

    private void skipSpace(byte[] document) {
        while (at < end && document[at] <= ' ' && document[at] >= 0) {
            at++;
        }
    }

    private void skipString(byte[] document) {
        at++;
        while (at < end && document[at] != '"') {
            at += document[at] == '\\' ? 2 : 1;
        }
        at++;
    }

    private void skipValue(byte[] document) {
        int depth = 0;
        while (at < end) {
            byte c = document[at];
            if (c == '"') {
                skipString(document);
                if (depth == 0) {
                    return;
                }
                continue;
            }
            if (depth == 0 && (c == ',' || c == '}' || (c <= ' ' && c >= 0))) {
                return;
            }
            depth += c == '{' || c == '[' ? 1 : 0;
            depth -= c == '}' || c == ']' ? 1 : 0;
            at++;
            if (depth == 0 && (c == '}' || c == ']')) {
                return;
            }
        }
    }
}
