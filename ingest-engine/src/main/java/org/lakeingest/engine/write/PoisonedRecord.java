package org.lakeingest.engine.write;

import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;

/** Words for the one failure that a user has to find in a topic. */
public final class PoisonedRecord {
    private PoisonedRecord() {}

    /** Keeps the code of the reason and adds where the record is. */
    public static IngestException failure(SourcePartition partition, long offset, IngestException reason) {
        return new IngestException(
                reason.code(),
                "record at topic " + partition.stream() + ", partition " + partition.number() + ", offset " + offset
                        + " cannot be written: " + reason.getMessage()
                        + "; everything before it is kept, nothing after it was passed by; correct the record or its settings"
                        + " and start again",
                reason);
    }
}
