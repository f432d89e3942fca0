package org.lakeingest.format.json.change;

import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;

/** Reads what one record says to do. Confined to one thread. */
interface ChangeReader {
    /** Whether the documents have versions. */
    boolean makesVersions();

    /**
     * Adds a document for each row that the record changes: none, one, or two when it changes a key.
     *
     * @return why the record is rejected, or null
     */
    @Nullable
    IngestException read(RecordBatch origin, BytesColumn payloads, int index, ChangeDocuments out);
}
