package org.lakeingest.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.ComponentFactory;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.kafka.KafkaDeadLettersConfig.WhenTooLarge;
import org.lakeingest.testkit.ConfigContract;

class KafkaDeadLettersConfigTest extends ConfigContract<KafkaDeadLettersConfig> {
    @Override
    protected ComponentFactory<?, KafkaDeadLettersConfig> factory() {
        return new KafkaDeadLetterQueueFactory();
    }

    @Override
    protected String page() {
        return "docs/reference/config/dead-letters-kafka.md";
    }

    @Override
    protected Map<String, String> least() {
        return Map.of("bootstrap-servers", "broker:9092");
    }

    @Override
    protected KafkaDeadLettersConfig defaults() {
        return new DeadLetterConfig("broker:9092").build();
    }

    @Override
    protected Map<String, String> everything() {
        return Map.ofEntries(
                Map.entry("bootstrap-servers", "other:9092"),
                Map.entry("topic", "letters"),
                Map.entry("create-topic", "false"),
                Map.entry("partitions", "3"),
                Map.entry("replication", "2"),
                Map.entry("retention", "30d"),
                Map.entry("max-size", "2MB"),
                Map.entry("when-too-large", "leave-out-value"),
                Map.entry("request-timeout", "7s"),
                Map.entry("delivery-timeout", "1m"),
                Map.entry("client.compression.type", "zstd"));
    }

    @Override
    protected KafkaDeadLettersConfig full() {
        return new KafkaDeadLettersConfig(
                "other:9092",
                Optional.of("letters"),
                false,
                3,
                Optional.of(2),
                Optional.of(Duration.ofDays(30)),
                DataSize.parse("2MB"),
                WhenTooLarge.LEAVE_OUT_VALUE,
                Duration.ofSeconds(7),
                Duration.ofMinutes(1),
                Map.of("compression.type", "zstd"));
    }

    @Override
    protected Map<Map<String, String>, String> wrong() {
        return Map.of(
                Map.of("topic", "bad topic!"), "topic",
                Map.of("partitions", "0"), "partitions",
                Map.of("replication", "0"), "replication",
                Map.of("retention", "0s"), "retention",
                Map.of("max-size", "1KB"), "max-size",
                Map.of("delivery-timeout", "1s"), "delivery-timeout",
                Map.of("client.acks", "1"), "client");
    }

    @Override
    protected String introduction() {
        return """
            Dead-letter queue `kafka`

            Keeps rejected records as messages of a topic: key, value and headers as they were read, and behind these
            headers `ingest.dlq.*`, which say where the record was and why it was given up; see
            [dead letters](../../dead-letters.md).

            `bootstrap-servers` and `client` are those of the source, if that is of type `kafka` too and nothing else is
            written here. The topic is never a compacted one, and one that is created keeps letters for ever.
            """;
    }
}
