package org.lakeingest.api;

import java.time.Duration;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** A narrow face on the engine's meter registry, so that no metrics library is part of the SPI. Thread-safe. */
public interface Metrics {
    Counter counter(String name, String description);

    Timer timer(String name, String description);

    void gauge(String name, String description, DoubleSupplier value);

    /**
     * A gauge of which there are several, told apart by tags; the caller bounds how many. A registry that knows no tags leaves it
     * out.
     */
    default void gauge(String name, String description, Map<String, String> tags, DoubleSupplier value) {}

    interface Counter {
        void add(long amount);
    }

    interface Timer {
        void record(Duration elapsed);
    }
}
