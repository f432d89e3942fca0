package org.lakeingest.kafka;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.SourcePartition;

/** Reads ranges of one partition that was assigned to the client by hand. Used once. */
final class RangeReader {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long PATIENCE_MILLIS = 60_000;

    /** What lies between two ranges is read and left out where finding the next place would cost more. */
    private static final long NEAR = 5_000;

    private final Consumer<byte[], byte[]> consumer;
    private final TopicPartition partition;
    private final SourcePartition source;
    private final Clock clock;
    private int next;

    RangeReader(Consumer<byte[], byte[]> consumer, TopicPartition partition, SourcePartition source, Clock clock) {
        this.consumer = consumer;
        this.partition = partition;
        this.source = source;
        this.clock = clock;
    }

    void read(List<OffsetRange> ranges, java.util.function.Consumer<RecordBatch> batches) {
        if (ranges.isEmpty()) {
            return;
        }
        long at = ranges.get(0).start();
        consumer.seek(partition, at);
        long moved = clock.millis();
        while (next < ranges.size()) {
            List<ConsumerRecord<byte[], byte[]>> polled = consumer.poll(POLL).records(partition);
            long position = consumer.position(partition);
            if (position <= at) {
                requirePatience(moved, at);
                continue;
            }
            moved = clock.millis();
            List<ConsumerRecord<byte[], byte[]>> wanted = wanted(polled, ranges);
            batches.accept(new KafkaRecordBatch(source, new OffsetRange(at, position), wanted, -1));
            while (next < ranges.size() && ranges.get(next).end() <= position) {
                next++;
            }
            at = position;
            if (next < ranges.size() && ranges.get(next).start() > position + NEAR) {
                at = ranges.get(next).start();
                consumer.seek(partition, at);
            }
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> wanted(
            List<ConsumerRecord<byte[], byte[]>> polled, List<OffsetRange> ranges) {
        List<ConsumerRecord<byte[], byte[]>> wanted = new ArrayList<>();
        int range = next;
        for (ConsumerRecord<byte[], byte[]> each : polled) {
            while (range < ranges.size() && ranges.get(range).end() <= each.offset()) {
                range++;
            }
            if (range == ranges.size()) {
                break;
            }
            if (ranges.get(range).contains(each.offset())) {
                wanted.add(each);
            }
        }
        return wanted;
    }

    private void requirePatience(long moved, long at) {
        if (clock.millis() - moved > PATIENCE_MILLIS) {
            throw new IngestException(
                    KafkaErrorCode.BROKER_UNREACHABLE,
                    "Partition " + partition.partition() + " of " + partition.topic() + " gives nothing from offset "
                            + at + " on; check that its leader is there");
        }
    }
}
