package org.lakeingest.kafka;

import static java.util.Map.entry;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.lakeingest.kafka.KafkaSourceConfig.GroupProtocol;

/** The client's own settings, and which of them belong to the source. */
final class ClientSettings {
    private static final int RECEIVE_BUFFER = 1024 * 1024;

    /** Settings that may not be passed through, and what to say instead. */
    private static final Map<String, String> OWNED = Map.ofEntries(
            entry("bootstrap.servers", "use bootstrap-servers"),
            entry("group.id", "use group-id"),
            entry("group.protocol", "use group-protocol"),
            entry("partition.assignment.strategy", "use assignment-strategies"),
            entry("group.remote.assignor", "use assignment-strategies"),
            entry("metadata.max.age.ms", "use metadata-refresh"),
            entry("heartbeat.interval.ms", "use heartbeat-interval"),
            entry("session.timeout.ms", "use session-timeout"),
            entry("max.poll.interval.ms", "use max-poll-interval"),
            entry("isolation.level", "use isolation-level"),
            entry("max.poll.records", "use fetch.max-records"),
            entry("fetch.min.bytes", "use fetch.min-bytes"),
            entry("fetch.max.bytes", "use fetch.max-bytes"),
            entry("max.partition.fetch.bytes", "use fetch.max-partition-bytes"),
            entry("fetch.max.wait.ms", "use fetch.max-wait"),
            entry("enable.auto.commit", "it is always false, since positions are committed once they are durable"),
            entry("auto.commit.interval.ms", "positions are committed once they are durable"),
            entry("auto.offset.reset", "it is always earliest, so that no record of a new partition is missed"),
            entry("allow.auto.create.topics", "it is always false, so that a misspelt topic is an error"),
            entry("key.deserializer", "keys are read as bytes and decoded by the decoder"),
            entry("value.deserializer", "values are read as bytes and decoded by the decoder"),
            entry("interceptor.classes", "the source needs the client's own batches"),
            entry("client.id", "it is made of pipeline and worker"),
            entry("group.instance.id", "each worker is a member of its own"));

    private ClientSettings() {}

    static void refuseOwned(Map<String, String> client) {
        for (String name : new TreeSet<>(client.keySet())) {
            String instead = OWNED.get(name);
            if (instead != null) {
                throw new IllegalArgumentException("client must not set " + name + ": " + instead);
            }
        }
    }

    static Map<String, Object> consumer(KafkaSourceConfig config, String clientId) {
        Map<String, Object> settings = new HashMap<>(config.client());
        settings.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        settings.put(ConsumerConfig.CLIENT_ID_CONFIG, clientId);
        settings.put(ConsumerConfig.GROUP_ID_CONFIG, config.groupId());
        settings.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, lower(config.groupProtocol()));
        if (config.groupProtocol() == GroupProtocol.CLASSIC) {
            settings.put(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                    AssignmentStrategies.classNames(config.assignmentStrategies()));
            settings.put(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, millis(config.sessionTimeout()));
            settings.put(ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, millis(config.heartbeatInterval()));
        } else {
            AssignmentStrategies.remoteAssignor(config.assignmentStrategies())
                    .ifPresent(name -> settings.put(ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG, name));
        }
        settings.put(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG, millis(config.maxPollInterval()));
        settings.put(
                ConsumerConfig.METADATA_MAX_AGE_CONFIG, config.metadataRefresh().toMillis());
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, lower(config.isolationLevel()));
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        FetchOptions fetch = config.fetch();
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, fetch.maxRecords());
        settings.put(
                ConsumerConfig.FETCH_MIN_BYTES_CONFIG, (int) fetch.minBytes().bytes());
        settings.put(
                ConsumerConfig.FETCH_MAX_BYTES_CONFIG, (int) fetch.maxBytes().bytes());
        settings.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, (int)
                fetch.maxPartitionBytes().bytes());
        settings.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, millis(fetch.maxWait()));
        settings.putIfAbsent(ConsumerConfig.RECEIVE_BUFFER_CONFIG, RECEIVE_BUFFER);
        return settings;
    }

    /** What a checking client needs of the same: where the cluster is and how to be let in. */
    static Map<String, Object> admin(KafkaSourceConfig config, String clientId) {
        Map<String, Object> settings = new HashMap<>();
        config.client().forEach((name, value) -> {
            if (AdminClientConfig.configNames().contains(name)) {
                settings.put(name, value);
            }
        });
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, config.bootstrapServers());
        settings.put(AdminClientConfig.CLIENT_ID_CONFIG, clientId + "-check");
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(config.requestTimeout()));
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis(config.requestTimeout()));
        return settings;
    }

    /** Runs with this plugin's class loader in force, by which the client finds classes that settings name. */
    static <T> T withOwnClasses(Supplier<T> creation) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClientSettings.class.getClassLoader());
        try {
            return creation.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
