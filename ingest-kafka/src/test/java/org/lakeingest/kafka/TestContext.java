package org.lakeingest.kafka;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.DoubleSupplier;
import org.lakeingest.api.Metrics;
import org.lakeingest.api.PluginContext;

/** A context whose gauges and counters can be read. */
record TestContext(String pipelineName, Map<String, DoubleSupplier> gauges, Map<String, Long> counts)
        implements PluginContext, Metrics {
    TestContext() {
        this("test");
    }

    TestContext(String pipelineName) {
        this(pipelineName, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }

    @Override
    public String componentName() {
        return "kafka";
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public Metrics metrics() {
        return this;
    }

    @Override
    public Executor cpu() {
        return Runnable::run;
    }

    @Override
    public Counter counter(String name, String description) {
        return amount -> counts.merge(name, amount, Long::sum);
    }

    @Override
    public Timer timer(String name, String description) {
        return (Duration elapsed) -> {};
    }

    @Override
    public void gauge(String name, String description, DoubleSupplier value) {
        gauges.put(name, value);
    }
}
