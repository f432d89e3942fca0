package org.lakeingest.engine;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.DoubleSupplier;
import org.lakeingest.api.Metrics;

/** A component's view of the meter registry. */
record RegistryMetrics(MeterRegistry meters, String pipeline, String component) implements Metrics {
    private Tags tags() {
        return Tags.of("pipeline", pipeline, "component", component);
    }

    @Override
    public Counter counter(String name, String description) {
        var counter = io.micrometer.core.instrument.Counter.builder("ingest." + name)
                .description(description)
                .tags(tags())
                .register(meters);
        return counter::increment;
    }

    @Override
    public Timer timer(String name, String description) {
        var timer = io.micrometer.core.instrument.Timer.builder("ingest." + name)
                .description(description)
                .tags(tags())
                .register(meters);
        return timer::record;
    }

    @Override
    public void gauge(String name, String description, DoubleSupplier value) {
        Gauge.builder("ingest." + name, value::getAsDouble)
                .description(description)
                .tags(tags())
                .strongReference(true)
                .register(meters);
    }
}
