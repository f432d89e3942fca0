package org.lakeingest.api;

import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;

/** What the engine offers to a component. Thread-safe; valid until the component is closed. */
public interface PluginContext {
    String pipelineName();

    String componentName();

    /** The only source of time; tests move it by hand. */
    Clock clock();

    /** Already prefixed and tagged with pipeline and component. */
    Metrics metrics();

    /** A bounded pool, shared by the process, for encoding and compressing; not for I/O. */
    Executor cpu();

    /**
     * The guarantee that the pipeline asks for, empty when it leaves the choice to the sink. A factory of sinks makes a
     * {@link TransactionalSink} for {@link Delivery#EXACTLY_ONCE}, or refuses and says which option is in the way; where nothing is
     * asked for, it makes the best sink that its options allow.
     */
    default Optional<Delivery> delivery() {
        return Optional.empty();
    }

    /**
     * For a factory of sinks: the settings of the pipeline's section {@code dead-letters}, as the record that the named
     * factory declares; empty without one. See {@link StoresDeadLetters}.
     */
    default Optional<Record> deadLetters() {
        return Optional.empty();
    }

    /** For a factory of sinks: what the pipeline reads, and as whom; empty where the source's factory does not say so. */
    default Optional<SourceIdentity> source() {
        return Optional.empty();
    }
}
