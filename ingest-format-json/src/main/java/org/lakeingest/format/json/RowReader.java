package org.lakeingest.format.json;

import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;

/** Fills the row that {@link JsonDecoder} has begun, and that it ends or discards. Confined to one thread. */
interface RowReader {
    /** Answer of a reader that has changed its schema, and wants the same payload once more. Never leaves the decoder. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // an answer, told by its identity, and never thrown
    IngestException AGAIN = new IngestException(JsonErrorCode.JSON_WRONG_KIND, "read again with another schema");

    /** Told when a batch of records of a stream begins. */
    void begin(String stream, RowCollector output);

    /** The same instance until {@link #begin}, or until a payload is answered with {@link #AGAIN}. */
    Schema schema();

    /**
     * Reads the document at whose first token the parser stands, up to its last token.
     *
     * @return why the document is no row, the parser standing anywhere inside it; {@link #AGAIN}; or null
     * @throws IOException when the text is not JSON
     */
    @Nullable
    IngestException read(ParserBase parser, RowAppender rows, BytesColumn payloads, int index) throws IOException;

    /** Fills the row of a payload that is null or has no byte; returns why there is none, {@link #AGAIN}, or null. */
    @Nullable
    IngestException readEmpty(RowAppender rows);

    /** The fault of a document without fields. */
    static IngestException noObject() {
        return new IngestException(
                JsonErrorCode.JSON_WRONG_KIND, "the value is not an object, so it has no fields for the columns");
    }
}
