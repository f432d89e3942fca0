package org.lakeingest.app.plugin;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.app.AppErrorCode;

/** Every factory that was found, by extension point and name. Filled once at start, then read only; thread-safe after that. */
public final class PluginRegistry {
    private final Map<ExtensionPoint<?>, Map<String, Registered<?>>> factories = new LinkedHashMap<>();

    PluginRegistry() {
        for (ExtensionPoint<?> point : ExtensionPoint.ALL) {
            factories.put(point, new TreeMap<>());
        }
    }

    /**
     * A factory and where it comes from.
     *
     * @param origin the jar or folder, for messages
     * @param loader the context class loader its components run under
     */
    public record Registered<F extends ComponentFactory<?, ?>>(
            ExtensionPoint<F> point, F factory, String origin, ClassLoader loader) {
        public String name() {
            return factory.name();
        }
    }

    /**
     * Adds what the plugin offers.
     *
     * @throws IngestException when a name of the plugin is taken already; the message names both origins
     */
    void add(IngestPlugin plugin, String origin, ClassLoader loader) {
        for (ExtensionPoint<?> point : ExtensionPoint.ALL) {
            addAll(point, plugin, origin, loader);
        }
    }

    private <F extends ComponentFactory<?, ?>> void addAll(
            ExtensionPoint<F> point, IngestPlugin plugin, String origin, ClassLoader loader) {
        Map<String, Registered<?>> named = factories.getOrDefault(point, Map.of());
        for (F factory : point.factories().apply(plugin)) {
            Registered<?> earlier = named.putIfAbsent(factory.name(), new Registered<>(point, factory, origin, loader));
            if (earlier != null) {
                throw new IngestException(
                        AppErrorCode.PLUGIN_INVALID,
                        "two plugins offer the " + point.title() + " '" + factory.name() + "': " + earlier.origin()
                                + " and " + origin + "; remove one of them");
            }
        }
    }

    /** The factory of that name, or null. */
    @SuppressWarnings("unchecked") // addAll puts a factory only under the point it was read by
    public <F extends ComponentFactory<?, ?>> @Nullable Registered<F> find(ExtensionPoint<F> point, String name) {
        return (Registered<F>) factories.getOrDefault(point, Map.of()).get(name);
    }

    /** The names on offer, sorted. */
    public Collection<String> names(ExtensionPoint<?> point) {
        return List.copyOf(factories.getOrDefault(point, Map.of()).keySet());
    }

    /** Everything, by extension point and then by name. */
    public List<Registered<?>> all() {
        List<Registered<?>> all = new ArrayList<>();
        factories.values().forEach(named -> all.addAll(named.values()));
        return all;
    }
}
