package org.lakeingest.testkit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.engine.FatalHandler;
import org.lakeingest.engine.Pipeline;
import org.lakeingest.engine.PipelineOptions;
import org.lakeingest.engine.PipelineRuntime;
import org.lakeingest.testkit.ManualClock;

/** A pipeline into a sink that keeps positions and refuses, with or without a queue. Confined to the test's thread. */
final class RejectsRig {
    final ManualClock clock = new ManualClock();
    final StepThreads threads;
    final InMemoryTopic topic;
    final RefusingLedger sink;
    final ScriptedLetterQueue queue;
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final List<InMemorySource> sources = new ArrayList<>();
    final List<Throwable> deaths = new ArrayList<>();
    FanOut.Unfit unfit = (partition, offset) -> false;
    final Pipeline pipeline;

    RejectsRig(long seed, int partitions, boolean withQueue, PipelineOptions options) {
        threads = new StepThreads(seed, clock);
        topic = new InMemoryTopic("orders", partitions);
        sink = withQueue ? new RefusingLedger(threads) : new RefusingLedger.Storing(threads);
        queue = new ScriptedLetterQueue(threads);
        for (int i = 0; i < options.workers(); i++) {
            sources.add(new InMemorySource(topic, threads, positions -> {}));
        }
        FatalHandler keep = (thread, cause) -> deaths.add(cause);
        Pipeline.Builder builder = Pipeline.builder(new PipelineRuntime("rejects", clock, meters, threads))
                .source(sources::get)
                .decoder(HarnessDecoder::new)
                .transformers(() -> List.of(new FanOut((partition, offset) -> unfit.test(partition, offset))))
                .sink(sink)
                .options(options)
                .fatalHandler(keep);
        if (withQueue) {
            builder.deadLetters(queue);
        }
        pipeline = builder.build();
    }

    void start() {
        pipeline.start();
        sources.get(0).assign(Set.copyOf(topic.all()));
    }

    void runUntil(BooleanSupplier condition) {
        long deadline = threads.nanoTime() + Duration.ofMinutes(10).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(threads.nanoTime() - deadline)
                    .as("virtual time left; %s, positions %s", pipeline.health(), sink.next)
                    .isNegative();
            if (!threads.step()) {
                threads.pass(Duration.ofMillis(100));
            }
        }
    }

    void runUntilCommitted() {
        runUntil(() -> topic.all().stream().allMatch(each -> topic.committed(each) == topic.end(each))
                || pipeline.termination().isDone());
    }

    void stop() {
        pipeline.stop(Duration.ofSeconds(25));
        runUntil(() -> pipeline.termination().isDone());
    }

    /** How the pipeline failed; null when it stopped in good order. */
    @Nullable
    IngestException failure() {
        try {
            pipeline.termination().join();
            return null;
        } catch (CompletionException e) {
            return (IngestException) e.getCause();
        }
    }

    double rejected(String stage, String policy) {
        return meters.find("ingest.rejected").tags("stage", stage, "policy", policy).functionCounters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }
}
