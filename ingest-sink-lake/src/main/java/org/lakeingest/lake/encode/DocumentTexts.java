package org.lakeingest.lake.encode;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;

/**
 * Documents as the text of a string column: a JSON string is its text, as if it had never been a document, JSON null is null, and
 * anything else is its JSON text. One thread.
 */
final class DocumentTexts extends ColumnValues {
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();
    private static final int NULL_LENGTH = 4;

    private final ColumnValues source;
    private final String name;
    private final GrowingBytes document = new GrowingBytes(64);
    private final GrowingBytes text = new GrowingBytes(64);

    DocumentTexts(ColumnValues source, String name) {
        this.source = source;
        this.name = name;
    }

    @Override
    boolean isNull(int row) {
        if (source.isNull(row)) {
            return true;
        }
        read(row);
        return document.size() == NULL_LENGTH && document.array()[0] == 'n';
    }

    private void read(int row) {
        document.resize(0);
        source.putBytes(document, row);
    }

    @Override
    void putBytes(GrowingBytes out, int row) {
        read(row);
        byte[] json = document.array();
        int size = document.size();
        if (size < 2 || json[0] != '"') {
            out.put(json, 0, size);
            return;
        }
        for (int i = 1; i < size; i++) {
            if (json[i] == '\\') {
                putEscaped(out, json, size);
                return;
            }
        }
        out.put(json, 1, size - 2);
    }

    private void putEscaped(GrowingBytes out, byte[] json, int size) {
        try (JsonParser parser = JSON.createParser(json, 0, size)) {
            parser.nextToken();
            byte[] bytes = parser.getText().getBytes(UTF_8);
            out.put(bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new Refusal.BadValue(name, "a document that is no JSON");
        }
    }

    @Override
    boolean putJsonString(GrowingBytes out, int row) {
        text.resize(0);
        putBytes(text, row);
        return JsonText.putUtf8(out, text.array(), 0, text.size());
    }
}
