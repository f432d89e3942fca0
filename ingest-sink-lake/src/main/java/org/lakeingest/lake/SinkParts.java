package org.lakeingest.lake;

import java.time.Clock;
import org.lakeingest.api.Metrics;

/** What the load strategies of all writers share. */
record SinkParts(
        TableManager tables,
        StageArea stage,
        CopyStatement copyStatement,
        Permits uploads,
        Permits loads,
        Clock clock,
        Metrics metrics,
        DroppedRows dropped) {}
