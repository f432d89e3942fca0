package org.lakeingest.kafka;

import java.time.Clock;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;

/** The lag of one worker: measured on its poll thread about once a second, read from any thread. */
final class WorkerLag {
    private static final long INTERVAL_MILLIS = 1_000;

    private final Consumer<WorkerLag> removal;
    private volatile double records = Double.NaN;
    private long nextMillis;

    WorkerLag(Consumer<WorkerLag> removal) {
        this.removal = removal;
    }

    double records() {
        return records;
    }

    void remove() {
        removal.accept(this);
    }

    void measureIfDue(
            Clock clock, Ownership owned, org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer) {
        long now = clock.millis();
        if (now < nextMillis) {
            return;
        }
        nextMillis = now + INTERVAL_MILLIS;
        records = measure(owned, consumer);
    }

    /** A worker without partitions has no lag; a partition that has not been fetched yet has an unknown one. */
    private static double measure(
            Ownership owned, org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer) {
        double sum = owned.isEmpty() ? 0 : Double.NaN;
        for (OwnedPartition partition : owned.all()) {
            TopicPartition name = partition.topicPartition();
            OptionalLong unread = partition.isStartKnown() ? consumer.currentLag(name) : OptionalLong.empty();
            if (unread.isPresent()) {
                double lag = unread.getAsLong() + (double) partition.uncommitted();
                sum = Double.isNaN(sum) ? lag : sum + lag;
            }
        }
        return sum;
    }
}
