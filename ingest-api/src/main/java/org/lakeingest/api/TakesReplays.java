package org.lakeingest.api;

import java.util.Optional;

/**
 * A {@link SourceFactory} that can put records back to where its sources read them.
 *
 * @param <C> its configuration
 */
public interface TakesReplays<C extends Record> {
    /**
     * Cheap and free of I/O, as a factory is.
     *
     * @param to another topic than the one each record was read from
     * @param keepTimestamps whether records keep the timestamp they had, rather than get the time of the replay
     */
    Replay replay(C config, PluginContext context, Optional<String> to, boolean keepTimestamps);
}
