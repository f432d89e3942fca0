package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.engine.FatalHandler;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineRuntime;
import org.lakeingest.testkit.ManualClock;

/**
 * A pipeline over an {@link InMemoryTopic} and a {@link ScriptedSink} whose threads are steps on the test's thread. The seed
 * decides in which order they run, so a failure is replayed by its seed. Every commit is checked against what is durable.
 */
public final class PipelineHarness {
    private final ManualClock clock = new ManualClock();
    private final StepThreads threads;
    private final InMemoryTopic topic;
    private final ScriptedSink sink;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<InMemorySource> sources = new ArrayList<>();
    private final List<Throwable> deaths = new ArrayList<>();
    private final Pipeline pipeline;

    public PipelineHarness(long seed, int partitions, PipelineOptions options) {
        this.threads = new StepThreads(seed, clock);
        this.topic = new InMemoryTopic("orders", partitions);
        this.sink = new ScriptedSink(threads);
        PipelineRuntime runtime = new PipelineRuntime("harness", clock, meters, threads);
        for (int i = 0; i < options.workers(); i++) {
            sources.add(new InMemorySource(topic, threads, this::checkCommit));
        }
        this.pipeline = Pipeline.builder(runtime)
                .source(sources::get)
                .decoder(HarnessDecoder::new)
                .sink(sink)
                .options(options)
                .fatalHandler(deathsAreKept())
                .build();
    }

    private FatalHandler deathsAreKept() {
        return (thread, cause) -> deaths.add(cause);
    }

    private void checkCommit(Map<SourcePartition, Long> positions) {
        positions.forEach((partition, position) -> assertThat(position)
                .as("committed position of %s is not beyond what is durable", partition)
                .isLessThanOrEqualTo(sink.rows().prefix(partition)));
    }

    public StepThreads threads() {
        return threads;
    }

    public InMemoryTopic topic() {
        return topic;
    }

    public ScriptedSink sink() {
        return sink;
    }

    public InMemorySource source(int worker) {
        return sources.get(worker);
    }

    public Pipeline pipeline() {
        return pipeline;
    }

    /** A counter of the engine, by its name in the meter registry. */
    public double count(String meter) {
        return meters.get(meter).functionCounter().count();
    }

    /** What reached the fatal handler. */
    public List<Throwable> deaths() {
        return List.copyOf(deaths);
    }

    /** Starts with all partitions assigned to the first worker. */
    public PipelineHarness startWithEverything() {
        pipeline.start();
        source(0).assign(Set.copyOf(topic.all()));
        return this;
    }

    /** Runs steps until this holds; fails when it does not within this much virtual time. */
    public void runUntil(BooleanSupplier condition, Duration limit) {
        long deadline = threads.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(threads.nanoTime() - deadline)
                    .as("virtual time left; %s, %d batches open", pipeline.health(), sink.openBatches())
                    .isNegative();
            stepOrPass();
        }
    }

    /** Runs steps for this much virtual time. */
    public void runFor(Duration duration) {
        long end = threads.nanoTime() + duration.toNanos();
        while (threads.nanoTime() - end < 0) {
            stepOrPass();
        }
    }

    /** Without a poll loop nothing makes time pass. */
    private void stepOrPass() {
        if (!threads.step()) {
            threads.pass(Duration.ofMillis(100));
        }
    }

    public void runUntilDurable(Duration limit) {
        runUntil(
                () -> topic.all().stream().allMatch(partition -> sink.rows().prefix(partition) == topic.end(partition)),
                limit);
    }

    /** Stops and runs until it has ended. */
    public void stop(Duration deadline) {
        pipeline.stop(deadline);
        runUntilEnded();
    }

    public void runUntilEnded() {
        runUntil(() -> pipeline.termination().isDone(), Duration.ofMinutes(5));
    }

    /** How the pipeline failed; null when it stopped in good order. */
    public @Nullable IngestException failure() {
        try {
            pipeline.termination().join();
            return null;
        } catch (CompletionException e) {
            return (IngestException) e.getCause();
        }
    }

    /** Each row of the partition was written once, in order, none is missing and the position says so. */
    public void assertExactPrefix(SourcePartition partition, long end) {
        List<Long> rows = sink.rows().of(partition);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(rows.get(i)).as("offset of row %d of %s", i, partition).isEqualTo(i);
        }
        assertThat(rows.size()).as("rows of %s", partition).isEqualTo(end);
        assertThat(topic.committed(partition))
                .as("committed position of %s", partition)
                .isEqualTo(end);
    }
}
