package org.lakeingest.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.lakeingest.api.IngestException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds or makes the topic that letters are written to. */
final class DeadLetterTopic {
    private static final Logger log = LoggerFactory.getLogger(DeadLetterTopic.class);

    private final KafkaDeadLettersConfig config;
    private final String name;
    private final String what;

    DeadLetterTopic(KafkaDeadLettersConfig config, String name) {
        this.config = config;
        this.name = name;
        this.what = "Preparing the dead-letter topic " + name + " at " + config.bootstrapServers();
    }

    /**
     * Makes sure that it is there and fit.
     *
     * @return the largest message that it takes, at most max-size
     * @throws IngestException TRANSIENT when no broker answers in time
     */
    long open(DeadLetterClients clients) {
        BrokerProbe.check(config.bootstrapServers(), config.client(), config.requestTimeout());
        try (Admin admin = clients.admin()) {
            return isThere(admin) || !create(admin)
                    ? limitOf(admin)
                    : config.maxSize().bytes();
        } catch (ExecutionException | TimeoutException e) {
            throw KafkaErrors.classify(
                    what, e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e);
        } catch (RuntimeException e) {
            throw KafkaErrors.classify(what, e);
        }
    }

    private boolean isThere(Admin admin) throws ExecutionException, TimeoutException {
        try {
            await(admin.describeTopics(List.of(name)).allTopicNames());
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    /** False when another process was faster. */
    private boolean create(Admin admin) throws ExecutionException, TimeoutException {
        if (!config.createTopic()) {
            throw new IngestException(
                    KafkaErrorCode.TOPIC_MISSING,
                    "The dead-letter topic " + name + " does not exist at " + config.bootstrapServers()
                            + "; create it, or set 'create-topic'");
        }
        Map<String, String> settings = new HashMap<>();
        settings.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        settings.put(
                TopicConfig.RETENTION_MS_CONFIG,
                Long.toString(config.retention().map(time -> time.toMillis()).orElse(-1L)));
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        settings.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Long.toString(config.maxSize().bytes()));
        NewTopic topic = new NewTopic(
                        name,
                        Optional.of(config.partitions()),
                        config.replication().map(Integer::shortValue))
                .configs(settings);
        try {
            await(admin.createTopics(List.of(topic)).all());
            log.info("Created the dead-letter topic {}", name);
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TopicExistsException) {
                return false;
            }
            throw e;
        }
    }

    /** Of a topic that somebody else may have made. */
    private long limitOf(Admin admin) throws ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        Config settings;
        try {
            settings =
                    await(admin.describeConfigs(List.of(resource)).all()).getOrDefault(resource, new Config(List.of()));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException) {
                log.debug("The settings of {} may not be read, and are taken to be fit", name);
                return config.maxSize().bytes();
            }
            throw e;
        }
        if (value(settings, TopicConfig.CLEANUP_POLICY_CONFIG, "").contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
            throw new IngestException(
                    KafkaErrorCode.SETTING_REFUSED,
                    "The dead-letter topic " + name
                            + " is compacted, which would lose all but one of the letters that share a"
                            + " key; set its cleanup.policy to delete, or name another 'topic'");
        }
        long limit = Long.parseLong(value(settings, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "1048588"));
        return Math.min(limit, config.maxSize().bytes());
    }

    private static String value(Config settings, String name, String otherwise) {
        ConfigEntry entry = settings.get(name);
        return entry == null || entry.value() == null ? otherwise : entry.value();
    }

    private <T> T await(KafkaFuture<T> answer) throws ExecutionException, TimeoutException {
        try {
            // The client's own timeout comes first and has the better text.
            return answer.get(config.requestTimeout().toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IngestException(KafkaErrorCode.INTERRUPTED, "Interrupted while " + what, e);
        }
    }
}
