package org.lakeingest.kafka;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.AssignmentListener;
import org.lakeingest.api.Claim;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Membership;
import org.lakeingest.api.Metrics;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.ReportsLag;
import org.lakeingest.api.Source;
import org.lakeingest.api.SourcePartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member of a consumer group, and the only owner of its client.
 *
 * <p>Confined to the poll thread, but for {@link #wakeup} and {@link #membership}. A {@link #start} that failed as TRANSIENT
 * may be called again.
 */
final class KafkaSource implements Source, ReportsLag {
    private static final Logger log = LoggerFactory.getLogger(KafkaSource.class);

    private final KafkaSourceConfig config;
    private final KafkaClients clients;
    private final Clock clock;
    private final int worker;
    private final WorkerLag lag;
    private final Metrics.Counter removed;
    private final Runnable onClosed;
    private final WakeupGate gate = new WakeupGate(this::wakeClient);

    private @Nullable Running running;
    private volatile @Nullable Consumer<byte[], byte[]> wakeable;
    private volatile @Nullable KafkaMembership membership;
    private boolean closed;

    KafkaSource(
            KafkaSourceConfig config,
            KafkaClients clients,
            Clock clock,
            int worker,
            WorkerLag lag,
            Metrics.Counter removed,
            Runnable onClosed) {
        this.config = config;
        this.clients = clients;
        this.clock = clock;
        this.worker = worker;
        this.lag = lag;
        this.removed = removed;
        this.onClosed = onClosed;
    }

    /** What exists from the start on. */
    private record Running(SourceParts parts, RebalanceBridge bridge, PartitionReader reader) {}

    @Override
    public void start(AssignmentListener listener) {
        if (running != null || closed) {
            throw new IllegalStateException("The source was started or closed before");
        }
        String protocol = protocol();
        TopicCatalog catalog = TopicCatalog.open(config, clients, clock);
        Consumer<byte[], byte[]> consumer;
        try {
            consumer = clients.consumer();
        } catch (RuntimeException e) {
            catalog.close();
            throw KafkaErrors.classify("Creating the Kafka client for " + config.bootstrapServers(), e);
        }
        Ownership owned = new Ownership();
        SourceParts parts = new SourceParts(
                consumer,
                catalog,
                owned,
                new PositionCommits(consumer, owned, clock),
                gate,
                new RebalanceLog(worker, protocol));
        RebalanceBridge bridge = new RebalanceBridge(parts, listener, config);
        running = new Running(parts, bridge, new PartitionReader(parts, bridge, new RemovedRecords(consumer, removed)));
        wakeable = consumer;
        membership = new KafkaMembership(consumer.groupMetadata());
        consumer.subscribe(config.topics(), bridge);
    }

    private String protocol() {
        try {
            return ClientSettings.withOwnClasses(() -> AssignmentStrategies.protocol(config));
        } catch (KafkaException e) {
            throw new IngestException(
                    KafkaErrorCode.SETTING_REFUSED,
                    "assignment-strategies " + config.assignmentStrategies() + " cannot be used: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public List<RecordBatch> poll(Duration timeout) {
        Running now = running();
        SourceParts parts = now.parts();
        try {
            parts.commits().rethrow();
            parts.commits().sendIfDue();
            compareTopics(now);
            ConsumerRecords<byte[], byte[]> records = pollClient(now, timeout);
            followGroup(parts);
            if (now.bridge().hasKept()) {
                now.reader().rewind(records);
                now.bridge().rethrow();
            }
            List<RecordBatch> batches = now.reader().batches(records);
            lag.measureIfDue(clock, parts.owned(), parts.consumer());
            return batches;
        } catch (KafkaException e) {
            throw KafkaErrors.classify("Reading " + config.topics() + " at " + config.bootstrapServers(), e);
        }
    }

    private static ConsumerRecords<byte[], byte[]> pollClient(Running now, Duration timeout) {
        try {
            return now.reader().poll(timeout);
        } catch (WakeupException e) {
            return ConsumerRecords.empty();
        }
    }

    /** The rebalances this member took part in, whether they called back or not. */
    private void followGroup(SourceParts parts) {
        ConsumerGroupMetadata group = parts.consumer().groupMetadata();
        KafkaMembership known = membership;
        if (known == null || !group.equals(known.metadata())) {
            membership = new KafkaMembership(group);
            parts.rebalances().generation(group.generationId(), parts.owned());
        }
    }

    private static void compareTopics(Running now) {
        SourceParts parts = now.parts();
        if (!parts.catalog().learn(parts.owned())) {
            return;
        }
        List<OwnedPartition> recreated = new ArrayList<>();
        for (OwnedPartition partition : parts.owned().all()) {
            if (!parts.catalog().source(partition.topicPartition()).equals(partition.source())) {
                recreated.add(partition);
            }
        }
        if (!recreated.isEmpty()) {
            now.bridge().recreated(recreated);
        }
    }

    @Override
    public void seek(Map<SourcePartition, Long> positions) {
        SourceParts parts = running().parts();
        positions.forEach((source, position) -> {
            OwnedPartition partition = parts.owned().get(source);
            if (partition != null && (!partition.isStartKnown() || partition.next() != position)) {
                move(parts.consumer(), partition, new OffsetAndMetadata(position));
            }
        });
    }

    /** With the leader epoch the client asks the broker whether the log still leads up to the position. */
    @Override
    public void goOnFrom(Map<SourcePartition, Claim> claims) {
        SourceParts parts = running().parts();
        Map<OwnedPartition, Claim> held = new LinkedHashMap<>();
        claims.forEach((source, claim) -> {
            OwnedPartition partition = parts.owned().get(source);
            if (partition != null) {
                held.put(partition, claim);
            }
        });
        KeptPositions.compare(held, parts.catalog());
        held.forEach((partition, claim) -> move(parts.consumer(), partition, KeptPositions.toSeek(claim)));
    }

    @Override
    public void goOnAlone(Set<SourcePartition> partitions) {
        SourceParts parts = running().parts();
        List<OwnedPartition> alone = new ArrayList<>();
        for (SourcePartition source : partitions) {
            OwnedPartition partition = parts.owned().get(source);
            if (partition != null) {
                alone.add(partition);
            }
        }
        KeptPositions.sayWhichAreGone(alone);
    }

    private static void move(Consumer<byte[], byte[]> consumer, OwnedPartition partition, OffsetAndMetadata target) {
        consumer.seek(partition.topicPartition(), target);
        partition.goOnAt(target.offset());
        if (partition.isResumeWanted()) {
            consumer.resume(List.of(partition.topicPartition()));
        }
    }

    @Override
    public void pause(Set<SourcePartition> partitions) {
        SourceParts parts = running().parts();
        List<TopicPartition> found = new ArrayList<>();
        for (SourcePartition source : partitions) {
            OwnedPartition partition = parts.owned().get(source);
            if (partition != null) {
                partition.wantResume(false);
                found.add(partition.topicPartition());
            }
        }
        parts.consumer().pause(found);
    }

    @Override
    public void resume(Set<SourcePartition> partitions) {
        SourceParts parts = running().parts();
        List<TopicPartition> found = new ArrayList<>();
        for (SourcePartition source : partitions) {
            OwnedPartition partition = parts.owned().get(source);
            if (partition != null) {
                partition.wantResume(true);
                if (partition.isStartKnown()) {
                    found.add(partition.topicPartition());
                }
            }
        }
        parts.consumer().resume(found);
    }

    @Override
    public void commit(Map<SourcePartition, Long> positions) {
        running().parts().commits().commit(positions);
    }

    @Override
    public Membership membership() {
        KafkaMembership known = membership;
        if (known == null) {
            throw new IllegalStateException("The source was not started");
        }
        return known;
    }

    @Override
    public OptionalLong lag() {
        double records = lag.records();
        return Double.isNaN(records) ? OptionalLong.empty() : OptionalLong.of((long) records);
    }

    @Override
    public void wakeup() {
        gate.wakeup();
    }

    private void wakeClient() {
        Consumer<byte[], byte[]> consumer = wakeable;
        if (consumer != null) {
            consumer.wakeup();
        }
    }

    private Running running() {
        Running now = running;
        if (now == null || closed) {
            throw new IllegalStateException("The source is not running");
        }
        return now;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (running != null) {
            leave(running);
        }
        onClosed.run();
    }

    private void leave(Running now) {
        try {
            now.bridge().depart();
        } catch (RuntimeException e) {
            log.warn(
                    "[{}] worker {} leaves without having committed its last positions, which are read again: {}",
                    KafkaErrorCode.POSITIONS_NOT_COMMITTED,
                    worker,
                    e.toString());
        }
        try {
            now.parts().consumer().close(CloseOptions.timeout(config.requestTimeout()));
        } catch (RuntimeException e) {
            log.warn(
                    "[{}] worker {} did not leave the group in order: {}", KafkaErrors.codeOf(e), worker, e.toString());
        }
        now.parts().catalog().close();
    }
}
