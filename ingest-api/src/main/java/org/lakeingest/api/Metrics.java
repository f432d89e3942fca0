package org.lakeingest.api;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/** A narrow face on the engine's meter registry, so that no metrics library is part of the SPI. Thread-safe. */
public interface Metrics {
    Counter counter(String name, String description);

    Timer timer(String name, String description);

    void gauge(String name, String description, DoubleSupplier value);

    interface Counter {
        void add(long amount);
    }

    interface Timer {
        void record(Duration elapsed);
    }
}
