package org.lakeingest.kafka;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.LogAudit;
import org.lakeingest.api.LogPartition;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at topics with the settings of a source, beside its group: partitions are assigned by hand, so nobody is rebalanced.
 * Connects with the first question. Confined to one thread.
 */
final class KafkaLogAudit implements LogAudit {
    private static final Logger log = LoggerFactory.getLogger(KafkaLogAudit.class);

    private final KafkaSourceConfig config;
    private final KafkaClients clients;
    private final Clock clock;
    private @Nullable Connected connected;

    KafkaLogAudit(KafkaSourceConfig config, KafkaClients clients, Clock clock) {
        this.config = config;
        this.clients = clients;
        this.clock = clock;
    }

    private record Connected(TopicCatalog catalog, Consumer<byte[], byte[]> consumer, Set<String> compacted) {}

    @Override
    public List<LogPartition> partitions() {
        return asking(() -> {
            Connected now = connect();
            Consumer<byte[], byte[]> consumer = now.consumer();
            Duration timeout = config.requestTimeout().multipliedBy(2);
            List<TopicPartition> all = new ArrayList<>();
            for (String topic : new HashSet<>(config.topics())) {
                consumer.partitionsFor(topic, timeout)
                        .forEach(info -> all.add(new TopicPartition(topic, info.partition())));
            }
            all.sort(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition));
            Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(all), timeout);
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(all, timeout);
            Map<TopicPartition, Long> ends = consumer.endOffsets(all, timeout);
            List<LogPartition> partitions = new ArrayList<>(all.size());
            for (TopicPartition partition : all) {
                OffsetAndMetadata position = committed.get(partition);
                long start = starts.getOrDefault(partition, 0L);
                partitions.add(new LogPartition(
                        now.catalog().source(partition),
                        new OffsetRange(start, Math.max(start, ends.getOrDefault(partition, start))),
                        position == null ? OptionalLong.empty() : OptionalLong.of(position.offset()),
                        now.compacted().contains(partition.topic())));
            }
            return partitions;
        });
    }

    @Override
    public void read(
            SourcePartition source, List<OffsetRange> ranges, java.util.function.Consumer<RecordBatch> batches) {
        TopicPartition partition = new TopicPartition(source.stream(), source.number());
        asking(() -> {
            Consumer<byte[], byte[]> consumer = connect().consumer();
            consumer.assign(List.of(partition));
            try {
                new RangeReader(consumer, partition, source, clock).read(ranges, batches);
            } finally {
                consumer.unsubscribe();
            }
            return null;
        });
    }

    private <T> T asking(Supplier<T> question) {
        try {
            return question.get();
        } catch (KafkaException e) {
            throw KafkaErrors.classify("Looking at " + config.topics() + " at " + config.bootstrapServers(), e);
        }
    }

    private Connected connect() {
        Connected known = connected;
        if (known != null) {
            return known;
        }
        TopicCatalog catalog = TopicCatalog.open(config, clients, clock);
        try {
            Connected made = new Connected(catalog, clients.consumer(), compacted(config.topics()));
            connected = made;
            return made;
        } catch (RuntimeException e) {
            catalog.close();
            throw e;
        }
    }

    /** Only words depend on it, so it may be unknown. */
    private Set<String> compacted(Collection<String> topics) {
        Map<ConfigResource, String> asked = new HashMap<>();
        topics.forEach(topic -> asked.put(new ConfigResource(ConfigResource.Type.TOPIC, topic), topic));
        Set<String> compacted = new HashSet<>();
        try (Admin admin = clients.admin()) {
            Map<ConfigResource, Config> answers = admin.describeConfigs(asked.keySet())
                    .all()
                    .get(config.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
            answers.forEach((resource, settings) -> {
                ConfigEntry policy = settings.get(TopicConfig.CLEANUP_POLICY_CONFIG);
                if (policy != null && String.valueOf(policy.value()).contains(TopicConfig.CLEANUP_POLICY_COMPACT)) {
                    compacted.add(resource.name());
                }
            });
        } catch (ExecutionException | TimeoutException e) {
            log.debug("Whether {} are compacted is not known", topics, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IngestException(
                    KafkaErrorCode.INTERRUPTED, "Interrupted while asking " + config.bootstrapServers(), e);
        }
        return compacted;
    }

    @Override
    public void close() {
        Connected open = connected;
        connected = null;
        if (open != null) {
            open.catalog().close();
            open.consumer().close();
        }
    }
}
