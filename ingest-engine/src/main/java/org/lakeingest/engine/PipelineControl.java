package org.lakeingest.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.engine.progress.Counters;
import org.lakeingest.engine.progress.InFlightBudget;
import org.lakeingest.engine.reject.RejectDesk;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pipeline's life: opens the sink, starts the workers, ends everything in order. The steps run one after the other on the
 * control thread; state and first failure may be read and reported from any thread.
 */
final class PipelineControl implements WorkerListener {
    private static final Logger log = LoggerFactory.getLogger(PipelineControl.class);

    /** For lanes that are in the middle of decoding when everything else has ended. */
    private static final Duration LANE_END_TIMEOUT = Duration.ofSeconds(5);

    private final PipelineRuntime runtime;
    private final PipelineParts components;
    private final PipelineOptions options;
    private final Counters counters = new Counters();
    private final InFlightBudget budget;
    private final EngineThreads threads;
    private final EngineThreads.Serial thread;
    private final AtomicReference<PipelineState> state = new AtomicReference<>(PipelineState.NEW);
    private final AtomicReference<@Nullable IngestException> failure = new AtomicReference<>();
    private final CompletableFuture<Void> termination = new CompletableFuture<>();
    private final List<Worker> workers = new CopyOnWriteArrayList<>();
    private final AtomicInteger joined = new AtomicInteger();
    private final HealthReport health;
    private boolean sinkOpen;
    private int left;
    private int openFailures;
    private @Nullable String openFailure;
    private long startDeadline;
    private boolean ending;
    private boolean ended;
    private int lanesToEnd;

    PipelineControl(PipelineRuntime runtime, PipelineParts components, PipelineOptions options) {
        this.runtime = runtime;
        this.components = components;
        this.options = options;
        this.threads = runtime.threads();
        this.thread = threads.serial("control");
        this.budget = new InFlightBudget(
                options.inFlight().highMarkBytes(), options.inFlight().lowMarkBytes());
        this.health = new HealthReport(threads, options, counters, budget);
        new PipelineMeters(runtime.meters(), runtime.pipelineName()).show(counters, this);
    }

    PipelineOptions options() {
        return options;
    }

    PipelineState state() {
        return Objects.requireNonNull(state.get());
    }

    PipelineHealth health() {
        return health.report(state(), failure.get(), statuses(), lag());
    }

    /** Of the workers that know theirs; empty when none does. */
    private OptionalLong lag() {
        return workers.stream()
                .map(Worker::lag)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .reduce(Long::sum);
    }

    int pausedPartitions() {
        return statuses().stream().mapToInt(WorkerStatus::paused).sum();
    }

    CompletableFuture<Void> termination() {
        return termination.copy();
    }

    private List<WorkerStatus> statuses() {
        List<WorkerStatus> statuses = new ArrayList<>();
        workers.forEach(worker -> statuses.add(worker.status()));
        return statuses;
    }

    void start() {
        if (!changeTo(PipelineState.STARTING)) {
            throw new IllegalStateException("a pipeline is started once; this one is " + state.get());
        }
        startDeadline = threads.nanoTime() + options.startTimeout().toNanos();
        thread.execute(this::open);
    }

    void stop(Duration deadline) {
        long deadlineNanos = threads.nanoTime() + deadline.toNanos();
        if (state.get() == PipelineState.NEW && changeTo(PipelineState.STOPPED)) {
            thread.execute(this::end);
            return;
        }
        if (changeTo(PipelineState.DRAINING)) {
            log.info("pipeline {} is stopping, within {}", runtime.pipelineName(), deadline);
        }
        thread.execute(() -> drain(deadlineNanos));
    }

    /** Along the table in {@link PipelineState}; answers whether it did change. */
    private boolean changeTo(PipelineState next) {
        PipelineState now = state();
        while (now.successors().contains(next)) {
            if (state.compareAndSet(now, next)) {
                return true;
            }
            now = state();
        }
        return false;
    }

    private void open() {
        if (state.get() != PipelineState.STARTING) {
            end();
            return;
        }
        try {
            if (!sinkOpen) {
                components.sink().open();
                sinkOpen = true;
            }
            if (components.deadLetters() != null) {
                components.deadLetters().open();
            }
            startWorkers();
        } catch (IngestException e) {
            onOpenFailure(e);
        } catch (RuntimeException e) {
            onFailed(new IngestException(
                    EngineErrorCode.COMPONENT_BUG, "a component threw " + e + " when it was opened", e));
        }
    }

