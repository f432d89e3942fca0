package org.lakeingest.engine.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Map;
import java.util.function.DoubleSupplier;
import org.lakeingest.api.Metrics;

/**
 * A component's view of the meter registry: names are prefixed with {@code ingest.}, and every meter carries the tags
 * {@code pipeline} and {@code component}. Asking twice for a name answers the same meter. Thread-safe.
 */
public final class MicrometerMetrics implements Metrics {
    private static final String PREFIX = "ingest.";

    private final MeterRegistry registry;
    private final Tags tags;

    public MicrometerMetrics(MeterRegistry registry, String pipelineName, String componentName) {
        this.registry = registry;
        this.tags = Tags.of("pipeline", pipelineName, "component", componentName);
    }

    @Override
    public Counter counter(String name, String description) {
        io.micrometer.core.instrument.Counter counter = io.micrometer.core.instrument.Counter.builder(PREFIX + name)
                .description(description)
                .tags(tags)
                .register(registry);
        return counter::increment;
    }

    @Override
    public Timer timer(String name, String description) {
        io.micrometer.core.instrument.Timer timer = io.micrometer.core.instrument.Timer.builder(PREFIX + name)
                .description(description)
                .tags(tags)
                .register(registry);
        return timer::record;
    }

    /** The supplier is kept for as long as the registry; the first of a name stays. */
    @Override
    public void gauge(String name, String description, DoubleSupplier value) {
        gauge(name, description, Map.of(), value);
    }

    @Override
    public void gauge(String name, String description, Map<String, String> more, DoubleSupplier value) {
        Tags all = tags;
        for (Map.Entry<String, String> tag : more.entrySet()) {
            all = all.and(tag.getKey(), tag.getValue());
        }
        Gauge.builder(PREFIX + name, value::getAsDouble)
                .description(description)
                .tags(all)
                .strongReference(true)
                .register(registry);
    }
}
