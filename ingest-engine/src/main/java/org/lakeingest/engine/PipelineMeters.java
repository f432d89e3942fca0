package org.lakeingest.engine;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import org.lakeingest.engine.progress.Counters;

/** Shows what a pipeline counts in the meter registry. */
final class PipelineMeters {
    private final MeterRegistry meters;
    private final Tags tags;

    PipelineMeters(MeterRegistry meters, String pipeline) {
        this.meters = meters;
        this.tags = Tags.of("pipeline", pipeline);
    }

    void show(Counters counters, PipelineControl pipeline) {
        counter("ingest.records.polled", "Records read from the source.", counters.recordsPolled);
        counter("ingest.bytes.polled", "Bytes read from the source, as they weigh in memory.", counters.bytesPolled);
        counter("ingest.rows", "Rows made durable.", counters.rowsDurable);
        counter("ingest.batches", "Batches made durable.", counters.batchesDurable);
        counter("ingest.retries", "Writes that were tried again.", counters.retries);
        counter("ingest.late.completions", "Writes that ended after their lease had.", counters.lateCompletions);
        counter("ingest.commits", "Commits of positions asked of the source.", counters.commits);
        counter("ingest.rebalances", "Changes of the assignment.", counters.rebalances);
        counters.onNewError(this::error);
        for (EngineErrorCode code : EngineErrorCode.values()) {
            counters.error(code, 0);
        }
        gauge(
                "ingest.in.flight.bytes",
                "Bytes retained between poll and durable.",
                pipeline,
                p -> p.health().inFlightBytes());
        gauge(
                "ingest.oldest.in.flight.seconds",
                "Age of the oldest range in flight.",
                pipeline,
                p -> p.health().oldestInFlight().toMillis() / 1e3);
        gauge(
                "ingest.paused.partitions",
                "Partitions that are not read for now.",
                pipeline,
                PipelineControl::pausedPartitions);
    }

    private void error(String code, LongAdder count) {
        FunctionCounter.builder("ingest.errors", count, LongAdder::sum)
                .description("Failures and rejected records by code.")
                .tags(tags.and("code", code))
                .register(meters);
    }

    private void counter(String name, String description, LongAdder count) {
        FunctionCounter.builder(name, count, LongAdder::sum)
                .description(description)
                .tags(tags)
                .register(meters);
    }

    private void gauge(
            String name, String description, PipelineControl pipeline, ToDoubleFunction<PipelineControl> value) {
        Gauge.builder(name, pipeline, value).description(description).tags(tags).register(meters);
    }
}
