package org.lakeingest.lake.encode;

import java.nio.charset.StandardCharsets;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Headers;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

/** Writes the JSON object that says where a record came from. Bound to one record batch; one thread. */
final class RecordMetadata {
    /** What Kafka gives for a record that carries no time. */
    private static final long NO_TIMESTAMP = -1;

    private static final byte[] KEY = ascii(",\"key\":");
    private static final byte[] EMPTY = ascii("\"\"");
    private static final byte[] KEY_ENCODING = ascii(",\"key_encoding\":\"base64\"");
    private static final byte[] CREATE_TIME = ascii(",\"create_time\":");
    private static final byte[] NULL = ascii("null");
    private static final byte[] HEADERS = ascii(",\"headers\":[");
    private static final byte[] NAME = ascii("{\"name\":");
    private static final byte[] VALUE = ascii(",\"value\":");
    private static final byte[] VALUE_ENCODING = ascii(",\"value_encoding\":\"base64\"");

    private final RecordBatch records;
    private final BytesColumn keys;
    private final Rfc3339 times = new Rfc3339();
    private final GrowingBytes start = new GrowingBytes(128);

    RecordMetadata(RecordBatch records) {
        this.records = records;
        this.keys = records.keys();
        SourcePartition partition = records.partition();
        start.put(ascii("{\"topic\":"));
        JsonText.putString(start, partition.stream());
        start.put(ascii(",\"partition\":"));
        start.putNumber(partition.number());
        start.put(ascii(",\"offset\":"));
    }

    void put(GrowingBytes out, int index) {
        out.put(start.array(), 0, start.size());
        out.putNumber(records.offset(index));
        putKey(out, index);
        out.put(CREATE_TIME);
        long timestamp = records.timestampMillis(index);
        if (timestamp == NO_TIMESTAMP) {
            out.put(NULL);
        } else {
            out.put('"');
            times.putMillis(out, timestamp);
            out.put('"');
        }
        Headers headers = records.headers(index);
        if (headers.size() > 0) {
            putHeaders(out, headers);
        }
        out.put('}');
    }

    private void putKey(GrowingBytes out, int index) {
        out.put(KEY);
        if (keys.isNull(index)) {
            out.put(EMPTY);
            return;
        }
        byte[] array = keys.array(index);
        int offset = keys.arrayOffset(index);
        int length = keys.length(index);
        if (!JsonText.putUtf8(out, array, offset, length)) {
            JsonText.putBase64(out, array, offset, length);
            out.put(KEY_ENCODING);
        }
    }

    private static void putHeaders(GrowingBytes out, Headers headers) {
        out.put(HEADERS);
        for (int i = 0; i < headers.size(); i++) {
            if (i > 0) {
                out.put(',');
            }
            out.put(NAME);
            JsonText.putString(out, headers.name(i));
            out.put(VALUE);
            byte[] value = headers.value(i);
            if (value == null) {
                out.put(NULL);
            } else if (!JsonText.putUtf8(out, value, 0, value.length)) {
                JsonText.putBase64(out, value, 0, value.length);
                out.put(VALUE_ENCODING);
            }
            out.put('}');
        }
        out.put(']');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
