package org.lakeingest.sandbox;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a node of an {@link EmbeddedBroker} is set to: small, quick to start, quick to rebalance. */
final class BrokerSettings {
    static final String HOST = "127.0.0.1";

    private BrokerSettings() {}

    /**
     * @param port of the broker, 0 for a free one
     * @param controllerPorts of all nodes in order; empty when none is bound yet
     */
    static Properties of(BrokerOptions options, int index, Path folder, int port, List<Integer> controllerPorts) {
        int controllerPort = controllerPorts.isEmpty() ? 0 : controllerPorts.get(index);
        Properties settings = new Properties();
        settings.setProperty("process.roles", "broker,controller");
        settings.setProperty("node.id", Integer.toString(index + 1));
        settings.setProperty("log.dirs", folder.toString());
        settings.setProperty("metadata.log.dir", folder.toString());
        settings.setProperty(
                "listeners",
                "%s://%s:%d,%s://%s:%d"
                        .formatted(
                                BrokerNode.BROKER_LISTENER,
                                HOST,
                                port,
                                BrokerNode.CONTROLLER_LISTENER,
                                HOST,
                                controllerPort));
        settings.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.setProperty("inter.broker.listener.name", BrokerNode.BROKER_LISTENER);
        settings.setProperty("controller.listener.names", BrokerNode.CONTROLLER_LISTENER);
        settings.setProperty("controller.quorum.voters", voters(options.nodes(), controllerPorts));
        sizes(settings, options.nodes());
        options.settings().forEach(settings::setProperty);
        return settings;
    }

    private static String voters(int nodes, List<Integer> controllerPorts) {
        return IntStream.range(0, nodes)
                .mapToObj(i ->
                        (i + 1) + "@" + (controllerPorts.isEmpty() ? "0.0.0.0:0" : HOST + ":" + controllerPorts.get(i)))
                .collect(Collectors.joining(","));
    }

    private static void sizes(Properties settings, int nodes) {
        String replicas = Integer.toString(nodes);
        settings.setProperty("auto.create.topics.enable", "false");
        settings.setProperty("default.replication.factor", replicas);
        settings.setProperty("offsets.topic.replication.factor", replicas);
        settings.setProperty("offsets.topic.num.partitions", "4");
        settings.setProperty("transaction.state.log.replication.factor", replicas);
        settings.setProperty("transaction.state.log.min.isr", "1");
        settings.setProperty("transaction.state.log.num.partitions", "4");
        settings.setProperty("share.coordinator.state.topic.replication.factor", replicas);
        settings.setProperty("share.coordinator.state.topic.min.isr", "1");
        settings.setProperty("group.initial.rebalance.delay.ms", "0");
        // Lets a test lose a member in a second; the members' own setting still decides.
        settings.setProperty("group.min.session.timeout.ms", "500");
        settings.setProperty("num.network.threads", "2");
        settings.setProperty("num.io.threads", "4");
        settings.setProperty("background.threads", "2");
        settings.setProperty("num.recovery.threads.per.data.dir", "1");
        // The default buffer is 128 MB, a quarter of the heap this must share.
        settings.setProperty("log.cleaner.dedupe.buffer.size", "4194304");
        settings.setProperty("log.cleaner.backoff.ms", "1000");
        settings.setProperty("file.delete.delay.ms", "1000");
    }
}
