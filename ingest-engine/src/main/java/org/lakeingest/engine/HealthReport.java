package org.lakeingest.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.InFlightBudget;

/** Puts a pipeline's health into one value and one line. Thread-safe. */
final class HealthReport {
    private final EngineThreads threads;
    private final PipelineOptions options;
    private final Counters counters;
    private final InFlightBudget budget;

    HealthReport(EngineThreads threads, PipelineOptions options, Counters counters, InFlightBudget budget) {
        this.threads = threads;
        this.options = options;
        this.counters = counters;
        this.budget = budget;
    }

    PipelineHealth report(
            PipelineState state, @Nullable IngestException failure, List<WorkerStatus> workers, OptionalLong lag) {
        long now = threads.nanoTime();
        long limit = options.oldestInFlightLimit().toNanos();
        long oldest = 0;
        String stuck = null;
        boolean turning = true;
        for (WorkerStatus worker : workers) {
            turning &= state.isFinal() || now - worker.turnNanos() < limit;
            if (worker.oldest() != null && now - worker.oldestNanos() > oldest) {
                oldest = now - worker.oldestNanos();
                stuck = worker.oldest();
            }
        }
        boolean live = state != PipelineState.FAILED && turning;
        String reason = reason(state, failure, turning, oldest > limit ? stuck : null, workers);
        return new PipelineHealth(
                state,
                live,
                live && reason.isEmpty(),
                reason,
                counters.rowsDurable.sum(),
                budget.total(),
                Duration.ofNanos(oldest),
                lag);
    }

    private String reason(
            PipelineState state,
            @Nullable IngestException failure,
            boolean turning,
            @Nullable String stuck,
            List<WorkerStatus> workers) {
        if (failure != null) {
            return "[" + failure.code().name() + "] " + failure.getMessage();
        }
        if (!turning) {
            return "a poll thread has not turned for longer than oldest-in-flight-limit";
        }
        if (state != PipelineState.RUNNING) {
            long joined = workers.stream().filter(WorkerStatus::joined).count();
            return "pipeline is " + state + ", " + joined + " of " + options.workers() + " workers have joined";
        }
        Optional<String> blocked = counters.blockages.reason();
        if (blocked.isPresent()) {
            return blocked.get();
        }
        return stuck == null ? "" : stuck + " has been in flight for longer than oldest-in-flight-limit";
    }
}
