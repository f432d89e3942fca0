package org.lakeingest.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.kafka.KafkaSourceConfig.GroupProtocol;
import org.lakeingest.kafka.KafkaSourceConfig.IsolationLevel;

/** The source's settings as they are by default, to be changed one by one. */
final class TestConfig {
    String bootstrapServers = "127.0.0.1:1";
    List<String> topics = List.of("orders");
    String groupId = "group";
    List<String> strategies = List.of("cooperative-sticky");
    GroupProtocol protocol = GroupProtocol.CLASSIC;
    Duration metadataRefresh = Duration.ofMillis(500);
    Duration heartbeat = Duration.ofMillis(500);
    Duration session = Duration.ofSeconds(6);
    Duration maxPollInterval = Duration.ofMinutes(5);
    Duration grace = Duration.ofSeconds(5);
    Duration requestTimeout = Duration.ofSeconds(5);
    Duration topicCheck = Duration.ofSeconds(30);
    IsolationLevel isolation = IsolationLevel.READ_COMMITTED;
    int maxRecords = 5000;
    Map<String, String> client = Map.of();

    TestConfig(String bootstrapServers, String topic, String group) {
        this.bootstrapServers = bootstrapServers;
        this.topics = List.of(topic);
        this.groupId = group;
    }

    KafkaSourceConfig build() {
        return new KafkaSourceConfig(
                bootstrapServers,
                topics,
                groupId,
                strategies,
                protocol,
                metadataRefresh,
                heartbeat,
                session,
                maxPollInterval,
                grace,
                requestTimeout,
                topicCheck,
                isolation,
                new FetchOptions(
                        maxRecords,
                        new DataSize(1),
                        DataSize.parse("8MB"),
                        DataSize.parse("1MB"),
                        Duration.ofMillis(100)),
                client);
    }
}
