package org.lakeingest.engine;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Delivery;
import org.lakeingest.api.ExplainsDelivery;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Sink;
import org.lakeingest.api.Source;
import org.lakeingest.api.StoresDeadLetters;
import org.lakeingest.api.TransactionalSink;
import org.lakeingest.api.Transformer;

/**
 * Moves records from a source through decoder and transformers to a sink, and commits positions at the source once they are
 * durable.
 *
 * <p>Life: built, {@link #start} once, then {@link #stop} or {@link #close}, or it fails; {@link #termination} tells how it
 * ended. The pipeline closes the components it was given. Thread-safe.
 */
public final class Pipeline implements AutoCloseable {
    private final PipelineControl control;

    private Pipeline(PipelineControl control) {
        this.control = control;
    }

    public static Builder builder(PipelineRuntime runtime) {
        return new Builder(runtime);
    }

    /**
     * Opens the sink and joins the source's group on the engine's threads and returns at once. What fails and may pass is
     * tried again until the start timeout.
     *
     * @throws IllegalStateException when it was started or stopped before
     */
    public void start() {
        control.start();
    }

    public PipelineState state() {
        return control.state();
    }

    /** Waits for nothing. */
    public PipelineHealth health() {
        return control.health();
    }

    /**
     * Completes when the pipeline has stopped and its components are closed, exceptionally with the first
     * {@link org.lakeingest.api.IngestException} when it has failed.
     */
    public CompletableFuture<Void> termination() {
        return control.termination();
    }

    /**
     * Takes nothing new, makes durable what is in flight for at most this long, commits, leaves the group. Returns at once;
     * a second call may only shorten the time.
     */
    public void stop(Duration deadline) {
        control.stop(deadline);
    }

    /** {@link #stop} with the drain timeout, and waits. Does not throw: {@link #termination} has the failure. */
    @Override
    public void close() {
        control.stop(control.options().drainTimeout());
        try {
            termination().join();
        } catch (CompletionException e) {
            // told by termination()
        }
    }

    /** Collects the components. Confined to one thread. */
    public static final class Builder {
        private final PipelineRuntime runtime;
        private @Nullable IntFunction<Source> source;
        private @Nullable Supplier<Decoder> decoder;
        private Supplier<List<Transformer>> transformers = List::of;
        private @Nullable Sink sink;
        private @Nullable DeadLetterQueue deadLetters;
        private PipelineOptions options = PipelineOptions.defaults();
        private FatalHandler fatalHandler = FatalHandler.halting();

        private Builder(PipelineRuntime runtime) {
            this.runtime = runtime;
        }

        /**
         * Sets where records come from.
         *
         * @param perWorker called once for each worker, with its number from 0
         */
        public Builder source(IntFunction<Source> perWorker) {
            source = perWorker;
            return this;
        }

        public Builder decoder(Supplier<Decoder> perLane) {
            decoder = perLane;
            return this;
        }

        /** In the order of application; none if not called. */
        public Builder transformers(Supplier<List<Transformer>> perLane) {
            transformers = perLane;
            return this;
        }

        public Builder sink(Sink shared) {
            sink = shared;
            return this;
        }

        /**
         * Where records go whose policy is to become dead letters. Not needed for a sink that {@linkplain StoresDeadLetters
         * stores them}; one that does is given none when there is a queue.
         */
        public Builder deadLetters(DeadLetterQueue queue) {
            deadLetters = queue;
            return this;
        }

        public Builder options(PipelineOptions value) {
            options = value;
            return this;
        }

        /** Instead of {@link FatalHandler#halting}. */
        public Builder fatalHandler(FatalHandler handler) {
            fatalHandler = handler;
            return this;
        }

        /**
         * Checks that nothing is missing and that the guarantee can be kept; starts nothing.
         *
         * @throws NullPointerException when source, decoder or sink is missing
         * @throws IngestException of kind CONFIGURATION when the options ask for a guarantee that the sink cannot keep, or for
         *     dead letters without a place for them
         */
        public Pipeline build() {
            PipelineParts components = new PipelineParts(
                    Objects.requireNonNull(source, "a pipeline needs a source"),
                    Objects.requireNonNull(decoder, "a pipeline needs a decoder"),
                    transformers,
                    Objects.requireNonNull(sink, "a pipeline needs a sink"),
                    deadLetters);
            checkDelivery(components.sink());
            checkDeadLetters(components);
            runtime.threads().onFatal(fatalHandler);
            return new Pipeline(new PipelineControl(runtime, components, options));
        }

        private void checkDeadLetters(PipelineParts components) {
            if (options.onError().uses(ErrorPolicy.DEAD_LETTER)
                    && components.deadLetters() == null
                    && !(components.sink() instanceof StoresDeadLetters)) {
                throw new IngestException(
                        EngineErrorCode.NO_DEAD_LETTERS,
                        "on-error says dead-letter, and there is nowhere to keep dead letters;"
                                + " write a section dead-letters: {type: ...}, or choose fail or skip");
            }
        }

        private void checkDelivery(Sink chosen) {
            if (options.delivery().equals(Optional.of(Delivery.EXACTLY_ONCE))
                    && !(chosen instanceof TransactionalSink)) {
                String why = chosen instanceof ExplainsDelivery explained
                        ? explained.deliveryReason()
                        : "the sink does not keep positions together with the rows";
                throw new IngestException(
                        EngineErrorCode.DELIVERY_UNSUPPORTED,
                        "delivery: exactly-once cannot be kept, since " + why
                                + "; choose delivery: at-least-once, or a sink that can");
            }
        }
    }
}
