package org.lakeingest.kafka;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.SourcePartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows cluster and topics by id, which the consumer does not tell. Asks while partitions are assigned and now and then in
 * between, since a topic deleted and created again keeps its name. Poll thread only.
 */
final class TopicCatalog implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TopicCatalog.class);

    private final KafkaSourceConfig config;
    private final Clock clock;
    private final Admin admin;
    private final Map<String, String> incarnations = new HashMap<>();

    private String cluster = "";
    private Map<String, KafkaFuture<TopicDescription>> asked = Map.of();
    private long nextCheckMillis;
    private boolean learned;

    private TopicCatalog(KafkaSourceConfig config, Clock clock, Admin admin) {
        this.config = config;
        this.clock = clock;
        this.admin = admin;
    }

    /**
     * Connects and learns the ids.
     *
     * @throws IngestException TRANSIENT when no broker answers in time; CONFIGURATION when a topic is missing or the
     *     credentials are refused
     */
    static TopicCatalog open(KafkaSourceConfig config, KafkaClients clients, Clock clock) {
        BrokerProbe.check(config);
        String what = "Connecting to Kafka at " + config.bootstrapServers();
        Admin admin;
        try {
            admin = clients.admin();
        } catch (RuntimeException e) {
            throw KafkaErrors.classify(what, e);
        }
        TopicCatalog catalog = new TopicCatalog(config, clock, admin);
        try {
            catalog.cluster = catalog.await(admin.describeCluster().clusterId());
            catalog.requireTopics();
            catalog.nextCheckMillis =
                    clock.millis() + config.topicCheckInterval().toMillis();
            return catalog;
        } catch (ExecutionException | TimeoutException e) {
            catalog.close();
            throw KafkaErrors.classify(what, cause(e));
        } catch (IngestException e) {
            catalog.close();
            throw e;
        }
    }

    private void requireTopics() throws ExecutionException, TimeoutException {
        Set<String> missing = new TreeSet<>();
        for (Map.Entry<String, KafkaFuture<TopicDescription>> topic :
                describe(config.topics()).entrySet()) {
            try {
                remember(await(topic.getValue()));
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
                    throw e;
                }
                missing.add(topic.getKey());
            }
        }
        if (!missing.isEmpty()) {
            throw new IngestException(
                    KafkaErrorCode.TOPIC_MISSING,
                    "Topic " + String.join(", ", missing) + " does not exist at " + config.bootstrapServers()
                            + "; create it or correct 'topics'");
        }
    }

    SourcePartition source(TopicPartition partition) {
        String incarnation = incarnations.getOrDefault(partition.topic(), cluster);
        return new SourcePartition(partition.topic(), incarnation, partition.partition());
    }

    /**
     * Asks anew before partitions of these topics are taken, as they may have been created again since. Waits for a
     * bounded time; what cannot be learned now is checked later.
     */
    void refresh(Collection<String> topics) {
        // An older question may have an older answer.
        asked = Map.of();
        describe(topics).forEach(this::rememberOrWarn);
        learned = true;
    }

    /**
     * Never waits: asks when it is time, and learns once the cluster has answered.
     *
     * @return whether ids were learned since the last call, so that those owned are to be compared
     */
    boolean learn(Ownership owned) {
        if (!asked.isEmpty() && isAnswered()) {
            asked.forEach((topic, answer) -> rememberOrWarn(topic, answer));
            asked = Map.of();
            learned = true;
        } else if (asked.isEmpty() && !owned.isEmpty() && clock.millis() >= nextCheckMillis) {
            asked = describe(owned.topics());
            nextCheckMillis = clock.millis() + config.topicCheckInterval().toMillis();
        }
        boolean news = learned;
        learned = false;
        return news;
    }

    /** Where logs end, and the leader epoch there; waits for a bounded time, and is empty when that was not long enough. */
    Map<TopicPartition, ListOffsetsResultInfo> ends(Collection<TopicPartition> partitions) {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions.forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        try {
            return await(admin.listOffsets(latest).all());
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = cause(e);
            log.warn("[{}] the ends of logs could not be read: {}", KafkaErrors.codeOf(cause), cause.toString());
            return Map.of();
        }
    }

    private boolean isAnswered() {
        for (KafkaFuture<TopicDescription> answer : asked.values()) {
            if (!answer.isDone()) {
                return false;
            }
        }
        return true;
    }

    private void rememberOrWarn(String topic, KafkaFuture<TopicDescription> answer) {
        try {
            remember(await(answer));
        } catch (ExecutionException | TimeoutException e) {
            Throwable cause = cause(e);
            log.warn(
                    "[{}] the id of topic {} could not be read and is checked later: {}",
                    KafkaErrors.codeOf(cause),
                    topic,
                    cause.toString());
        }
    }

    private void remember(TopicDescription topic) {
        incarnations.put(topic.name(), cluster + "/" + topic.topicId());
    }

    private Map<String, KafkaFuture<TopicDescription>> describe(Collection<String> topics) {
        List<String> names = new ArrayList<>(topics);
        Map<String, KafkaFuture<TopicDescription>> answers = new HashMap<>();
        admin.describeTopics(names).topicNameValues().forEach(answers::put);
        return answers;
    }

    private <T> T await(KafkaFuture<T> answer) throws ExecutionException, TimeoutException {
        try {
            // The client's own timeout comes first and has the better text.
            return answer.get(config.requestTimeout().toMillis() * 2, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IngestException(
                    KafkaErrorCode.INTERRUPTED, "Interrupted while asking " + config.bootstrapServers(), e);
        }
    }

    private static Throwable cause(@Nullable Throwable thrown) {
        if (thrown instanceof ExecutionException && thrown.getCause() != null) {
            return thrown.getCause();
        }
        return thrown == null ? new IllegalStateException("no cause") : thrown;
    }

    @Override
    public void close() {
        admin.close(Duration.ZERO);
    }
}
