package org.lakeingest.sandbox;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How an {@link EmbeddedBroker} is laid out. Immutable; each method answers a changed copy.
 *
 * @param nodes 1 or 3; every node is broker and controller
 * @param port of the first node, the others take the ports that follow; 0 lets the system choose free ones
 * @param dataFolder kept when the broker closes; empty for a temporary folder that is removed
 * @param settings Kafka's own names and values, applied last
 */
public record BrokerOptions(int nodes, int port, Optional<Path> dataFolder, Map<String, String> settings) {
    public BrokerOptions {
        if (nodes != 1 && nodes != 3) {
            throw new IllegalArgumentException("nodes must be 1 or 3, not " + nodes);
        }
        if (port < 0 || port + nodes - 1 > 65_535) {
            throw new IllegalArgumentException("port must be between 0 and 65535, not " + port);
        }
        settings = Map.copyOf(settings);
    }

    /** One node, a free port, a temporary folder. */
    public static BrokerOptions defaults() {
        return new BrokerOptions(1, 0, Optional.empty(), Map.of());
    }

    public BrokerOptions withNodes(int count) {
        return new BrokerOptions(count, port, dataFolder, settings);
    }

    public BrokerOptions withPort(int first) {
        return new BrokerOptions(nodes, first, dataFolder, settings);
    }

    public BrokerOptions withDataFolder(Path folder) {
        return new BrokerOptions(nodes, port, Optional.of(folder), settings);
    }

    public BrokerOptions withSetting(String name, String value) {
        Map<String, String> changed = new LinkedHashMap<>(settings);
        changed.put(name, value);
        return new BrokerOptions(nodes, port, dataFolder, changed);
    }
}
