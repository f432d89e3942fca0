package org.lakeingest.api;

/**
 * Creates one kind of component from its typed configuration.
 *
 * @param <T> the component
 * @param <C> its configuration, a record whose components carry {@link org.lakeingest.api.config.Option}
 */
public interface ComponentFactory<T, C extends Record> {
    /** The name users write in a pipeline file; kebab-case, unique per extension point. */
    String name();

    /** The record the engine binds, validates and documents. */
    Class<C> configType();

    /**
     * Called once per worker for sources, once per pipeline for sinks and dead-letter queues, once per lane for decoders
     * and transformers.
     * Must be cheap and open no connection: that is the component's business. A local file that an option names may be read,
     * so that a wrong one stops the start.
     *
     * @throws IngestException of kind CONFIGURATION when such a file is missing or wrong
     */
    T create(C config, PluginContext context);
}
