package org.lakeingest.engine.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Nodes as a reader would make them; each key stands on a line of its own, in the order of their writing. */
final class Nodes {
    private int line;

    /** Keys and values in turn; a value is text, null, or a node. */
    ConfigNode.Mapping map(@Nullable Object... entries) {
        Map<String, ConfigNode> nodes = new LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            nodes.put(String.valueOf(entries[i]), node(entries[i + 1]));
        }
        return new ConfigNode.Mapping(nodes, next());
    }

    ConfigNode.Sequence list(@Nullable Object... elements) {
        List<ConfigNode> nodes =
                java.util.Arrays.stream(elements).map(this::node).toList();
        return new ConfigNode.Sequence(nodes, next());
    }

    private ConfigNode node(@Nullable Object value) {
        if (value == null) {
            return new ConfigNode.Null(next());
        }
        return value instanceof ConfigNode node ? node : new ConfigNode.Scalar(value.toString(), next());
    }

    private Location next() {
        return new Location("pipeline.yaml", ++line, 3);
    }
}
