package org.lakeingest.engine;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * What a pipeline says about itself at one moment. Immutable.
 *
 * @param state at that moment
 * @param live false when only a restart of the process can help: failed, or a poll thread that no longer turns
 * @param ready running, every worker joined, no write waiting for a person, and no range in flight for longer than allowed
 * @param reason one line that says why it is not live or not ready; empty when it is both
 * @param rows made durable since the start
 * @param inFlightBytes retained between poll and durable, overheads included
 * @param oldestInFlight age of the oldest range that is not durable; zero when there is none
 * @param lag records between the committed positions and the ends of the partitions; empty when the source does not say
 */
public record PipelineHealth(
        PipelineState state,
        boolean live,
        boolean ready,
        String reason,
        long rows,
        long inFlightBytes,
        Duration oldestInFlight,
        OptionalLong lag) {}
