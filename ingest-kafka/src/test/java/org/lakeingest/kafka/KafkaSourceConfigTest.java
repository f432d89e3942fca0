package org.lakeingest.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.lakeingest.kafka.KafkaSourceConfig.GroupProtocol;

class KafkaSourceConfigTest {
    @Test
    void aSettingThatTheSourceOwnsIsRefusedWithAPointer() {
        refused(c -> c.client = Map.of("group.id", "x"), "client must not set group.id: use group-id");
        refused(
                c -> c.client = Map.of("metadata.max.age.ms", "1"),
                "client must not set metadata.max.age.ms: use metadata-refresh");
        refused(
                c -> c.client = Map.of("enable.auto.commit", "true"),
                "client must not set enable.auto.commit: it is always false");
        refused(
                c -> c.client = Map.of("auto.offset.reset", "latest"),
                "client must not set auto.offset.reset: it is always earliest");
        refused(
                c -> c.client = Map.of("allow.auto.create.topics", "true"),
                "client must not set allow.auto.create.topics: it is always false");
    }

    @Test
    void aValueOutOfRangeIsNamedByItsOption() {
        refused(c -> c.topics = List.of(), "topics must name at least one topic");
        refused(c -> c.topics = List.of(" "), "topics must not be blank");
        refused(c -> c.groupId = "", "group-id must not be blank");
        refused(c -> c.bootstrapServers = "", "bootstrap-servers must not be blank");
        refused(c -> c.topics = List.of("bad topic!"), "topics must be named by letters");
        for (String wrong : List.of("broker", "broker:99999", "broker:x", ":9092", "a:1,,b:2", "a:1 b:2")) {
            refused(c -> c.bootstrapServers = wrong, "bootstrap-servers must be host:port");
        }
        refused(c -> c.metadataRefresh = Duration.ZERO, "metadata-refresh must be between");
        refused(c -> c.heartbeat = Duration.ofMinutes(1), "heartbeat-interval must be shorter than session-timeout");
        refused(c -> c.grace = Duration.ofMinutes(6), "revoke-grace and request-timeout must end before");
        refused(c -> c.grace = Duration.ofMillis(-1), "revoke-grace must not be negative");
        refused(c -> c.maxRecords = 0, "max-records must be positive");
        refused(c -> c.strategies = List.of("rnge"), "assignment-strategies: 'rnge' is none of");
        refused(c -> c.strategies = List.of(), "assignment-strategies must name at least one");
        refused(
                c -> {
                    c.strategies = List.of("roundrobin");
                    c.protocol = GroupProtocol.CONSUMER;
                },
                "assignment-strategies [roundrobin] needs group-protocol classic");
    }

    @Test
    void addressesAreReadAsKafkaReadsThem() {
        for (String right : List.of("a:1", "a-b.c_d:65535", "[::1]:9092", "10.0.0.1:1, b:2", "SSL://b:9093")) {
            assertThat(new TestConfig(right, "orders", "group").build().bootstrapServers())
                    .isEqualTo(right);
        }
    }

    @Test
    void theProtocolIsTheBestThatAllStrategiesSupport() {
        assertThat(protocol("cooperative-sticky")).isEqualTo("cooperative");
        assertThat(protocol("range", "roundrobin")).isEqualTo("eager");
        assertThat(protocol("cooperative-sticky", "range")).isEqualTo("eager");
        assertThat(protocol("org.apache.kafka.clients.consumer.CooperativeStickyAssignor"))
                .isEqualTo("cooperative");
    }

    @Test
    void theBrokerIsToldTheStrategyUnderItsOwnProtocol() {
        TestConfig config = new TestConfig("broker:9092", "orders", "group");
        config.protocol = GroupProtocol.CONSUMER;
        assertThat(ClientSettings.consumer(config.build(), "orders-0"))
                .containsEntry("group.protocol", "consumer")
                .doesNotContainKeys("group.remote.assignor", "partition.assignment.strategy", "session.timeout.ms");
        config.strategies = List.of("range");
        assertThat(ClientSettings.consumer(config.build(), "orders-0")).containsEntry("group.remote.assignor", "range");
    }

    @Test
    void theClientGetsWhatTheSourceNeeds() {
        TestConfig config = new TestConfig("broker:9092", "orders", "group");
        config.client = Map.of("receive.buffer.bytes", "65536", "client.rack", "a");
        assertThat(ClientSettings.consumer(config.build(), "orders-0"))
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry("allow.auto.create.topics", false)
                .containsEntry("isolation.level", "read_committed")
                .containsEntry("client.id", "orders-0")
                .containsEntry("client.rack", "a")
                .containsEntry("receive.buffer.bytes", "65536");
        assertThat(ClientSettings.admin(config.build(), "orders-0"))
                .containsEntry("bootstrap.servers", "broker:9092")
                .doesNotContainKey("client.rack");
    }

    @Test
    void aSecretDoesNotPrint() {
        TestConfig config = new TestConfig("broker:9092", "orders", "group");
        config.client = Map.of("sasl.jaas.config", "hidden", "ssl.keystore.password", "hidden", "client.rack", "a");
        assertThat(config.build().toString()).doesNotContain("hidden").contains("client.rack=a");
    }

    private static String protocol(String... strategies) {
        TestConfig config = new TestConfig("broker:9092", "orders", "group");
        config.strategies = List.of(strategies);
        return AssignmentStrategies.protocol(config.build());
    }

    private static void refused(Consumer<TestConfig> change, String start) {
        TestConfig config = new TestConfig("broker:9092", "orders", "group");
        change.accept(config);
        assertThatThrownBy(config::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(start);
    }
}
