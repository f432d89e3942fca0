package org.lakeingest.it.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** What a topic holds, as a consumer sees it that waits for transactions to be committed. */
public final class Records {
    private static final Duration POLL = Duration.ofMillis(100);

    private Records() {}

    /** Every record up to the end that there is now. */
    public static List<ConsumerRecord<byte[], byte[]>> of(Services services, String topic) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(services)) {
            List<TopicPartition> partitions = partitions(consumer, topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(records::add);
            }
        }
        return records;
    }

    /** Offsets that are committed, markers of transactions included. */
    public static long offsets(Services services, String topic) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(services)) {
            return consumer.endOffsets(partitions(consumer, topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic) {
        return consumer.partitionsFor(topic).stream()
                .map(partition -> new TopicPartition(topic, partition.partition()))
                .toList();
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Services services) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers",
                services.bootstrapServers(),
                "client.id",
                "records-" + UUID.randomUUID(),
                "isolation.level",
                "read_committed",
                "enable.auto.commit",
                false);
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }
}
