package org.lakeingest.lake.encode;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** The columns of one file, and how they are found in a row batch. Made for each file; immutable. */
interface FileLayout {
    static FileLayout of(TableLayout layout, Clock clock) {
        if (layout instanceof TableLayout.Columns columns) {
            return new ColumnLayout(columns);
        }
        return new RawLayout(ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant()));
    }

    /** Columns of the file, in order. */
    Schema schema();

    /** One entry for each column of the file. */
    ColumnValues[] bind(RowBatch rows);
}
