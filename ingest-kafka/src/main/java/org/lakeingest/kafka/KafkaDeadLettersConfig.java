package org.lakeingest.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.lakeingest.api.config.DataSize;
import org.lakeingest.api.config.Option;

/** Settings of the dead-letter queue {@code kafka}. */
public record KafkaDeadLettersConfig(
        @Option(
                name = "bootstrap-servers",
                description = "Addresses to find the cluster by; those of the source, if that is of type kafka and"
                        + " nothing is given here.")
        String bootstrapServers,

        @Option(name = "topic", description = "Topic for the letters; the pipeline's name and .dead-letters, if unset.")
        Optional<String> topic,

        @Option(name = "create-topic", defaultValue = "true", description = "Create the topic when it is absent.")
        boolean createTopic,

        @Option(name = "partitions", defaultValue = "1", description = "Partitions of a topic that is created.")
        int partitions,

        @Option(
                name = "replication",
                description = "Replicas of a topic that is created; as many as the cluster makes by default, if unset.")
        Optional<Integer> replication,

        @Option(name = "retention", description = "How long a topic that is created keeps letters; for ever, if unset.")
        Optional<Duration> retention,

        @Option(
                name = "max-size",
                defaultValue = "16MB",
                description =
                        "Size up to which a letter is kept whole; a topic that is created takes messages of that size,"
                                + " of one that is there max.message.bytes is respected.")
        DataSize maxSize,

        @Option(
                name = "when-too-large",
                defaultValue = "fail",
                description =
                        "What becomes of a letter that is larger: stop the pipeline (fail), or keep everything but the"
                                + " value, which then is in the source's topic alone (leave-out-value).")
        WhenTooLarge whenTooLarge,

        @Option(
                name = "request-timeout",
                defaultValue = "5s",
                description = "Time for the checks at the start, and for one request.")
        Duration requestTimeout,

        @Option(
                name = "delivery-timeout",
                defaultValue = "30s",
                description = "Time in which the cluster must have confirmed a letter; then it is sent again, as other"
                        + " batches are.")
        Duration deliveryTimeout,

        @Option(
                name = "client",
                description =
                        "More settings of the Kafka client under Kafka's own names, such as security.protocol; those"
                                + " of a source of type kafka hold here too, unless they are given anew.")
        Map<String, String> client) {

    /** What becomes of a letter that does not fit. */
    public enum WhenTooLarge {
        FAIL,
        LEAVE_OUT_VALUE
    }

    private static final long LEAST_SIZE = 16 * 1024;
    private static final long MOST_SIZE = 1024L * 1024 * 1024;

    public KafkaDeadLettersConfig {
        client = Map.copyOf(client);
        KafkaSourceConfig.requireText("bootstrap-servers", bootstrapServers);
        KafkaSourceConfig.requireAddresses(bootstrapServers);
        topic.ifPresent(name -> KafkaSourceConfig.requireTopic("topic", name));
        if (partitions < 1) {
            throw new IllegalArgumentException("partitions must be 1 or more, not " + partitions);
        }
        replication.ifPresent(count -> {
            if (count < 1 || count > Short.MAX_VALUE) {
                throw new IllegalArgumentException("replication must be 1 or more, not " + count);
            }
        });
        retention.ifPresent(value -> {
            if (value.isNegative() || value.isZero()) {
                throw new IllegalArgumentException("retention must be positive");
            }
        });
        if (maxSize.bytes() < LEAST_SIZE || maxSize.bytes() > MOST_SIZE) {
            throw new IllegalArgumentException("max-size must be between 16KB and 1GB, not " + maxSize);
        }
        KafkaSourceConfig.requirePositive("request-timeout", requestTimeout);
        KafkaSourceConfig.requirePositive("delivery-timeout", deliveryTimeout);
        if (deliveryTimeout.compareTo(requestTimeout) <= 0) {
            throw new IllegalArgumentException("delivery-timeout must be longer than request-timeout");
        }
        for (String name : new TreeSet<>(client.keySet())) {
            DeadLetterClients.refuseOwned(name);
        }
    }

    /** The topic of this pipeline's letters. */
    String topicOf(String pipeline) {
        return topic.orElse(pipeline + ".dead-letters");
    }

    /** Leaves out what a client setting may hold in secret. */
    @Override
    public String toString() {
        return "KafkaDeadLettersConfig[" + bootstrapServers + ", topic " + topic + ", client "
                + KafkaSourceConfig.masked(client) + "]";
    }
}
