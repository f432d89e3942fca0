package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Reads the fields of an object into the columns of a struct, or of the row. Confined to one thread. */
final class StructFields {
    private final FieldIndex index;
    private final ValueReader[] readers;
    private final UnknownFields unknown;
    /** Which object each field was last seen in, so that nothing has to be cleared between objects. */
    private final long[] seenIn;

    private long object;

    StructFields(FieldIndex index, ValueReader[] readers, UnknownFields unknown) {
        this.index = index;
        this.readers = readers;
        this.unknown = unknown;
        this.seenIn = new long[readers.length];
    }

    /** Reads from the start of an object up to its end; returns the first fault, the parser standing anywhere, or null. */
    @Nullable
    IngestException read(ParserBase parser, RowAppender rows) throws IOException {
        object++;
        int guess = 0;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            int column = index.find(parser.currentName(), guess);
            parser.nextToken();
            IngestException fault;
            if (column < 0) {
                fault = unknown.skip(parser);
            } else if (seenIn[column] == object) {
                return twice(readers[column]);
            } else {
                seenIn[column] = object;
                guess = column + 1;
                fault = readers[column].read(parser, rows, column);
            }
            if (fault != null) {
                return fault;
            }
        }
        return firstMissing();
    }

    private @Nullable IngestException firstMissing() {
        for (int i = 0; i < readers.length; i++) {
            if (seenIn[i] != object && !readers[i].nullable()) {
                return readers[i].required();
            }
        }
        return null;
    }

    /** The fault of a document that has none of the fields, or null when it may. */
    @Nullable
    IngestException readNothing() {
        object++;
        return firstMissing();
    }

    private static IngestException twice(ValueReader reader) {
        return new IngestException(
                JsonErrorCode.JSON_DUPLICATE_NAME, "the field '" + reader.path() + "' occurs twice in its object");
    }
}
