package org.lakeingest.testkit;

import java.util.Optional;
import java.util.concurrent.Executor;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.SourceIdentity;

/**
 * What a component is given in a test: a {@link ManualClock}, {@link RecordedMetrics}, and an executor that runs work at once
 * on the thread that hands it over, unless another one is given. Thread-safe.
 */
public final class TestPluginContext implements PluginContext {
    private final ManualClock clock = new ManualClock();
    private final RecordedMetrics metrics = new RecordedMetrics();
    private final Executor cpu;
    private volatile Optional<SourceIdentity> source = Optional.empty();

    public TestPluginContext() {
        this(Runnable::run);
    }

    /** The caller keeps the executor and shuts it down. */
    public TestPluginContext(Executor cpu) {
        this.cpu = cpu;
    }

    /** From now on the pipeline reads these streams, in this group. */
    public void reads(SourceIdentity identity) {
        source = Optional.of(identity);
    }

    @Override
    public Optional<SourceIdentity> source() {
        return source;
    }

    @Override
    public String pipelineName() {
        return "test-pipeline";
    }

    @Override
    public String componentName() {
        return "test-component";
    }

    @Override
    public ManualClock clock() {
        return clock;
    }

    @Override
    public RecordedMetrics metrics() {
        return metrics;
    }

    @Override
    public Executor cpu() {
        return cpu;
    }
}
