package org.lakeingest.engine;

import java.util.Optional;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Option;

/**
 * Bounds what is retained between poll and durable, for all workers of a pipeline together: encoded records with their
 * objects, and decoded rows.
 */
public record InFlightOptions(
        @Option(
                name = "high-mark",
                description = "Retained bytes above which partitions are paused; a quarter of the heap if unset.")
        Optional<DataSize> highMark,

        @Option(
                name = "low-mark",
                description = "Retained bytes below which they resume; three quarters of the high mark if unset.")
        Optional<DataSize> lowMark) {
    public InFlightOptions {
        if (highMark.isPresent() && highMark.get().bytes() < 1) {
            throw new IllegalArgumentException("high-mark must be at least 1B");
        }
        if (lowMark.isPresent() && highMark.isPresent() && lowMark.get().compareTo(highMark.get()) > 0) {
            throw new IllegalArgumentException(
                    "low-mark must not be above high-mark: " + lowMark.get() + " > " + highMark.get());
        }
    }

    public static InFlightOptions defaults() {
        return new InFlightOptions(Optional.empty(), Optional.empty());
    }

    /** The mark in force, derived from the largest heap this process may have when it is not set. */
    public long highMarkBytes() {
        return highMark.map(DataSize::bytes).orElse(Runtime.getRuntime().maxMemory() / 4);
    }

    public long lowMarkBytes() {
        long high = highMarkBytes();
        return Math.min(high, lowMark.map(DataSize::bytes).orElse(high / 4 * 3));
    }
}
