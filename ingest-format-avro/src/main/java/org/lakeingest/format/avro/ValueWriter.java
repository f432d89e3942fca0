package org.lakeingest.format.avro;

import java.io.IOException;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;

/** Moves one value from the payload into a column. Confined to one thread. */
@FunctionalInterface
interface ValueWriter {
    /**
     * Reads exactly the bytes of one value.
     *
     * @throws IOException when the bytes are no such value
     * @throws IngestException of kind RECORD when they are one that the column cannot hold
     */
    void write(AvroInput input, RowAppender rows, int column) throws IOException;
}
