package org.lakeingest.app;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.DeadLetterQueueFactory;
import org.lakeingest.app.plugin.ExtensionPoint;
import org.lakeingest.app.plugin.PluginRegistry;
import org.lakeingest.engine.config.ConfigNode;

/** What a dead-letter queue takes over from the source or the sink of the same type. */
final class DeadLetterDefaults {
    private final ConfigNode.Mapping root;
    private final PluginRegistry plugins;

    DeadLetterDefaults(ConfigNode.Mapping root, PluginRegistry plugins) {
        this.root = root;
        this.plugins = plugins;
    }

    /** The section with the options that it inherits. */
    ConfigNode.Mapping fill(ConfigNode.Mapping section) {
        if (!(section.get("type") instanceof ConfigNode.Scalar type)) {
            return section;
        }
        PluginRegistry.Registered<DeadLetterQueueFactory<?>> found =
                plugins.find(ExtensionPoint.DEAD_LETTER_QUEUE, type.text());
        if (found == null) {
            return section;
        }
        Map<String, ConfigNode> all = new LinkedHashMap<>(section.entries());
        for (String other : List.of("source", "sink")) {
            if (root.get(other) instanceof ConfigNode.Mapping from
                    && from.get("type") instanceof ConfigNode.Scalar same
                    && same.text().equals(type.text())) {
                found.factory().inheritedOptions().forEach(option -> inherit(option, from, section, all));
            }
        }
        return new ConfigNode.Mapping(all, section.location());
    }

    private static void inherit(
            String option, ConfigNode.Mapping from, ConfigNode.Mapping section, Map<String, ConfigNode> all) {
        ConfigNode theirs = from.get(option);
        if (theirs instanceof ConfigNode.Mapping settings && section.get(option) instanceof ConfigNode.Mapping own) {
            Map<String, ConfigNode> joined = new LinkedHashMap<>(settings.entries());
            joined.putAll(own.entries());
            all.put(option, new ConfigNode.Mapping(joined, own.location()));
        } else if (theirs != null && section.get(option) == null) {
            all.put(option, theirs);
        }
        // Settings may be written one by one: client.security.protocol.
        from.entries().forEach((name, value) -> {
            if (name.startsWith(option + ".")) {
                all.putIfAbsent(name, value);
            }
        });
    }
}
