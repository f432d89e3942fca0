package org.lakeingest.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerTest {
    @Test
    void aRestartedNodeKeepsItsAddressAndItsRecords() {
        try (EmbeddedBroker broker = EmbeddedBroker.start();
                Topics topics = new Topics(broker.bootstrapServers())) {
            String address = broker.bootstrapServers();
            topics.create("orders", 2);
            produce(broker, "orders", 0, 1_000, 2);

            broker.stopNode(0);
            broker.stopNode(0);
            broker.startNode(0);
            broker.startNode(0);

            assertThat(broker.bootstrapServers()).isEqualTo(address);
            assertThat(topics.endOffsets("orders")).isEqualTo(Map.of(0, 500L, 1, 500L));
            produce(broker, "orders", 1_000, 10, 2);
            assertThat(topics.endOffsets("orders")).isEqualTo(Map.of(0, 505L, 1, 505L));
        }
    }

    @Test
    void aGivenFolderIsKeptAndServedAgain(@TempDir Path folder) throws IOException {
        BrokerOptions options = BrokerOptions.defaults().withDataFolder(folder);
        String id;
        try (EmbeddedBroker broker = EmbeddedBroker.start(options);
                Topics topics = new Topics(broker.bootstrapServers())) {
            topics.create("kept", 1);
            produce(broker, "kept", 0, 10, 1);
            id = topics.describe("kept").id();
        }
        try (EmbeddedBroker broker = EmbeddedBroker.start(options);
                Topics topics = new Topics(broker.bootstrapServers())) {
            assertThat(topics.describe("kept").id()).isEqualTo(id);
            assertThat(topics.endOffsets("kept")).isEqualTo(Map.of(0, 10L));
        }
        assertThat(folder.resolve("node-1")).isDirectory();
        empty(folder);
    }

    @Test
    void aTakenPortIsNamedInOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThatThrownBy(
                            () -> EmbeddedBroker.start(BrokerOptions.defaults().withPort(port)))
                    .isInstanceOf(SandboxException.class)
                    .hasMessage(
                            "Port " + port
                                    + " for the Kafka broker is already in use; stop what listens there or choose another port");
        }
    }

    @Test
    void aFolderThatIsAFileIsRefused(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> EmbeddedBroker.start(BrokerOptions.defaults().withDataFolder(file)))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    @Tag("full")
    void threeNodesServeOnWhileOneIsDown() {
        try (EmbeddedBroker broker =
                        EmbeddedBroker.start(BrokerOptions.defaults().withNodes(3));
                Topics topics = new Topics(broker.bootstrapServers())) {
            topics.create("orders", 3);
            assertThat(topics.describe("orders").partitions())
                    .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(3));
            for (int node : List.of(0, 1, 2)) {
                broker.stopNode(node);
                produce(broker, "orders", 0, 300, 3);
                broker.startNode(node);
            }
            assertThat(topics.endOffsets("orders")).isEqualTo(Map.of(0, 300L, 1, 300L, 2, 300L));
        }
    }

    private static void produce(EmbeddedBroker broker, String topic, long start, long count, int partitions) {
        LoadGenerator.Result result = new LoadGenerator(
                        LoadGenerator.Options.of(broker.bootstrapServers(), topic, start, count, partitions))
                .run();
        assertThat(result.complete()).as(result.line()).isTrue();
    }

    /** The log's files may still be under deletion when the folder's owner looks, so the test removes them itself. */
    private static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
