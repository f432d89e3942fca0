package org.lakeingest.engine.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as it was read, before anybody knows what it means. Whoever reads a format makes these; numbers and booleans
 * stay the text the user wrote. Immutable.
 */
public sealed interface ConfigNode {
    /** For the value of a mapping, where its key stands: that is where a user looks. */
    Location location();

    /** Text, with references such as <code>${env:NAME}</code> still in it. */
    record Scalar(String text, Location location) implements ConfigNode {
        /** Without the text: it may be a secret. */
        @Override
        public String toString() {
            return "scalar at " + location;
        }
    }

    /** Nodes in order. */
    record Sequence(List<ConfigNode> elements, Location location) implements ConfigNode {
        public Sequence {
            elements = List.copyOf(elements);
        }
    }

    /** Named nodes, in the order in which they were written. */
    record Mapping(Map<String, ConfigNode> entries, Location location) implements ConfigNode {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        public static Mapping empty(Location location) {
            return new Mapping(Map.of(), location);
        }

        /** The node of this key; null when there is none. */
        public @Nullable ConfigNode get(String key) {
            return entries.get(key);
        }

        /** This mapping without some of its keys. */
        public Mapping without(Set<String> keys) {
            Map<String, ConfigNode> rest = new LinkedHashMap<>(entries);
            rest.keySet().removeAll(keys);
            return new Mapping(rest, location);
        }
    }

    /** A key without a value; means the same as leaving the key out. */
    record Null(Location location) implements ConfigNode {}
}
