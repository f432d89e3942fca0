package org.lakeingest.app.sandbox;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.app.cli.CommandFailure;
import org.lakeingest.app.cli.Progress;
import org.lakeingest.app.cli.Stop;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;

/** One run with an online expansion of the topic, checked at the end. Confined to one thread. */
final class OnceRun implements Callable<Integer> {
    private static final Duration ASSIGNMENT_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 50;

    private final SandboxPlan plan;
    private final Progress progress;
    private final Stop stop;
    private final @Nullable String beforeCheck;
    private final SandboxPlan.Names names = SandboxPlan.Names.fresh();

    OnceRun(SandboxPlan plan, Progress progress, Stop stop, @Nullable String beforeCheck) {
        this.plan = plan;
        this.progress = progress;
        this.stop = stop;
        this.beforeCheck = beforeCheck;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (Services services = Services.start(plan.ports(), plan.lakeDsn(), progress);
                Topics topics = new Topics(services.bootstrapServers())) {
            topics.create(names.topic(), plan.partitions());
            progress.step("topic %s has %d partitions", names.topic(), plan.partitions());
            try (SandboxPipeline pipeline = SandboxPipeline.start(plan, names, services, progress, stop)) {
                return run(services, topics, pipeline);
            }
        }
    }

    private int run(Services services, Topics topics, SandboxPipeline pipeline) throws InterruptedException {
        LoadGenerator.Result first = produce(services, 0, plan.firstPart(), plan.partitions());
        awaitNoLag(topics, pipeline, plan.firstPart());
        Duration expansion = expand(topics, pipeline);
        LoadGenerator.Result second = produce(services, plan.firstPart(), plan.secondPart(), plan.expandTo());
        awaitNoLag(topics, pipeline, plan.messages());
        pipeline.stop();
        progress.step("pipeline has stopped");
        LakeQuery lake = services.lakeQuery();
        if (beforeCheck != null) {
            String statement = beforeCheck.replace("{table}", names.table());
            lake.rows(statement);
            progress.step("ran at the lake: %s", statement);
        }
        progress.step("asking the lake and the broker");
        GuideCheck check = new GuideCheck(plan, names);
        check.askLake(lake);
        check.askBroker(topics);
        check.askAudit(pipeline.audit());
        check.askMetrics(pipeline);
        check.measured(expansion, first, second, progress.seconds());
        progress.line(check.table());
        if (services.isLakeElsewhere()) {
            progress.step("table %s stays in the lake at %s", names.table(), services.lakeUri());
        }
        return check.allRight() ? 0 : 1;
    }

    private LoadGenerator.Result produce(Services services, long start, long count, int partitions) {
        progress.step("producing %d messages to %d partitions", count, partitions);
        LoadGenerator generator = new LoadGenerator(
                LoadGenerator.Options.of(services.bootstrapServers(), names.topic(), start, count, partitions));
        LoadGenerator.Result result = generator.run((sent, stored, failed, elapsed) -> {
            progress.status("produced %d of %d", stored, count);
            if (stop.isRequested()) {
                generator.stop();
            }
        });
        if (stop.isRequested()) {
            throw new CommandFailure(1, "stopped before the check", null);
        }
        if (!result.complete()) {
            throw new CommandFailure(1, "the broker did not take every message: " + result.line(), null);
        }
        progress.step("%s", result.line());
        return result;
    }

    /** From the call that alters the topic until the broker says that members of the group own every partition. */
    private Duration expand(Topics topics, SandboxPipeline pipeline) throws InterruptedException {
        if (plan.expandTo() == plan.partitions()) {
            return Duration.ZERO;
        }
        progress.step("expanding topic %s to %d partitions", names.topic(), plan.expandTo());
        long began = System.nanoTime();
        topics.alter(names.topic(), plan.expandTo());
        boolean assigned = await(
                ASSIGNMENT_TIMEOUT,
                pipeline,
                () -> topics.assigned(names.group(), names.topic()).size() == plan.expandTo());
        Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
        if (!assigned) {
            throw new CommandFailure(
                    1,
                    "the group owns only partitions " + topics.assigned(names.group(), names.topic()) + " "
                            + ASSIGNMENT_TIMEOUT.toSeconds() + " s after the expansion",
                    null);
        }
        progress.step("all %d partitions are assigned", plan.expandTo());
        return elapsed;
    }

    private void awaitNoLag(Topics topics, SandboxPipeline pipeline, long total) throws InterruptedException {
        progress.step("waiting until the group has no lag");
        boolean caughtUp = await(PATIENCE, pipeline, () -> {
            Map<Integer, Topics.GroupPosition> positions = topics.lag(names.group(), names.topic());
            long lag = positions.values().stream()
                    .mapToLong(Topics.GroupPosition::lag)
                    .sum();
            progress.status(
                    "lag %d, rows in the lake %d", lag, pipeline.health().rows());
            return lag == 0
                    && positions.values().stream()
                                    .mapToLong(Topics.GroupPosition::end)
                                    .sum()
                            == total;
        });
        if (!caughtUp) {
            throw new CommandFailure(1, "the group still lags: " + topics.lag(names.group(), names.topic()), null);
        }
        progress.step("no lag; %d rows are durable", pipeline.health().rows());
    }

    /** Whether the condition came true in time. */
    private boolean await(Duration time, SandboxPipeline pipeline, BooleanSupplier condition)
            throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (!condition.getAsBoolean()) {
            pipeline.checkAlive();
            if (System.nanoTime() - deadline > 0) {
                return false;
            }
            if (stop.await(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new CommandFailure(1, "stopped before the check", null);
            }
        }
        return true;
    }
}
