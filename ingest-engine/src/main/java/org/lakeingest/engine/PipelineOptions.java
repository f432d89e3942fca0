package org.lakeingest.engine;

import java.time.Duration;
import java.util.Optional;
import org.lakeingest.api.Delivery;
import org.lakeingest.api.Sink;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.config.Option;

/** Everything a pipeline can be told about itself. Immutable; the {@code with} methods answer a changed copy. */
public record PipelineOptions(
        @Option(name = "workers", defaultValue = "1", description = "Members of the source's group in this process.")
        int workers,

        @Option(
                name = "lanes",
                defaultValue = "1",
                description = "Threads per worker that decode, transform and batch; a partition belongs to one.")
        int lanes,

        @Option(
                name = "open-writes",
                description =
                        "Groups of batches that a lane may have at the sink at once, so that uploads overlap loads. Unset, 2; with"
                                + " exactly-once 8, since batches gather for the next transaction while one runs.")
        Optional<Integer> openWrites,

        @Option(name = "batch", description = "When batches are closed.")
        BatchOptions batch,

        @Option(name = "retry", description = "How failed writes are tried again.")
        RetryOptions retry,

        @Option(name = "in-flight", description = "How much may be in memory.")
        InFlightOptions inFlight,

        @Option(
                name = "drain-timeout",
                defaultValue = "25s",
                description = "Time for finishing what is in flight when the pipeline stops.")
        Duration drainTimeout,

        @Option(
                name = "start-timeout",
                defaultValue = "30s",
                description = "Time for opening the sink and joining the source's group, retries included.")
        Duration startTimeout,

        @Option(
                name = "commit-interval",
                defaultValue = "1s",
                description = "Time between two commits of positions at the source.")
        Duration commitInterval,

        @Option(
                name = "oldest-in-flight-limit",
                defaultValue = "10m",
                description = "Age of a range in flight above which the pipeline reports that it is not ready.")
        Duration oldestInFlightLimit,

        @Option(
                name = "delivery",
                description =
                        "The guarantee: exactly-once, which the sink must be able to keep, or at-least-once. Unset, the better one"
                                + " that the sink can keep with its options.")
        Optional<Delivery> delivery,

        @Option(name = "on-error", description = "What becomes of records that can never become rows.")
        OnErrorOptions onError,

        @Option(name = "max-dead-letters", description = "When a pipeline that gives records up has to stop.")
        MaxDeadLetterOptions maxDeadLetters) {
    private static final int OPEN_WRITES = 2;

    /** Enough for what is being uploaded, what gathers and what is in a transaction; memory is bounded elsewhere. */
    private static final int TRANSACTIONAL_OPEN_WRITES = 8;

    public PipelineOptions {
        OptionChecks.between("workers", workers, 1, 1024);
        OptionChecks.between("lanes", lanes, 1, 256);
        openWrites.ifPresent(number -> OptionChecks.between("open-writes", number, 1, 64));
        OptionChecks.positive("drain-timeout", drainTimeout);
        OptionChecks.positive("start-timeout", startTimeout);
        OptionChecks.positive("commit-interval", commitInterval);
        OptionChecks.positive("oldest-in-flight-limit", oldestInFlightLimit);
    }

    /** The number in force. */
    int openWritesOf(Sink sink) {
        return openWrites.orElse(sink instanceof TransactionalSink ? TRANSACTIONAL_OPEN_WRITES : OPEN_WRITES);
    }

    public static PipelineOptions defaults() {
        return new PipelineOptions(
                1,
                1,
                Optional.empty(),
                BatchOptions.defaults(),
                RetryOptions.defaults(),
                InFlightOptions.defaults(),
                Duration.ofSeconds(25),
                Duration.ofSeconds(30),
                Duration.ofSeconds(1),
                Duration.ofMinutes(10),
                Optional.empty(),
                OnErrorOptions.defaults(),
                MaxDeadLetterOptions.defaults());
    }

    public PipelineOptions withWorkers(int newWorkers, int newLanes) {
        return new PipelineOptions(
                newWorkers,
                newLanes,
                openWrites,
                batch,
                retry,
                inFlight,
                drainTimeout,
                startTimeout,
                commitInterval,
                oldestInFlightLimit,
                delivery,
                onError,
                maxDeadLetters);
    }

    public PipelineOptions withBatch(BatchOptions newBatch) {
        return new PipelineOptions(
                workers,
                lanes,
                openWrites,
                newBatch,
                retry,
                inFlight,
                drainTimeout,
                startTimeout,
                commitInterval,
                oldestInFlightLimit,
                delivery,
                onError,
                maxDeadLetters);
    }

    public PipelineOptions withRetry(RetryOptions newRetry) {
        return new PipelineOptions(
                workers,
                lanes,
                openWrites,
                batch,
                newRetry,
                inFlight,
                drainTimeout,
                startTimeout,
                commitInterval,
                oldestInFlightLimit,
                delivery,
                onError,
                maxDeadLetters);
    }

    public PipelineOptions withInFlight(InFlightOptions newInFlight) {
        return new PipelineOptions(
                workers,
                lanes,
                openWrites,
                batch,
                retry,
                newInFlight,
                drainTimeout,
                startTimeout,
                commitInterval,
                oldestInFlightLimit,
                delivery,
                onError,
                maxDeadLetters);
    }

    public PipelineOptions withTimeouts(
            Duration newDrainTimeout, Duration newStartTimeout, Duration newCommitInterval) {
        return new PipelineOptions(
                workers,
                lanes,
                openWrites,
                batch,
                retry,
                inFlight,
                newDrainTimeout,
                newStartTimeout,
                newCommitInterval,
                oldestInFlightLimit,
                delivery,
                onError,
                maxDeadLetters);
    }

    public PipelineOptions withDelivery(Optional<Delivery> newDelivery) {
        return new PipelineOptions(
                workers,
                lanes,
                openWrites,
                batch,
                retry,
                inFlight,
                drainTimeout,
                startTimeout,
                commitInterval,
                oldestInFlightLimit,
                newDelivery,
                onError,
                maxDeadLetters);
    }

    public PipelineOptions withOnError(OnErrorOptions newOnError, MaxDeadLetterOptions newMaxDeadLetters) {
        return new PipelineOptions(
                workers,
                lanes,
                openWrites,
                batch,
                retry,
                inFlight,
                drainTimeout,
                startTimeout,
                commitInterval,
                oldestInFlightLimit,
                delivery,
                newOnError,
                newMaxDeadLetters);
    }
}
