package org.lakeingest.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
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
        try (TopicAdmin topics = clients.topics()) {
            return topics.partitions(name).isPresent() || !create(topics)
                    ? limitOf(topics)
                    : config.maxSize().bytes();
        } catch (ExecutionException | TimeoutException e) {
            throw KafkaErrors.classify(what, TopicAdmin.cause(e));
        } catch (RuntimeException e) {
            throw KafkaErrors.classify(what, e);
        }
    }

    /** False when another process was faster. */
    private boolean create(TopicAdmin topics) throws ExecutionException, TimeoutException {
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
        boolean made = topics.create(topic);
        if (made) {
            log.info("Created the dead-letter topic {}", name);
        }
        return made;
    }

    /** Of a topic that somebody else may have made. */
    private long limitOf(TopicAdmin topics) throws ExecutionException, TimeoutException {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        Config settings;
        try {
            settings = topics.await(
                            topics.admin().describeConfigs(List.of(resource)).all())
                    .getOrDefault(resource, new Config(List.of()));
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
}
