package org.lakeingest.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.kafka.KafkaDeadLettersConfig.WhenTooLarge;

/** The queue's settings as they are by default, to be changed one by one. */
final class DeadLetterConfig {
    String bootstrapServers;
    Optional<String> topic = Optional.empty();
    boolean createTopic = true;
    int partitions = 1;
    Optional<Duration> retention = Optional.empty();
    DataSize maxSize = DataSize.parse("16MB");
    WhenTooLarge whenTooLarge = WhenTooLarge.FAIL;
    Duration requestTimeout = Duration.ofSeconds(5);
    Duration deliveryTimeout = Duration.ofSeconds(30);
    Map<String, String> client = Map.of();

    DeadLetterConfig(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    /** For the shared broker, with a topic of this name. */
    static DeadLetterConfig of(String topic) {
        DeadLetterConfig config = new DeadLetterConfig(SharedBroker.servers());
        config.topic = Optional.of(topic);
        // Long enough for a machine that does ten other things at once.
        config.requestTimeout = Duration.ofMinutes(1);
        config.deliveryTimeout = Duration.ofMinutes(2);
        return config;
    }

    KafkaDeadLettersConfig build() {
        return new KafkaDeadLettersConfig(
                bootstrapServers,
                topic,
                createTopic,
                partitions,
                Optional.empty(),
                retention,
                maxSize,
                whenTooLarge,
                requestTimeout,
                deliveryTimeout,
                client);
    }
}
