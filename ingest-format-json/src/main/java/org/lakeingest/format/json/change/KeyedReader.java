package org.lakeingest.format.json.change;

import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.format.json.JsonErrorCode;

/** Values are rows, and a record without a value deletes the row of its key. Versions are the sink's business. */
final class KeyedReader implements ChangeReader {
    private final RecordKey key;

    KeyedReader(RecordKey key) {
        this.key = key;
    }

    @Override
    public @Nullable IngestException read(RecordBatch origin, BytesColumn payloads, int index, ChangeDocuments out) {
        if (payloads.isNull(index) || payloads.length(index) == 0) {
            IngestException fault = key.read(origin.keys(), index);
            if (fault == null) {
                out.add(index, 'd', null, key.bytes(), key.from(), key.end());
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
        out.add(index, 'u', null, array, from, end);
        return null;
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }
}
