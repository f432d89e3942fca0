package org.lakeingest.kafka;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.lakeingest.api.Metrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when records were deleted from the log before they were read. The client then goes on at the log's start without a
 * word, and the range that is read next looks like any other with a hole, as compaction and transactions leave them. What tells
 * the two apart is where the log starts, which the client knows as a metric, so nobody has to be asked. Poll thread only.
 */
final class RemovedRecords {
    private static final Logger log = LoggerFactory.getLogger(RemovedRecords.class);

    private final Consumer<byte[], byte[]> consumer;
    private final Metrics.Counter removed;

    RemovedRecords(Consumer<byte[], byte[]> consumer, Metrics.Counter removed) {
        this.consumer = consumer;
        this.removed = removed;
    }

    /**
     * Looks at a hole in front of what was read.
     *
     * @param next where reading should have gone on
     * @param first the record it went on at
     * @param end the position now
     */
    void lookAt(TopicPartition partition, long next, long first, long end) {
        double lead = lead(partition);
        if (Double.isNaN(lead)) {
            return;
        }
        long logStart = end - (long) lead;
        if (logStart <= next || logStart > first) {
            return;
        }
        removed.add(logStart - next);
        log.warn(
                "[{}] {}-{}: offsets [{}, {}) were removed from the log before they were read, by retention or an administrator;"
                        + " reading goes on at {}. Raise the retention of the topic above the time a reader may be behind",
                KafkaErrorCode.RECORDS_REMOVED,
                partition.topic(),
                partition.partition(),
                next,
                logStart,
                first);
    }

    /** How far the position is from the start of the log, as of the last fetch; not a number when unknown. */
    private double lead(TopicPartition partition) {
        String number = Integer.toString(partition.partition());
        for (Map.Entry<MetricName, ? extends Metric> metric : consumer.metrics().entrySet()) {
            MetricName name = metric.getKey();
            if (name.name().equals("records-lead")
                    && number.equals(name.tags().get("partition"))
                    && partition.topic().equals(name.tags().get("topic"))
                    && metric.getValue().metricValue() instanceof Double lead) {
                return lead;
            }
        }
        return Double.NaN;
    }
}
