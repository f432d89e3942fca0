package org.lakeingest.api;

import java.util.List;

/**
 * Entry point of a plugin jar, found by {@link java.util.ServiceLoader}.
 *
 * <p>Called once at start-up, on the main thread. Each method is called at most once and lists what the jar offers.
 * New extension points arrive as new default methods, so a plugin built against an older release keeps loading.
 */
public interface IngestPlugin {
    default List<SourceFactory<?>> sources() {
        return List.of();
    }

    default List<DecoderFactory<?>> decoders() {
        return List.of();
    }

    default List<TransformerFactory<?>> transformers() {
        return List.of();
    }

    default List<SinkFactory<?>> sinks() {
        return List.of();
    }

    default List<DeadLetterQueueFactory<?>> deadLetterQueues() {
        return List.of();
    }
}
