package org.lakeingest.engine;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.lakeingest.api.Delivery;
import org.lakeingest.api.Metrics;
import org.lakeingest.api.PluginContext;
import org.lakeingest.api.SourceIdentity;
import org.lakeingest.engine.metrics.MicrometerMetrics;

/**
 * What the components of a pipeline share: clock, meters, threads. Created before the components, since their factories are
 * handed a {@link #context}; closed after the pipeline. Thread-safe.
 */
public final class PipelineRuntime implements AutoCloseable {
    private final String pipelineName;
    private final Clock clock;
    private final MeterRegistry meters;
    private final EngineThreads threads;

    public PipelineRuntime(String pipelineName, Clock clock, MeterRegistry meters) {
        this(pipelineName, clock, meters, new SystemThreads(pipelineName));
    }

    /** For tests and embedders that bring threads of their own. */
    public PipelineRuntime(String pipelineName, Clock clock, MeterRegistry meters, EngineThreads threads) {
        this.pipelineName = pipelineName;
        this.clock = clock;
        this.meters = meters;
        this.threads = threads;
    }

    public String pipelineName() {
        return pipelineName;
    }

    /** Threads and elapsed time, also for components that the pipeline itself does not create. */
    public EngineThreads threads() {
        return threads;
    }

    MeterRegistry meters() {
        return meters;
    }

    /** What the factory of this component is given. Meters are tagged with the pipeline and this name. */
    public PluginContext context(String componentName) {
        return context(componentName, Optional.empty());
    }

    /** The same, with the guarantee that the pipeline's options ask for. */
    public PluginContext context(String componentName, Optional<Delivery> delivery) {
        return context(componentName, delivery, Optional.empty(), Optional.empty());
    }

    /** The same for a sink, with the settings of the pipeline's dead letters and who its source is. */
    public PluginContext context(
            String componentName,
            Optional<Delivery> delivery,
            Optional<Record> deadLetters,
            Optional<SourceIdentity> source) {
        Metrics metrics = new MicrometerMetrics(meters, pipelineName, componentName);
        return new Context(pipelineName, componentName, clock, metrics, threads.cpu(), delivery, deadLetters, source);
    }

    /** Stops the threads. Idempotent. */
    @Override
    public void close() {
        threads.close();
    }

    private record Context(
            String pipelineName,
            String componentName,
            Clock clock,
            Metrics metrics,
            Executor cpu,
            Optional<Delivery> delivery,
            Optional<Record> deadLetters,
            Optional<SourceIdentity> source)
            implements PluginContext {}
}
