package org.lakeingest.testkit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;
import org.lakeingest.api.Metrics;

/** Keeps what a component measures, to be asked for by name. Thread-safe. */
public final class RecordedMetrics implements Metrics {
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
    private final Map<String, List<Duration>> timers = new ConcurrentHashMap<>();
    private final Map<String, DoubleSupplier> gauges = new ConcurrentHashMap<>();

    @Override
    public Counter counter(String name, String description) {
        return counters.computeIfAbsent(name, key -> new LongAdder())::add;
    }

    @Override
    public Timer timer(String name, String description) {
        return timers.computeIfAbsent(name, key -> new CopyOnWriteArrayList<>())::add;
    }

    @Override
    public void gauge(String name, String description, DoubleSupplier value) {
        gauges.put(name, value);
    }

    /** Zero when nothing was counted under this name. */
    public long count(String name) {
        LongAdder counter = counters.get(name);
        return counter == null ? 0 : counter.sum();
    }

    /** What was recorded under this name, in order; empty when nothing was. */
    public List<Duration> times(String name) {
        return List.copyOf(timers.getOrDefault(name, List.of()));
    }

    /** The gauge's value right now; NaN when there is none of this name. */
    public double gauge(String name) {
        DoubleSupplier gauge = gauges.get(name);
        return gauge == null ? Double.NaN : gauge.getAsDouble();
    }
}
