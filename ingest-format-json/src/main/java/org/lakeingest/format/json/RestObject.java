package org.lakeingest.format.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.base.ParserBase;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Collects the unknown fields of one document as a JSON object, values as they came. Confined to one thread. */
final class RestObject {
    /** A buffer that grew beyond this, for one large document, is not kept. */
    private static final int MOST_KEPT = 1 << 20;

    private final DocumentWalker walker;
    private final SourceText text;
    private final LastValues lastValues;
    private final @Nullable NameStack names;
    private byte[] bytes = new byte[1024];
    private int length;

    RestObject(DocumentWalker walker, SourceText text, LastValues lastValues, boolean allowDuplicateNames) {
        this.walker = walker;
        this.text = text;
        this.lastValues = lastValues;
        this.names = allowDuplicateNames ? null : new NameStack();
    }

    void clear() {
        length = 0;
        if (bytes.length > MOST_KEPT) {
            bytes = new byte[MOST_KEPT];
        }
    }

    /** Takes the field whose value the parser stands at, and leaves the parser at the value's end. */
    @Nullable
    IngestException add(ParserBase parser, String name) throws IOException {
        NameStack known = names;
        if (known != null) {
            if (length == 0) {
                known.clear();
                known.open();
            }
            if (!known.add(name)) {
                return new IngestException(
                        JsonErrorCode.JSON_DUPLICATE_NAME,
                        "a field that is not among the columns is given twice (see the option duplicate-names)");
            }
        }
        int start = text.tokenStart(parser);
        IngestException fault = walker.walk(parser);
        if (fault != null) {
            return fault;
        }
        append(length == 0 ? '{' : ',');
        append('"');
        appendName(name);
        append('"');
        append(':');
        int end = text.endOfValue(parser, start);
        if (walker.hasRepeatedName()) {
            byte[] value = lastValues.of(start, end);
            append(value, 0, value.length);
        } else {
            append(text.bytes(), start, end - start);
        }
        return null;
    }

    /** Sets the column, or leaves it null when there was no field. */
    void writeTo(RowAppender rows, int column) {
        if (length > 0) {
            append('}');
            rows.setBytes(column, bytes, 0, length);
        }
    }

    private void appendName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                length -= i;
                byte[] quoted = new String(JsonStringEncoder.getInstance().quoteAsString(name)).getBytes(UTF_8);
                append(quoted, 0, quoted.length);
                return;
            }
            append(c);
        }
    }

    private void append(char c) {
        ensureRoom(1);
        bytes[length++] = (byte) c;
    }

    private void append(byte[] source, int start, int count) {
        ensureRoom(count);
        System.arraycopy(source, start, bytes, length, count);
        length += count;
    }

    private void ensureRoom(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
        }
    }
}
