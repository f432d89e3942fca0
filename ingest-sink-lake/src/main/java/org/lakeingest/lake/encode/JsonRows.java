package org.lakeingest.lake.encode;

import org.lakeingest.api.IngestException;
import org.lakeingest.api.Schema;

/** Writes rows as JSON objects that the lake's NDJSON reader takes without loss. One thread. */
final class JsonRows {
    private final JsonWriter writer = new JsonWriter(JsonWriter.Style.LOAD);
    private final JsonWriter.Node[] fields;

    /** @throws IngestException of kind CONFIGURATION when a column's type has no form in NDJSON */
    JsonRows(Schema schema) {
        fields = writer.nodes(schema.fields());
    }

    /** Appends a row with its line break. */
    void put(GrowingBytes out, ColumnValues[] values, int row) {
        for (int i = 0; i < fields.length; i++) {
            out.put(fields[i].prefix());
            writer.put(out, fields[i], values[i], row);
        }
        out.put('}');
        out.put('\n');
    }
}
