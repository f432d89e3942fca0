package org.lakeingest.format.json;

import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;

/** Keeps the payload's bytes as they came in one VARIANT column. */
final class WholeDocument implements RowReader {
    private final Schema schema;
    private final DocumentWalker walker;
    private final SourceText text;
    private final LastValues lastValues;

    WholeDocument(String column, DocumentWalker walker, SourceText text, LastValues lastValues) {
        ColumnType variant = ColumnType.of(ColumnType.Kind.VARIANT);
        this.schema = new Schema(List.of(new Schema.Field(column, variant, true)));
        this.walker = walker;
        this.text = text;
        this.lastValues = lastValues;
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
        int start = text.tokenStart(parser);
        IngestException fault = walker.walk(parser);
        if (fault == null && walker.hasRepeatedName()) {
            byte[] document = lastValues.of(start, text.endOfValue(parser, start));
            rows.setBytes(0, document, 0, document.length);
        } else if (fault == null) {
            rows.setBytes(0, payloads.array(index), payloads.arrayOffset(index), payloads.length(index));
        }
        return fault;
    }

    @Override
    public @Nullable IngestException readEmpty(RowAppender rows) {
        return null;
    }
}
