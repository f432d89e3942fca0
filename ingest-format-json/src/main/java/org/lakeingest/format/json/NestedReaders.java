package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Readers of lists, maps and structs. */
final class NestedReaders {
    private NestedReaders() {}

    static final class Lists extends ValueReader {
        private final ValueReader element;

        Lists(String path, boolean nullable, ValueReader element) {
            super(path, nullable);
            this.element = element;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                return wrongKind(parser, "an array");
            }
            rows.beginNested(column);
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                IngestException fault = element.read(parser, rows, 0);
                if (fault != null) {
                    return fault;
                }
            }
            rows.endNested();
            return null;
        }
    }

    static final class Maps extends ValueReader {
        private final ValueReader value;
        private final SourceText text;
        private final NameStack names = new NameStack();

        Maps(String path, boolean nullable, ValueReader value, SourceText text) {
            super(path, nullable);
            this.value = value;
            this.text = text;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                return wrongKind(parser, "an object");
            }
            names.clear();
            names.open();
            rows.beginNested(column);
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                if (!names.add(parser.currentName())) {
                    return new IngestException(
                            JsonErrorCode.JSON_DUPLICATE_NAME, "the field '" + path() + "' holds the same key twice");
                }
                text.setName(parser.currentName(), rows, 0);
                parser.nextToken();
                IngestException fault = value.read(parser, rows, 1);
                if (fault != null) {
                    return fault;
                }
            }
            rows.endNested();
            return null;
        }
    }

    /** For maps whose keys are no strings, as the names of an object are. */
    static final class Unreadable extends ValueReader {
        Unreadable(String path, boolean nullable) {
            super(path, nullable);
        }

        @Override
        IngestException readValue(ParserBase parser, RowAppender rows, int column) {
            return wrongKind("belongs to a map whose keys are no strings, and no JSON is read as such a map");
        }
    }

    static final class Structs extends ValueReader {
        private final StructFields fields;

        Structs(String path, boolean nullable, StructFields fields) {
            super(path, nullable);
            this.fields = fields;
        }

        @Override
        @Nullable
        IngestException readValue(ParserBase parser, RowAppender rows, int column) throws IOException {
            if (parser.currentToken() != JsonToken.START_OBJECT) {
                return wrongKind(parser, "an object");
            }
            rows.beginNested(column);
            IngestException fault = fields.read(parser, rows);
            if (fault == null) {
                rows.endNested();
            }
            return fault;
        }
    }
}
