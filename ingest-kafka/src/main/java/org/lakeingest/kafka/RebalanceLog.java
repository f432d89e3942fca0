package org.lakeingest.kafka;

import java.util.Collection;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line per change of a worker's assignment, in a form that is easy to search for. Poll thread only. */
final class RebalanceLog {
    private static final Logger log = LoggerFactory.getLogger(KafkaSource.class);

    private final int worker;
    private final String protocol;
    private int generation = -1;
    private boolean written;

    RebalanceLog(int worker, String protocol) {
        this.worker = worker;
        this.protocol = protocol;
    }

    void assigned(Collection<TopicPartition> partitions, String cause, Ownership owned) {
        written = true;
        log.info(
                "kafka_rebalance worker={} protocol={} cause={} Partitions assigned: {} owned: {}",
                worker,
                protocol,
                cause,
                text(partitions),
                text(owned.names()));
    }

    void revoked(Collection<TopicPartition> partitions, String cause) {
        written = true;
        log.info(
                "kafka_rebalance worker={} protocol={} cause={} Partitions revoked: {}",
                worker,
                protocol,
                cause,
                text(partitions));
    }

    /** A rebalance that changed nothing for this member may pass without a call of the client; its generation shows it. */
    void generation(int current, Ownership owned) {
        if (current == generation) {
            return;
        }
        generation = current;
        if (!written && current >= 0) {
            assigned(java.util.List.of(), "assigned", owned);
        }
        written = false;
    }

    /** {@code [orders[0] orders[1]]}. */
    static String text(Collection<TopicPartition> partitions) {
        StringBuilder text = new StringBuilder("[");
        partitions.stream().sorted(Ownership.ORDER).forEach(partition -> {
            text.append(text.length() > 1 ? " " : "");
            text.append(partition.topic())
                    .append('[')
                    .append(partition.partition())
                    .append(']');
        });
        return text.append(']').toString();
    }
}
