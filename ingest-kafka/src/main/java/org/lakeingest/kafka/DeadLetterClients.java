package org.lakeingest.kafka;

import static java.util.Map.entry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes the clients that write and read dead letters. Settings of a consumer may be among the user's, since those of the source are
 * taken over: each client gets those that it knows.
 *
 * @param bootstrapServers where the cluster is
 * @param client the user's settings
 */
record DeadLetterClients(
        String bootstrapServers, Map<String, String> client, String clientId, Duration requestTimeout) {
    /** Settings of a producer that are not for the user, and what to say instead. */
    private static final Map<String, String> OWNED = Map.ofEntries(
            entry("bootstrap.servers", "use bootstrap-servers"),
            entry("acks", "it is always all, since a letter must not be lost"),
            entry("enable.idempotence", "it is always true"),
            entry("transactional.id", "letters are not written in transactions"),
            entry("max.request.size", "use max-size"),
            entry("delivery.timeout.ms", "use delivery-timeout"),
            entry("key.serializer", "keys are kept as they were read"),
            entry("value.serializer", "values are kept as they were read"));

    /** @throws IllegalArgumentException when the setting is decided here */
    static void refuseOwned(String name) {
        String instead = OWNED.get(name);
        if (instead != null) {
            throw new IllegalArgumentException("client must not set " + name + ": " + instead);
        }
    }

    /** Sends each record once, whatever happens on the way, and waits for all replicas in sync. */
    Producer<byte[], byte[]> producer(Map<String, Object> more) {
        Map<String, Object> settings = known(ProducerConfig.configNames());
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, millis(requestTimeout));
        settings.putAll(more);
        return ClientSettings.withOwnClasses(
                () -> new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    /** Belongs to no group and sees what is committed. */
    Consumer<byte[], byte[]> consumer() {
        Map<String, Object> settings = known(ConsumerConfig.configNames());
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(requestTimeout));
        settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
        return ClientSettings.withOwnClasses(
                () -> new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    TopicAdmin topics() {
        Map<String, Object> settings = known(AdminClientConfig.configNames());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId + "-check");
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(requestTimeout));
        return new TopicAdmin(ClientSettings.withOwnClasses(() -> Admin.create(settings)), requestTimeout);
    }

    private Map<String, Object> known(Set<String> names) {
        Map<String, Object> settings = new HashMap<>();
        client.forEach((name, value) -> {
            if (names.contains(name)) {
                settings.put(name, value);
            }
        });
        settings.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, millis(requestTimeout));
        return settings;
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }
}
