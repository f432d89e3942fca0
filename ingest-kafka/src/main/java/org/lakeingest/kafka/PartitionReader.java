package org.lakeingest.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;

/** Polls the client and cuts what it returns into contiguous ranges. Poll thread only. */
final class PartitionReader {
    /** Short enough not to be felt, long enough not to spin, while the broker is asked where a partition starts. */
    private static final Duration START_STEP = Duration.ofMillis(5);

    private final Consumer<byte[], byte[]> consumer;
    private final Ownership owned;
    private final WakeupGate gate;
    private final RebalanceBridge bridge;
    private final TopicCatalog catalog;
    private final RemovedRecords removed;

    PartitionReader(SourceParts parts, RebalanceBridge bridge, RemovedRecords removed) {
        this.consumer = parts.consumer();
        this.owned = parts.owned();
        this.gate = parts.gate();
        this.catalog = parts.catalog();
        this.bridge = bridge;
        this.removed = removed;
    }

    /**
     * Waits for records, or for a position that moved on without any. A partition is not read before it is known where it
     * starts, as its first range must start there and not at the first record.
     */
    ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
        Duration left = timeout;
        while (true) {
            boolean waiting = !learnStarts();
            Duration step = waiting && left.compareTo(START_STEP) > 0 ? START_STEP : left;
            ConsumerRecords<byte[], byte[]> records = pollOnce(step);
            left = left.minus(step);
            if (!records.nextOffsets().isEmpty() || left.isZero() || bridge.hasKept()) {
                return records;
            }
        }
    }

    private ConsumerRecords<byte[], byte[]> pollOnce(Duration timeout) {
        boolean hurry = gate.beginPoll();
        try {
            return consumer.poll(hurry ? Duration.ZERO : timeout);
        } finally {
            gate.endPoll();
        }
    }

    /** Asks the client, which has asked the broker; answers whether all partitions to be read are known. */
    private boolean learnStarts() {
        boolean all = true;
        for (OwnedPartition partition : owned.all()) {
            if (!partition.isStartKnown() && partition.isResumeWanted()) {
                all &= learnStart(partition);
            }
        }
        return all;
    }

    private boolean learnStart(OwnedPartition partition) {
        try {
            partition.moveTo(consumer.position(partition.topicPartition(), Duration.ZERO));
        } catch (TimeoutException e) {
            return false;
        }
        consumer.resume(List.of(partition.topicPartition()));
        return true;
    }

    /** One batch per partition that moved on. */
    List<RecordBatch> batches(ConsumerRecords<byte[], byte[]> records) {
        List<RecordBatch> batches = new ArrayList<>(records.nextOffsets().size());
        for (Map.Entry<TopicPartition, OffsetAndMetadata> moved :
                records.nextOffsets().entrySet()) {
            OwnedPartition partition = owned.get(moved.getKey());
            if (partition == null || !partition.isStartKnown()) {
                continue;
            }
            List<ConsumerRecord<byte[], byte[]>> read = records.records(moved.getKey());
            long end = moved.getValue().offset();
            long first = read.isEmpty() ? end : read.get(0).offset();
            if (first < partition.next()) {
                jumpedBack(partition, first);
            } else if (end > partition.next()) {
                if (first > partition.next()) {
                    removed.lookAt(moved.getKey(), partition.next(), first, end);
                }
                batches.add(batch(partition, end, read, moved.getValue()));
            }
        }
        return batches;
    }

    private static RecordBatch batch(
            OwnedPartition partition, long end, List<ConsumerRecord<byte[], byte[]>> read, OffsetAndMetadata moved) {
        long start = partition.next();
        int epoch = read.isEmpty()
                ? moved.leaderEpoch().orElse(-1)
                : read.get(read.size() - 1).leaderEpoch().orElse(-1);
        partition.read(start, end, epoch);
        return new KafkaRecordBatch(partition.source(), new OffsetRange(start, end), read, epoch);
    }

    /** The client was sent back by the broker: another topic of that name, or a log that lost its end. */
    private void jumpedBack(OwnedPartition partition, long first) {
        catalog.refresh(List.of(partition.source().stream()));
        if (catalog.source(partition.topicPartition()).equals(partition.source())) {
            KeptPositions.refuseTruncated(partition, first);
            bridge.truncated(partition, first);
        } else {
            bridge.recreated(List.of(partition));
        }
    }

    /** Makes the next poll return the same again, for a caller that could not be given it. */
    void rewind(ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition moved : records.nextOffsets().keySet()) {
            OwnedPartition partition = owned.get(moved);
            if (partition != null && partition.isStartKnown()) {
                consumer.seek(moved, partition.next());
            }
        }
    }
}
