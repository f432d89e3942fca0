package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;

/** Reads the fields of a document into the columns that the configuration declares. */
final class DeclaredColumns implements RowReader {
    private final Schema schema;
    private final StructFields fields;

    DeclaredColumns(Schema schema, ReaderFactory readers) {
        this.schema = schema;
        this.fields = readers.fieldsOf(schema.fields(), "", ReaderFactory.Mode.DECLARED);
    }

    @Override
    public void begin(String stream, RowCollector output) {}

    @Override
    public Schema schema() {
        return schema;
    }

    @Override
    public @Nullable IngestException read(ParserBase parser, RowAppender rows, BytesColumn payloads, int index)
            throws IOException {
        return parser.currentToken() == JsonToken.START_OBJECT ? fields.read(parser, rows) : RowReader.noObject();
    }

    @Override
    public @Nullable IngestException readEmpty(RowAppender rows) {
        return fields.readNothing();
    }
}
