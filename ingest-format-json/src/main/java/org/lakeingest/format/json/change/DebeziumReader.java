package org.lakeingest.format.json.change;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.format.json.JsonErrorCode;

/** Debezium's envelopes, with and without the wrapper of a schema. */
final class DebeziumReader implements ChangeReader {
    private final JsonFactory factory;
    private final RecordKey key;
    private final List<String> keyFields;
    private final ChangeCounts counts;
    private final JsonSlice before = new JsonSlice();
    private final JsonSlice after = new JsonSlice();
    private final SourcePosition position = new SourcePosition();
    private String op = "";
    private boolean empty;

    DebeziumReader(JsonFactory factory, ChangeOptions options, ChangeCounts counts) {
        this.factory = factory;
        this.keyFields = options.keyFields();
        this.key = new RecordKey(factory, keyFields);
        this.counts = counts;
    }

    @Override
    public boolean makesVersions() {
        return true;
    }

    @Override
    public @Nullable IngestException read(RecordBatch origin, BytesColumn payloads, int index, ChangeDocuments out) {
        if (payloads.isNull(index) || payloads.length(index) == 0) {
            counts.tombstone();
            return null;
        }
        byte[] array = payloads.array(index);
        int offset = payloads.arrayOffset(index);
        before.clear();
        after.clear();
        position.clear();
        op = "";
        empty = false;
        try (JsonParser parser = factory.createParser(array, offset, payloads.length(index))) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return envelope("the value is no object");
            }
            envelope(parser, offset, true);
            if (parser.nextToken() != null) {
                return envelope("the value holds more than one document");
            }
        } catch (JsonProcessingException e) {
            return envelope("the value is not JSON in UTF-8, or nests too deep");
        } catch (IOException e) {
            throw new UncheckedIOException("reading from an array cannot fail", e);
        }
        return empty ? null : change(origin, index, array, out);
    }

    private void envelope(JsonParser parser, int offset, boolean outer) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "payload" -> {
                    empty = outer && value == JsonToken.VALUE_NULL;
                    if (outer && value == JsonToken.START_OBJECT) {
                        envelope(parser, offset, false);
                    } else {
                        parser.skipChildren();
                    }
                }
                case "before" -> before.take(parser, offset);
                case "after" -> after.take(parser, offset);
                case "op" -> op = parser.getText();
                case "source" -> {
                    if (value == JsonToken.START_OBJECT) {
                        position.read(parser);
                    }
                }
                default -> parser.skipChildren();
            }
        }
    }

    private @Nullable IngestException change(RecordBatch origin, int index, byte[] array, ChangeDocuments out) {
        switch (op) {
            case "c", "r", "u", "d" -> {}
            case "m" -> {
                counts.message();
                return null;
            }
            case "t" -> {
                return new IngestException(
                        JsonErrorCode.JSON_TRUNCATE,
                        "the source table was truncated, which no change of a row can express");
            }
            default -> {
                return envelope("the value has no operation c, r, u, d, m or t");
            }
        }
        CharSequence version = position.text(op.equals("r"));
        if (version == null) {
            return envelope("the change has no position in the log of its database");
        }
        return op.equals("d") ? delete(origin, index, array, version, out) : put(origin, index, array, version, out);
    }

    private @Nullable IngestException delete(
            RecordBatch origin, int index, byte[] array, CharSequence version, ChangeDocuments out) {
        if (before.isThere()) {
            out.add(index, 'd', version, array, before.from(), before.end());
            return null;
        }
        IngestException fault = key.read(origin.keys(), index);
        if (fault == null) {
            out.add(index, 'd', version, key.bytes(), key.from(), key.end());
        }
        return fault;
    }

    private @Nullable IngestException put(
            RecordBatch origin, int index, byte[] array, CharSequence version, ChangeDocuments out) {
        if (!after.isThere()) {
            return envelope("the change has no row after it");
        }
        if (before.isThere() && keyChanged(origin, index, array)) {
            out.add(index, 'd', version, array, before.from(), before.end());
        }
        out.add(index, op.charAt(0), version, array, after.from(), after.end());
        return null;
    }

    /** Debezium itself writes a delete and a create then; others do not. */
    private boolean keyChanged(RecordBatch origin, int index, byte[] array) {
        List<String> names = keyFields;
        if (names.isEmpty()) {
            names = key.read(origin.keys(), index) == null ? key.names() : List.of();
        }
        for (String name : names) {
            String old = field(array, before, name);
            String now = field(array, after, name);
            if (old != null && now != null && !old.equals(now)) {
                return true;
            }
        }
        return false;
    }

    /** The value of a field, if it is a single one and not null. */
    private @Nullable String field(byte[] array, JsonSlice object, String name) {
        String found = null;
        try (JsonParser parser = factory.createParser(array, object.from(), object.end() - object.from())) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean wanted = parser.currentName().equals(name);
                JsonToken token = parser.nextToken();
                if (wanted && token.isScalarValue() && token != JsonToken.VALUE_NULL) {
                    found = parser.getText();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("it was read once before", e);
        }
        return found;
    }

    private static IngestException envelope(String reason) {
        return new IngestException(JsonErrorCode.JSON_ENVELOPE, reason);
    }
}
