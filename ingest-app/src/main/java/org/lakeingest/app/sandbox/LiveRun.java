package org.lakeingest.app.sandbox;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.app.cli.Stop;
import org.lakeingest.engine.PipelineHealth;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.SandboxException;
import org.lakeingest.sandbox.Topics;

/** Keeps producing and shows what happens, until asked to stop. */
final class LiveRun implements Callable<Integer> {
    private static final long STATUS_MILLIS = 1000;
    /** Between two looks at how many partitions there are, so that an expansion from another terminal gets messages, too. */
    private static final long SLICE_SECONDS = 5;

    private final SandboxPlan plan;
    private final Progress progress;
    private final Stop stop;
    private final SandboxPlan.Names names = SandboxPlan.Names.fresh();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private volatile long produced;

    LiveRun(SandboxPlan plan, Progress progress, Stop stop) {
        this.plan = plan;
        this.progress = progress;
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Services services = Services.start(plan.ports(), plan.lakeDsn(), progress);
                Topics topics = new Topics(services.bootstrapServers())) {
            topics.create(names.topic(), plan.partitions());
            try (SandboxPipeline pipeline = SandboxPipeline.start(plan, names, services, progress, stop)) {
                progress.line(Hints.live(services, names, pipeline.address()));
                Thread producer = new Thread(() -> produce(services, topics), "sandbox-producer");
                producer.start();
                watch(topics, pipeline);
                producer.join();
                progress.step("stopping: draining what is in flight");
                pipeline.stop();
                progress.step(
                        "pipeline has stopped; %d produced, %d rows durable",
                        produced, pipeline.health().rows());
            }
        }
        return 0;
    }

    private void watch(Topics topics, SandboxPipeline pipeline) throws InterruptedException {
        long rowsBefore = 0;
        long then = System.nanoTime();
        try {
            while (!stop.await(STATUS_MILLIS, TimeUnit.MILLISECONDS)) {
                pipeline.checkAlive();
                RuntimeException failed = failure.get();
                if (failed != null) {
                    throw failed;
                }
                PipelineHealth health = pipeline.health();
                long now = System.nanoTime();
                Map<Integer, Topics.GroupPosition> positions = topics.lag(names.group(), names.topic());
                long lag = positions.values().stream()
                        .mapToLong(Topics.GroupPosition::lag)
                        .sum();
                progress.status(
                        "%s  produced %d  rows %d (%.0f rows/s)  lag %d  partitions %d  batches %d  in flight %d KB",
                        health.ready() ? "ready" : health.reason(),
                        produced,
                        health.rows(),
                        (health.rows() - rowsBefore) / ((now - then) / 1e9),
                        lag,
                        positions.size(),
                        pipeline.counter("ingest_batches_total"),
                        health.inFlightBytes() >> 10);
                rowsBefore = health.rows();
                then = now;
            }
        } finally {
            stop.request();
        }
    }

    private void produce(Services services, Topics topics) {
        try {
            while (!stop.isRequested()) {
                int partitions = topics.describe(names.topic()).partitions().size();
                produceSlice(services, partitions);
            }
        } catch (SandboxException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void produceSlice(Services services, int partitions) {
        long start = produced;
        LoadGenerator generator = new LoadGenerator(LoadGenerator.Options.of(
                        services.bootstrapServers(), names.topic(), start, Integer.MAX_VALUE, partitions)
                .withRate(plan.rate()));
        LoadGenerator.Result result = generator.run((sent, stored, failed, elapsed) -> {
            produced = start + stored;
            if (stop.isRequested() || elapsed.toSeconds() >= SLICE_SECONDS) {
                generator.stop();
            }
        });
        produced = start + result.produced();
    }
}
