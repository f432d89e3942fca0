package org.lakeingest.sandbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.InvalidPartitionsException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Administers topics of any broker and reads what consumer groups have committed. Thread-safe; holds connections until
 * closed. Every failure is a {@link SandboxException} whose message is one line.
 */
public final class Topics implements AutoCloseable {
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(10);

    private final String bootstrapServers;
    private final Duration timeout;
    private final Admin admin;

    /**
     * Makes the client; connects with the first call.
     *
     * @param bootstrapServers host:port, several separated by commas
     */
    public Topics(String bootstrapServers) {
        this(bootstrapServers, Map.of());
    }

    /**
     * As {@link #Topics(String)}, with settings such as those of a secured broker.
     *
     * @param clientSettings Kafka's own names and values
     */
    public Topics(String bootstrapServers, Map<String, String> clientSettings) {
        this(bootstrapServers, clientSettings, CALL_TIMEOUT);
    }

    /** @param timeout of one call */
    Topics(String bootstrapServers, Map<String, String> clientSettings, Duration timeout) {
        this.bootstrapServers = bootstrapServers;
        this.timeout = timeout;
        Map<String, Object> settings = new HashMap<>(clientSettings);
        settings.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        settings.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) timeout.toMillis());
        settings.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) timeout.toMillis() / 2);
        try {
            this.admin = Admin.create(settings);
        } catch (KafkaException e) {
            throw new SandboxException(
                    "'" + bootstrapServers + "' are no usable bootstrap servers: " + rootMessage(e), e);
        }
    }

    /** One partition of a topic; the leader is -1 while it has none. */
    public record Partition(int number, int leader, List<Integer> replicas) {}

    /** A topic as the broker describes it; the id tells it from an earlier one of the same name. */
    public record Description(String topic, String id, List<Partition> partitions) {}

    /**
     * How far a group is in one partition.
     *
     * @param committed the next offset the group reads; empty when it has committed nothing
     * @param end the offset the next record will get
     * @param lag records not yet committed; those from the log's start when nothing is committed
     */
    public record GroupPosition(int partition, Optional<Long> committed, long end, long lag) {}

    /** Creates a topic with the broker's default replication and returns when every partition has a leader. */
    public void create(String topic, int partitions) {
        create(topic, partitions, Map.of());
    }

    /** As {@link #create(String, int)}, with settings of the topic such as {@code cleanup.policy}. */
    public void create(String topic, int partitions, Map<String, String> settings) {
        NewTopic wanted = new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(settings);
        try {
            await(admin.createTopics(List.of(wanted)).all(), "create topic '" + topic + "'");
        } catch (TopicExistsException e) {
            throw new SandboxException(
                    "Topic '" + topic + "' exists at " + bootstrapServers + "; choose another name or delete it", e);
        }
        awaitPartitions(topic, partitions);
    }

    /** Raises the number of partitions and returns when the new ones have a leader. */
    public void alter(String topic, int partitions) {
        int now = describe(topic).partitions().size();
        if (partitions <= now) {
            throw new SandboxException("Topic '" + topic + "' has " + now
                    + " partitions already; a topic can only grow, so " + partitions + " is too few");
        }
        try {
            await(
                    admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                            .all(),
                    "alter topic '" + topic + "'");
        } catch (InvalidPartitionsException e) {
            throw new SandboxException(
                    "Topic '" + topic + "' cannot get " + partitions + " partitions: " + e.getMessage(), e);
        }
        awaitPartitions(topic, partitions);
    }

    /** Deletes a topic and returns when the broker knows it no more. */
    public void delete(String topic) {
        try {
            await(admin.deleteTopics(List.of(topic)).all(), "delete topic '" + topic + "'");
        } catch (UnknownTopicOrPartitionException e) {
            throw missing(topic, e);
        }
        poll("delete topic '" + topic + "'", () -> partitionsWithLeader(topic) == 0);
    }

    /** Describes a topic, partitions ascending. */
    public Description describe(String topic) {
        try {
            TopicDescription found = described(topic);
            return new Description(
                    topic,
                    found.topicId().toString(),
                    found.partitions().stream().map(Topics::partition).toList());
        } catch (UnknownTopicOrPartitionException e) {
            throw missing(topic, e);
        }
    }

    /** The offset the next record of each partition will get. */
    public Map<Integer, Long> endOffsets(String topic) {
        return offsets(topic, OffsetSpec.latest());
    }

    /** The next offset the group reads of each partition it has committed. */
    public Map<Integer, Long> committed(String group, String topic) {
        Map<Integer, Long> positions = new TreeMap<>();
        await(
                        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(),
                        "read offsets of group '" + group + "'")
                .forEach((partition, position) -> {
                    if (partition.topic().equals(topic) && position != null) {
                        positions.put(partition.partition(), position.offset());
                    }
                });
        return positions;
    }

    /** Position, end and lag of the group in every partition of the topic. */
    public Map<Integer, GroupPosition> lag(String group, String topic) {
        Map<Integer, Long> starts = offsets(topic, OffsetSpec.earliest());
        Map<Integer, Long> committed = committed(group, topic);
        Map<Integer, GroupPosition> positions = new TreeMap<>();
        endOffsets(topic).forEach((number, end) -> {
            Long position = committed.get(number);
            long from = position == null ? starts.getOrDefault(number, 0L) : position;
            positions.put(
                    number, new GroupPosition(number, Optional.ofNullable(position), end, Math.max(0, end - from)));
        });
        return positions;
    }

    /** The partitions that members of the group own right now, by the broker's word; none while the group rebalances. */
    public Set<Integer> assigned(String group, String topic) {
        ConsumerGroupDescription found = await(
                        admin.describeConsumerGroups(List.of(group)).all(), "describe group '" + group + "'")
                .get(group);
        Set<Integer> partitions = new TreeSet<>();
        if (found != null && found.groupState() == GroupState.STABLE) {
            for (MemberDescription member : found.members()) {
                for (TopicPartition partition : member.assignment().topicPartitions()) {
                    if (partition.topic().equals(topic)) {
                        partitions.add(partition.partition());
                    }
                }
            }
        }
        return partitions;
    }

    @Override
    public void close() {
        admin.close(timeout);
    }

    private Map<Integer, Long> offsets(String topic, OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        for (Partition partition : describe(topic).partitions()) {
            asked.put(new TopicPartition(topic, partition.number()), spec);
        }
        Map<Integer, Long> offsets = new TreeMap<>();
        await(admin.listOffsets(asked).all(), "read offsets of topic '" + topic + "'")
                .forEach((partition, found) -> offsets.put(partition.partition(), found.offset()));
        return offsets;
    }

    private static Partition partition(TopicPartitionInfo info) {
        int leader = info.leader() == null ? -1 : info.leader().id();
        return new Partition(
                info.partition(),
                leader,
                info.replicas().stream().map(node -> node.id()).toList());
    }

    private void awaitPartitions(String topic, int count) {
        poll("wait for the partitions of topic '" + topic + "'", () -> partitionsWithLeader(topic) == count);
        // Metadata name a leader shortly before it takes writes; what comes in between may be stored out of order.
        endOffsets(topic);
    }

    /** 0 when the topic is unknown. */
    private long partitionsWithLeader(String topic) {
        try {
            TopicDescription found = described(topic);
            return found.partitions().stream()
                    .filter(partition -> partition.leader() != null)
                    .count();
        } catch (UnknownTopicOrPartitionException e) {
            return 0;
        }
    }

    private TopicDescription described(String topic) {
        return await(admin.describeTopics(List.of(topic)).allTopicNames(), "describe topic '" + topic + "'")
                .values()
                .iterator()
                .next();
    }

    private void poll(String what, Supplier<Boolean> done) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!done.get()) {
            if (System.nanoTime() - deadline > 0) {
                throw new SandboxException("Cannot " + what + " at " + bootstrapServers + ": not done within "
                        + timeout.toSeconds() + " s");
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    /** Rethrows the three errors that callers have a better text for. */
    private <T> T await(KafkaFuture<T> future, String what) {
        try {
            return future.get(timeout.toMillis() + 1_000, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (cause instanceof TopicExistsException known) {
                throw known;
            }
            if (cause instanceof UnknownTopicOrPartitionException known) {
                throw known;
            }
            if (cause instanceof InvalidPartitionsException known) {
                throw known;
            }
            if (cause instanceof org.apache.kafka.common.errors.TimeoutException) {
                throw unreachable(what, cause);
            }
            throw new SandboxException("Cannot " + what + " at " + bootstrapServers + ": " + rootMessage(cause), cause);
        } catch (TimeoutException e) {
            throw unreachable(what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("Interrupted: " + what, e);
        }
    }

    private SandboxException unreachable(String what, Throwable cause) {
        return new SandboxException(
                "Cannot " + what + ": no Kafka broker answers at " + bootstrapServers + " within " + timeout.toSeconds()
                        + " s; check the address and that it runs",
                cause);
    }

    private SandboxException missing(String topic, Throwable cause) {
        return new SandboxException(
                "Topic '" + topic + "' does not exist at " + bootstrapServers + "; create it first", cause);
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable cause = root.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        String message = root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
        return message.lines().findFirst().orElse(message);
    }
}
