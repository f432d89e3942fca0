package org.lakeingest.app;

import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.PluginContext;
import org.lakeingest.app.plugin.PluginBoundary;
import org.lakeingest.app.plugin.PluginRegistry;

/**
 * A factory and the settings bound for it. Immutable; {@link #create} may be called from any thread.
 *
 * @param registered the factory
 * @param config an instance of the factory's own record
 * @param <T> what it makes
 */
public record PipelineComponent<T>(
        PluginRegistry.Registered<? extends ComponentFactory<? extends T, ?>> registered, Record config) {

    /** {@code sink 'lake'}. */
    public String title() {
        return registered.point().title() + " '" + registered.name() + "'";
    }

    /** A new instance behind its {@link PluginBoundary}. */
    public T create(PluginContext context) {
        return PluginBoundary.wrap(create(registered.factory(), context), title(), registered.loader());
    }

    @SuppressWarnings("unchecked") // config was bound to factory.configType()
    private <R extends T, C extends Record> R create(ComponentFactory<R, C> factory, PluginContext context) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(registered.loader());
        try {
            return factory.create((C) config, context);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