    private void onOpenFailure(IngestException reason) {
        counters.error(reason.code());
        if (reason.code().kind() != ErrorKind.TRANSIENT) {
            onFailed(reason);
            return;
        }
        if (startDeadline - threads.nanoTime() <= 0) {
            onFailed(new IngestException(
                    EngineErrorCode.START_TIMEOUT,
                    "sink and source could not be opened within start-timeout: " + reason.getMessage(),
                    reason));
            return;
        }
        if (!String.valueOf(reason.getMessage()).equals(openFailure)) {
            openFailure = String.valueOf(reason.getMessage());
            log.warn(
                    "[{}] start failed, trying again until start-timeout: {}",
                    reason.code().name(),
                    reason.getMessage());
        }
        openFailures++;
        Duration delay = Worker.Shared.retries(options).delay(openFailures, threads.random());
        threads.schedule(delay, () -> thread.execute(this::open));
    }

    private void startWorkers() {
        RejectDesk rejects =
                new RejectDesk(options.onError(), options.maxDeadLetters(), counters, threads, this::onFailed);
        Worker.Shared shared = new Worker.Shared(runtime, components, options, budget, counters, rejects, this);
        List<Worker> created = new ArrayList<>();
        try {
            for (int i = 0; i < options.workers(); i++) {
                created.add(Worker.create(i, shared));
            }
        } catch (RuntimeException e) {
            created.forEach(Worker::discard);
            throw e;
        }
        workers.addAll(created);
        created.forEach(Worker::start);
    }

    @Override
    public void onJoined() {
        if (joined.incrementAndGet() == options.workers() && changeTo(PipelineState.RUNNING)) {
            log.info("pipeline {} is running with {} workers", runtime.pipelineName(), options.workers());
        }
    }

    @Override
    public void onPoisoned(IngestException reason) {
        recordFailure(reason);
        changeTo(PipelineState.DRAINING);
        long deadlineNanos = threads.nanoTime() + options.drainTimeout().toNanos();
        thread.execute(() -> drain(deadlineNanos));
    }

    @Override
    public void onFailed(IngestException reason) {
        recordFailure(reason);
        thread.execute(this::abort);
    }

    @Override
    public void onLeft() {
        thread.execute(() -> {
            left++;
            endWhenLeft();
        });
    }

    /** The first failure is the pipeline's; what follows is mostly its consequence. */
    private void recordFailure(IngestException reason) {
        if (failure.compareAndSet(null, reason)) {
            log.error("[{}] pipeline {} fails: {}", reason.code().name(), runtime.pipelineName(), reason.getMessage());
        } else {
            log.debug("[{}] after the first failure: {}", reason.code().name(), reason.getMessage());
        }
    }

    private void drain(long deadlineNanos) {
        workers.forEach(worker -> worker.drain(deadlineNanos));
        endWhenLeft();
    }

    private void abort() {
        workers.forEach(Worker::abort);
        endWhenLeft();
    }

    private void endWhenLeft() {
        if (left == workers.size()) {
            end();
        }
    }

    private void end() {
        if (ending) {
            return;
        }
        ending = true;
        lanesToEnd = workers.size() * options.lanes();
        if (lanesToEnd == 0) {
            finish();
            return;
        }
        workers.forEach(worker -> worker.endLanes(() -> thread.execute(this::onLaneEnded)));
        threads.schedule(LANE_END_TIMEOUT, () -> thread.execute(this::finish));
    }

    private void onLaneEnded() {
        if (--lanesToEnd == 0) {
            finish();
        }
    }

    private void finish() {
        if (ended) {
            return;
        }
        ended = true;
        workers.forEach(Worker::closeWriter);
        if (components.deadLetters() != null) {
            close("dead-letter queue", components.deadLetters());
        }
        close("sink", components.sink());
        IngestException reason = failure.get();
        changeTo(reason == null ? PipelineState.STOPPED : PipelineState.FAILED);
        log.info("pipeline {} has ended: {}", runtime.pipelineName(), state.get());
        if (reason == null) {
            termination.complete(null);
        } else {
            termination.completeExceptionally(reason);
        }
        thread.close();
    }

    private static void close(String component, AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            log.warn("[{}] closing the {} failed", EngineErrorCode.COMPONENT_BUG, component, e);
        }
    }
}
