package org.lakeingest.kafka;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Writes single records to the shared broker, in transactions if asked. */
final class Writer implements AutoCloseable {
    private final String topic;
    private final KafkaProducer<byte[], byte[]> producer;
    private final List<Future<?>> open = new ArrayList<>();

    Writer(String topic, Map<String, Object> settings) {
        this.topic = topic;
        Map<String, Object> all = new HashMap<>(settings);
        all.put("bootstrap.servers", SharedBroker.servers());
        this.producer = new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }

    static Writer transactional(String topic) {
        Writer writer = new Writer(topic, Map.of("transactional.id", "writer-of-" + topic));
        writer.producer.initTransactions();
        return writer;
    }

    void begin() {
        producer.beginTransaction();
    }

    void commit() {
        producer.commitTransaction();
    }

    void abort() {
        producer.abortTransaction();
    }

    /** @param headers names and values, alternating */
    void write(int partition, @Nullable String key, @Nullable String value, List<String> headers) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(topic, partition, bytes(key), bytes(value));
        for (int i = 0; i < headers.size(); i += 2) {
            record.headers().add(headers.get(i), headers.get(i + 1).getBytes(StandardCharsets.UTF_8));
        }
        open.add(producer.send(record));
    }

    void write(int partition, @Nullable String key, @Nullable String value) {
        write(partition, key, value, List.of());
    }

    void flush() {
        producer.flush();
    }

    private static byte @Nullable [] bytes(@Nullable String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        producer.close();
        if (open.stream().anyMatch(future -> !future.isDone())) {
            throw new IllegalStateException("A record was not written");
        }
    }
}
