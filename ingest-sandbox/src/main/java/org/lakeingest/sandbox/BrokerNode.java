package org.lakeingest.sandbox;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import kafka.server.BrokerServer;
import kafka.server.ControllerServer;
import kafka.server.FaultHandlerFactory;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.server.SharedServer;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.bootstrap.BootstrapDirectory;
import org.apache.kafka.metadata.bootstrap.BootstrapMetadata;
import org.apache.kafka.metadata.properties.MetaPropertiesEnsemble;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.ServerSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of one node, broker and controller together, put together from Kafka's parts. A restart is a new object.
 *
 * <p>The parts are public classes but no supported API, so all of them are used in this file and nowhere else. They are used
 * in place of {@link KafkaRaftServer} because that one must be told its controller's port beforehand, which is a race.
 */
final class BrokerNode {
    static final String BROKER_LISTENER = "PLAINTEXT";
    static final String CONTROLLER_LISTENER = "CONTROLLER";

    private static final Logger log = LoggerFactory.getLogger(BrokerNode.class);

    private final ControllerServer controller;
    private final BrokerServer broker;

    /** @param voters the controllers' addresses by node id; completed once every controller is bound */
    BrokerNode(Properties settings, CompletableFuture<Map<Integer, InetSocketAddress>> voters) throws Exception {
        KafkaConfig config = KafkaConfig.fromProps(settings, false);
        MetaPropertiesEnsemble folders = loadFolders(config.metadataLogDir());
        BootstrapMetadata bootstrap = new BootstrapDirectory(config.metadataLogDir()).read();
        SharedServer shared = new SharedServer(
                config,
                folders,
                Time.SYSTEM,
                new Metrics(),
                voters,
                List.of(),
                faults(config.nodeId()),
                ServerSocketFactory.INSTANCE);
        this.controller = new ControllerServer(shared, KafkaRaftServer.configSchema(), bootstrap);
        this.broker = new BrokerServer(shared);
    }

    /** Makes the folder a node's folder; one that already is keeps its data. */
    static void format(Path folder, int nodeId, String clusterId) throws Exception {
        new Formatter()
                .setNodeId(nodeId)
                .setClusterId(clusterId)
                .setDirectories(List.of(folder.toString()))
                .setMetadataLogDirectory(folder.toString())
                .setControllerListenerName(CONTROLLER_LISTENER)
                .setIgnoreFormatted(true)
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .run();
    }

    /** The cluster a formatted folder belongs to; null when it is not formatted. */
    static @Nullable String clusterId(Path folder) throws IOException {
        if (!new File(folder.toFile(), MetaPropertiesEnsemble.META_PROPERTIES_NAME).exists()) {
            return null;
        }
        return loadFolders(folder.toString()).clusterId().orElse(null);
    }

    private static MetaPropertiesEnsemble loadFolders(String folder) throws IOException {
        return new MetaPropertiesEnsemble.Loader()
                .addMetadataLogDir(folder)
                .addLogDirs(List.of(folder))
                .load();
    }

    /** Kafka's own handlers halt the process, which is not the broker's to end here. */
    private static FaultHandlerFactory faults(int nodeId) {
        return (name, fatal, action) -> (message, cause) -> {
            log.error("Broker node {}: {}: {}", nodeId, name, message, cause);
            action.run();
            return new SandboxException("Broker node " + nodeId + ": " + name + ": " + message, cause);
        };
    }

    /** Completed while {@link #start} runs, before it waits for the other controllers. */
    CompletableFuture<Integer> controllerPort() {
        return controller.socketServerFirstBoundPortFuture();
    }

    /** Returns when the node serves clients. Nodes of one cluster must start at the same time, on a thread each. */
    void start() {
        controller.startup();
        broker.startup();
    }

    int port() {
        return broker.boundPort(new ListenerName(BROKER_LISTENER));
    }

    void stop() {
        try {
            broker.shutdown();
        } finally {
            controller.shutdown();
        }
    }
}
