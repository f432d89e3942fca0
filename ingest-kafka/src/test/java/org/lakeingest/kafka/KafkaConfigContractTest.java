package org.lakeingest.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.kafka.KafkaSourceConfig.GroupProtocol;
import org.lakeingest.kafka.KafkaSourceConfig.IsolationLevel;
import org.lakeingest.testkit.ConfigContract;

class KafkaConfigContractTest extends ConfigContract<KafkaSourceConfig> {
    @Override
    protected ComponentFactory<?, KafkaSourceConfig> factory() {
        return new KafkaSourceFactory();
    }

    @Override
    protected Map<String, String> least() {
        return Map.of("bootstrap-servers", "broker:9092", "topics", "orders", "group-id", "group");
    }

    @Override
    protected KafkaSourceConfig defaults() {
        return new TestConfig("broker:9092", "orders", "group").build();
    }

    @Override
    protected Map<String, String> everything() {
        return Map.ofEntries(
                Map.entry("bootstrap-servers", "other:9092"),
                Map.entry("topics", "orders"),
                Map.entry("group-id", "other"),
                Map.entry("assignment-strategies", "range"),
                Map.entry("group-protocol", "consumer"),
                Map.entry("metadata-refresh", "5s"),
                Map.entry("heartbeat-interval", "3s"),
                Map.entry("session-timeout", "30s"),
                Map.entry("max-poll-interval", "10m"),
                Map.entry("revoke-grace", "20s"),
                Map.entry("request-timeout", "7s"),
                Map.entry("topic-check-interval", "1m"),
                Map.entry("isolation-level", "read-uncommitted"),
                Map.entry("fetch.max-records", "100"),
                Map.entry("fetch.min-bytes", "1KB"),
                Map.entry("fetch.max-bytes", "4MB"),
                Map.entry("fetch.max-partition-bytes", "2MB"),
                Map.entry("fetch.max-wait", "1s"),
                Map.entry("client.client.rack", "a"));
    }

    @Override
    protected KafkaSourceConfig full() {
        return new KafkaSourceConfig(
                "other:9092",
                List.of("orders"),
                "other",
                List.of("range"),
                GroupProtocol.CONSUMER,
                Duration.ofSeconds(5),
                Duration.ofSeconds(3),
                Duration.ofSeconds(30),
                Duration.ofMinutes(10),
                Duration.ofSeconds(20),
                Duration.ofSeconds(7),
                Duration.ofMinutes(1),
                IsolationLevel.READ_UNCOMMITTED,
                new FetchOptions(
                        100,
                        DataSize.parse("1KB"),
                        DataSize.parse("4MB"),
                        DataSize.parse("2MB"),
                        Duration.ofSeconds(1)),
                Map.of("client.rack", "a"));
    }

    @Override
    protected Map<Map<String, String>, String> wrong() {
        return Map.of(
                Map.of("metadata-refresh", "0s"), "metadata-refresh",
                Map.of("heartbeat-interval", "1m"), "heartbeat-interval",
                Map.of("assignment-strategies", "rnge"), "assignment-strategies",
                Map.of("group-protocol", "both"), "group-protocol",
                Map.of("fetch.max-records", "0"), "fetch.max-records",
                Map.of("client.group.id", "x"), "client");
    }

    @Override
    protected String introduction() {
        return """
                Source `kafka`

                Reads Kafka topics as a member of a consumer group, one member per worker. New partitions are found by
                themselves and read from their first record; positions are committed once their rows are durable.
                With the defaults, new partitions are assigned within a second or so of their creation. Every change of an
                assignment is one line in the log that contains `kafka_rebalance`.

                Settings of the Kafka client that are not listed, such as those of TLS and SASL, go under `client` by
                Kafka's own names; those that the source decides are refused there with a pointer to the option.
                """;
    }
}
