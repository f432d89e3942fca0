package org.lakeingest.format.json;

import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;

/** Fills the row that {@link JsonDecoder} has begun, and that it ends or discards. Confined to one thread. */
interface RowReader {
    /** Always the same instance. */
    Schema schema();

    /**
     * Reads the document at whose first token the parser stands, up to its last token.
     *
     * @return why the document is no row, the parser standing anywhere inside it; or null
     * @throws IOException when the text is not JSON
     */
    @Nullable
    IngestException read(ParserBase parser, RowAppender rows, BytesColumn payloads, int index) throws IOException;

    /** Fills the row of a payload that is null or has no byte; returns why there is none, or null. */
    @Nullable
    IngestException readEmpty(RowAppender rows);

    /** Told when a batch is done, for what is counted by batch. */
    void batchDone();
}
