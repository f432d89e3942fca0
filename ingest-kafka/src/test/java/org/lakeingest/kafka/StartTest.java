package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.lakeingest.kafka.KafkaSourceTest.pollUntil;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.IngestPlugin;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.sandbox.BrokerOptions;
import org.lakeingest.sandbox.EmbeddedBroker;

class StartTest {
    private static final AssignmentListener NOBODY = new AssignmentListener() {
        @Override
        public void onAssigned(java.util.Set<SourcePartition> partitions) {}

        @Override
        public Map<SourcePartition, Long> onRevoked(java.util.Set<SourcePartition> partitions, Duration grace) {
            return Map.of();
        }

        @Override
        public void onLost(java.util.Set<SourcePartition> partitions) {}
    };

    private final KafkaSourceFactory factory = new KafkaSourceFactory();

    @Test
    void thePluginIsFoundAndOffersTheSource() {
        assertThat(ServiceLoader.load(IngestPlugin.class))
                .anySatisfy(plugin -> assertThat(plugin.sources())
                        .singleElement()
                        .satisfies(source -> {
                            assertThat(source.name()).isEqualTo("kafka");
                            assertThat(source.configType()).isEqualTo(KafkaSourceConfig.class);
                        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 400 Bad Request\r\n\r\n", "\u0015\u0003\u0003\u0000\u0002\u0002\u0016"})
    void aServerThatIsNoBrokerIsNamedBeforeTheClientBelievesIt(String answer) throws IOException {
        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread talker =
                    new Thread(() -> answerAll(stranger, answer.getBytes(StandardCharsets.ISO_8859_1)), "stranger");
            talker.setDaemon(true);
            talker.start();
            String address = "127.0.0.1:" + stranger.getLocalPort();
            TestConfig config = new TestConfig(address, "orders", "group");
            refused(config, KafkaErrorCode.SETTING_REFUSED, ErrorKind.CONFIGURATION, address);
        }
    }

    private static void answerAll(ServerSocket stranger, byte[] answer) {
        try {
            while (true) {
                try (Socket socket = stranger.accept()) {
                    socket.getOutputStream().write(answer);
                    socket.getInputStream().readNBytes(14);
                }
            }
        } catch (IOException e) {
            // the test has closed the server
        }
    }

    @Test
    void aBrokerThatDoesNotAnswerIsTransientAndNamed() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + deaf.getLocalPort();
            TestConfig config = new TestConfig(address, "orders", "group");
            config.requestTimeout = Duration.ofMillis(300);
            refused(config, KafkaErrorCode.BROKER_UNREACHABLE, ErrorKind.TRANSIENT, address);
        }
    }

    @Test
    void aStartThatFoundNoBrokerMayBeTriedAgain() {
        String topic = SharedBroker.topic(1);
        TestConfig config = SharedBroker.config(topic);
        try (Source source = factory.create(config.build(), new TestContext())) {
            config.topics = List.of(topic, "absent");
            Source failing = factory.create(config.build(), new TestContext());
            assertThatThrownBy(() -> failing.start(NOBODY)).isInstanceOf(IngestException.class);
            SharedBroker.TOPICS.create("absent", 1);
            assertThatCode(() -> failing.start(NOBODY)).doesNotThrowAnyException();
            failing.close();
            SharedBroker.TOPICS.delete("absent");
            source.start(NOBODY);
            assertThatThrownBy(() -> source.start(NOBODY)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void aMissingTopicIsNamedAndNotCreated() {
        TestConfig config = SharedBroker.config(SharedBroker.topic(1));
        config.topics = List.of(config.topics.get(0), "misspelt");
        refused(config, KafkaErrorCode.TOPIC_MISSING, ErrorKind.CONFIGURATION, "Topic misspelt does not exist at ");
        assertThatThrownBy(() -> SharedBroker.TOPICS.describe("misspelt")).hasMessageContaining("does not exist");
    }

    @Test
    void anAddressThatIsNoneIsRefusedBeforeAnythingConnects() {
        assertThatThrownBy(() -> new TestConfig("nonsense", "orders", "group").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nonsense");
    }

    @Test
    void aNameThatDoesNotResolveMayDoSoLater() {
        TestConfig config = new TestConfig("no-such-host.invalid:9092", "orders", "group");
        config.requestTimeout = Duration.ofMillis(300);
        refused(config, KafkaErrorCode.BROKER_UNREACHABLE, ErrorKind.TRANSIENT, "no-such-host.invalid:9092");
    }

    @Test
    void aStrategyThatIsNoClassIsNamed() {
        TestConfig config = SharedBroker.config(SharedBroker.topic(1));
        config.strategies = List.of("org.example.Missing");
        refused(config, KafkaErrorCode.SETTING_REFUSED, ErrorKind.CONFIGURATION, "org.example.Missing");
    }

    @Test
    void aWrongPasswordIsAnErrorOfConfiguration() {
        String module = "org.apache.kafka.common.security.plain.PlainLoginModule required ";
        try (EmbeddedBroker broker = EmbeddedBroker.start(BrokerOptions.defaults()
                .withSetting("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT")
                .withSetting("sasl.mechanism.inter.broker.protocol", "PLAIN")
                .withSetting("listener.name.plaintext.sasl.enabled.mechanisms", "PLAIN")
                .withSetting(
                        "listener.name.plaintext.plain.sasl.jaas.config",
                        module + "username=\"admin\" password=\"secret\" user_admin=\"secret\";"))) {
            TestConfig config = new TestConfig(broker.bootstrapServers(), "orders", "group");
            config.requestTimeout = Duration.ofMinutes(1);
            config.client = sasl(module + "username=\"admin\" password=\"wrong\";");
            refused(config, KafkaErrorCode.AUTHENTICATION_FAILED, ErrorKind.CONFIGURATION, broker.bootstrapServers());
            config.client = sasl(module + "username=\"admin\" password=\"secret\";");
            refused(config, KafkaErrorCode.TOPIC_MISSING, ErrorKind.CONFIGURATION, "Topic orders does not exist");
        }
    }

    private static Map<String, String> sasl(String jaas) {
        return Map.of("security.protocol", "SASL_PLAINTEXT", "sasl.mechanism", "PLAIN", "sasl.jaas.config", jaas);
    }

    /** What the listener throws inside a callback must reach the engine, and the records of that poll must not be lost. */
    @Test
    void whatACallbackThrowsComesOutOfThePollAndCostsNoRecord() {
        String kept = SharedBroker.topic(1);
        String deleted = SharedBroker.topic(1);
        SharedBroker.produce(kept, 0, 200_000, 1);
        IngestException thrown = new IngestException(KafkaErrorCode.BROKER_BUSY, "from the listener");
        TestConfig config = SharedBroker.config(kept);
        config.topics = List.of(kept, deleted);
        config.maxRecords = 100;
        try (Member member = new Member(config.build(), factory)) {
            pollUntil(List.of(member), () -> member.owned.size() == 2 && !member.keys.isEmpty());
            member.whileRevoked = () -> {
                throw thrown;
            };
            SharedBroker.TOPICS.delete(deleted);
            assertThat(firstFailure(member)).isSameAs(thrown);
            member.whileRevoked = () -> {};
            pollUntil(List.of(member), () -> member.keys.size() >= 200_000);
            assertThat(member.keys).hasSize(200_000).doesNotHaveDuplicates();
        }
    }

    private static Throwable firstFailure(Member member) {
        for (int i = 0; i < 1_990; i++) {
            try {
                member.poll();
            } catch (RuntimeException e) {
                return e;
            }
        }
        return new AssertionError("nothing was thrown");
    }

    private void refused(TestConfig config, KafkaErrorCode code, ErrorKind kind, String text) {
        try (Source source = factory.create(config.build(), new TestContext())) {
            assertThatThrownBy(() -> source.start(NOBODY))
                    .asInstanceOf(type(IngestException.class))
                    .satisfies(thrown -> {
                        assertThat(thrown.code()).isEqualTo(code);
                        assertThat(thrown.code().kind()).isEqualTo(kind);
                        assertThat(thrown.getMessage()).contains(text).doesNotContain("\n");
                    });
        }
    }
}
