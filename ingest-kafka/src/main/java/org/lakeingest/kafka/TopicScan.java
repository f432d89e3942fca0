package org.lakeingest.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Reads a topic once, from a time up to what was committed when it began. Confined to one thread. */
final class TopicScan {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Consumer<byte[], byte[]> consumer;
    private final String topic;
    private final Duration patience;

    /** @param patience how long nothing may come */
    TopicScan(Consumer<byte[], byte[]> consumer, String topic, Duration patience) {
        this.consumer = consumer;
        this.topic = topic;
        this.patience = patience;
    }

    /**
     * Hands over every record, those of a partition in order.
     *
     * @param since leaves out what has an earlier timestamp, if all that comes later in the partition has none
     * @param visitor answers whether to go on
     * @throws TimeoutException when nothing comes for too long
     */
    void read(Optional<Instant> since, Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
        List<TopicPartition> partitions = assign();
        Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
        consumer.seekToBeginning(partitions);
        since.ifPresent(from -> seek(partitions, from, ends));
        read(ends, visitor);
    }

    /** As {@link #read}, the last offsets of each partition. */
    void readLast(long offsets, Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
        List<TopicPartition> partitions = assign();
        Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(partitions));
        consumer.beginningOffsets(partitions)
                .forEach((partition, start) ->
                        consumer.seek(partition, Math.max(start, ends.getOrDefault(partition, 0L) - offsets)));
        read(ends, visitor);
    }

    private List<TopicPartition> assign() {
        List<TopicPartition> partitions = new ArrayList<>();
        List<PartitionInfo> found = consumer.partitionsFor(topic);
        for (PartitionInfo partition : found == null ? List.<PartitionInfo>of() : found) {
            partitions.add(new TopicPartition(topic, partition.partition()));
        }
        consumer.assign(partitions);
        return partitions;
    }

    private void read(Map<TopicPartition, Long> ends, Predicate<ConsumerRecord<byte[], byte[]>> visitor) {
        long lastNanos = System.nanoTime();
        while (!isDone(ends)) {
            boolean any = false;
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                any = true;
                long end = ends.getOrDefault(new TopicPartition(topic, record.partition()), 0L);
                if (record.offset() < end && !visitor.test(record)) {
                    return;
                }
            }
            if (any) {
                lastNanos = System.nanoTime();
            } else if (System.nanoTime() - lastNanos > patience.toNanos() && !isDone(ends)) {
                throw new TimeoutException("nothing came for " + patience.toMillis() + " ms");
            }
        }
    }

    private void seek(List<TopicPartition> partitions, Instant since, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, Long> times = new HashMap<>();
        partitions.forEach(partition -> times.put(partition, since.toEpochMilli()));
        Map<TopicPartition, OffsetAndTimestamp> starts = consumer.offsetsForTimes(times);
        for (TopicPartition partition : partitions) {
            OffsetAndTimestamp start = starts.get(partition);
            consumer.seek(partition, start == null ? ends.getOrDefault(partition, 0L) : start.offset());
        }
    }

    /** By position, since the last offsets may hold markers of transactions only. */
    private boolean isDone(Map<TopicPartition, Long> ends) {
        for (Map.Entry<TopicPartition, Long> end : ends.entrySet()) {
            if (consumer.position(end.getKey()) < end.getValue()) {
                return false;
            }
        }
        return true;
    }
}
