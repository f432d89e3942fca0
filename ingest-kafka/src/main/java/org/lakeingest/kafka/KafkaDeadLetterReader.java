package org.lakeingest.kafka;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterFilter;
import org.lakeingest.api.DeadLetterReader;
import org.lakeingest.api.IngestException;

/** Reads the topic that {@link KafkaDeadLetterQueue} writes. Messages that are no letters are passed by. */
final class KafkaDeadLetterReader implements DeadLetterReader {
    private final KafkaDeadLettersConfig config;
    private final DeadLetterClients clients;
    private final String topic;
    private @Nullable Consumer<byte[], byte[]> consumer;

    KafkaDeadLetterReader(KafkaDeadLettersConfig config, DeadLetterClients clients, String topic) {
        this.config = config;
        this.clients = clients;
        this.topic = topic;
    }

    @Override
    public void read(DeadLetterFilter filter, Visitor visitor) {
        try {
            TopicScan scan = new TopicScan(consumer(), topic, config.deliveryTimeout());
            scan.read(filter.since(), record -> {
                DeadLetter letter = LetterHeaders.read(record);
                return letter == null || !filter.accepts(letter) || visitor.visit(letter);
            });
        } catch (UnknownTopicOrPartitionException e) {
            // The pipeline makes it when it starts: there are no letters yet.
            return;
        } catch (IngestException e) {
            throw e;
        } catch (RuntimeException e) {
            throw KafkaErrors.classify(
                    "Reading the dead-letter topic " + topic + " at " + config.bootstrapServers(), e);
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        Consumer<byte[], byte[]> open = consumer;
        if (open == null) {
            BrokerProbe.check(config.bootstrapServers(), config.client(), config.requestTimeout());
            open = clients.consumer();
            consumer = open;
        }
        return open;
    }

    @Override
    public void close() {
        Consumer<byte[], byte[]> open = consumer;
        consumer = null;
        if (open != null) {
            open.close();
        }
    }
}
