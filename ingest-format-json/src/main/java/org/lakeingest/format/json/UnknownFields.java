package org.lakeingest.format.json;

import com.fasterxml.jackson.core.base.ParserBase;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Metrics;

/** Skips and counts fields that are no columns, or refuses them. Confined to one thread. */
final class UnknownFields {
    private final boolean refused;
    private final Metrics.Counter counter;
    private long skipped;

    UnknownFields(boolean refused, Metrics.Counter counter) {
        this.refused = refused;
        this.counter = counter;
    }

    @Nullable
    IngestException skip(ParserBase parser) throws IOException {
        if (refused) {
            return new IngestException(
                    JsonErrorCode.JSON_UNKNOWN_FIELD,
                    "a field is not among the columns (see the options columns and unknown-fields)");
        }
        skipped++;
        parser.skipChildren();
        return null;
    }

    void report() {
        if (skipped > 0) {
            counter.add(skipped);
            skipped = 0;
        }
    }
}
