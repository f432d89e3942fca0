package org.lakeingest.format.json.change;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.format.json.JsonErrorCode;

/**
 * Values are rows, and a record without a value deletes the row of its key. A value need not repeat what is in the key. Versions are
 * the sink's business.
 */
final class KeyedReader implements ChangeReader {
    private final RecordKey key;
    private final KeyFields fields;

    KeyedReader(RecordKey key, KeyFields fields) {
        this.key = key;
        this.fields = fields;
    }

    @Override
    public boolean makesVersions() {
        return false;
    }

    @Override
    public @Nullable IngestException read(RecordBatch origin, BytesColumn payloads, int index, ChangeDocuments out) {
        if (payloads.isNull(index) || payloads.length(index) == 0) {
            IngestException fault = key.read(origin.keys(), index);
            if (fault == null) {
                out.add(index, 'd', (byte[]) null, key.bytes(), key.from(), key.end());
            }
            return fault;
        }
        byte[] array = payloads.array(index);
        int from = payloads.arrayOffset(index);
        int end = from + payloads.length(index);
        while (from < end && isBlank(array[from])) {
            from++;
        }
        while (end > from && isBlank(array[end - 1])) {
            end--;
        }
        // Whether it is sound inside is for the decoder of documents to say.
        if (end - from < 2 || array[from] != '{' || array[end - 1] != '}') {
            return new IngestException(JsonErrorCode.JSON_ENVELOPE, "the value is no object, so it is no row");
        }
        return put(origin.keys(), index, array, from, end, out);
    }

    private @Nullable IngestException put(
            BytesColumn keys, int index, byte[] array, int from, int end, ChangeDocuments out) {
        byte[] lacking = null;
        if (key.mayHaveFields(keys, index) && key.read(keys, index) == null) {
            fields.take(key);
            try {
                String differing = fields.differing(array, from, end);
                if (differing != null) {
                    return new IngestException(
                            JsonErrorCode.JSON_KEY_DIFFERS,
                            "the field '" + differing + "' of the value is another one than that of the record's key");
                }
                lacking = fields.lacking();
            } catch (IOException e) {
                // The decoder of documents says what is wrong with it.
                lacking = null;
            }
        }
        out.add(index, 'u', lacking, array, from, end);
        return null;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }
}
