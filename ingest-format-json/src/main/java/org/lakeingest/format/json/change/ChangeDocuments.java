package org.lakeingest.format.json.change;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;

/**
 * Documents made of records, each with its operation and, where there is one, its version in front of the fields of the row. One
 * buffer holds them all. Confined to one thread.
 */
final class ChangeDocuments implements BytesColumn {
    private static final int MOST_KEPT = 1 << 22;

    private final byte[] head;
    private final byte[] versionHead;
    private byte[] bytes = new byte[1 << 16];
    private int length;
    private int[] ends = new int[64];
    private int[] records = new int[64];
    private int count;

    /** With the names of the two fields. */
    ChangeDocuments(String op, String version) {
        head = ("{" + quoted(op) + ":\"").getBytes(StandardCharsets.UTF_8);
        versionHead = ("," + quoted(version) + ":\"").getBytes(StandardCharsets.UTF_8);
    }

    private static String quoted(String name) {
        return '"' + new String(JsonStringEncoder.getInstance().quoteAsString(name)) + '"';
    }

    void clear() {
        if (bytes.length > MOST_KEPT) {
            bytes = new byte[1 << 16];
        }
        length = 0;
        count = 0;
    }

    /**
     * Adds a document.
     *
     * @param record that it comes from
     * @param op c, r, u or d
     * @param version ASCII without characters that JSON escapes; null for none
     * @param source holds an object, which becomes the rest of the document
     */
    void add(int record, char op, @Nullable CharSequence version, byte[] source, int from, int end) {
        begin(op);
        if (version != null) {
            put(versionHead, 0, versionHead.length);
            for (int i = 0; i < version.length(); i++) {
                put(version.charAt(i));
            }
            put('"');
        }
        end(record, source, from, end);
    }

    /**
     * Adds a document without a version.
     *
     * @param more fields as JSON, to go in front of those of the source; null for none
     */
    void add(int record, char op, byte @Nullable [] more, byte[] source, int from, int end) {
        begin(op);
        if (more != null) {
            put(',');
            put(more, 0, more.length);
        }
        end(record, source, from, end);
    }

    private void begin(char op) {
        put(head, 0, head.length);
        put(op);
        put('"');
    }

    private void end(int record, byte[] source, int from, int end) {
        int fields = from + 1;
        int next = fields;
        while (next < end && source[next] <= ' ') {
            next++;
        }
        if (source[next] != '}') {
            put(',');
        }
        put(source, fields, end - fields);
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
            records = Arrays.copyOf(records, 2 * count);
        }
        ends[count] = length;
        records[count++] = record;
    }

    private void put(char c) {
        reserve(1);
        bytes[length++] = (byte) c;
    }

    private void put(byte[] source, int offset, int size) {
        reserve(size);
        System.arraycopy(source, offset, bytes, length, size);
        length += size;
    }

    private void reserve(int more) {
        int needed = Math.addExact(length, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 16)));
        }
    }

    /** The record that a document comes from. */
    int recordOf(int document) {
        return records[document];
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public boolean isNull(int index) {
        return false;
    }

    @Override
    public byte[] array(int index) {
        return bytes;
    }

    @Override
    public int arrayOffset(int index) {
        return index == 0 ? 0 : ends[index - 1];
    }

    @Override
    public int length(int index) {
        return ends[index] - arrayOffset(index);
    }
}
