package org.lakeingest.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.DeadLetterQueue;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.SourcePartition;

/**
 * Letters as messages of a topic: key, value and headers as they were read, and behind these headers ours. The message's own time
 * is that of the failure, since retention goes by it; the record's is in a header. Those of one partition go to one partition.
 */
final class KafkaDeadLetterQueue implements DeadLetterQueue {
    /** What a batch of one message weighs besides its parts, generously. */
    private static final int OVERHEAD = 256;

    private static final int HEADER_OVERHEAD = 10;
    private static final Duration CLOSING = Duration.ofSeconds(5);
    private static final int LEAST_MEMORY = 32 * 1024 * 1024;

    private final KafkaDeadLettersConfig config;
    private final DeadLetterClients clients;
    private final Clock clock;
    private final String pipeline;
    private final String topic;
    private volatile @Nullable Connection connection;

    /**
     * What {@link #open} makes.
     *
     * @param limit size of the largest message
     * @param last letters that are there already
     */
    private record Connection(Producer<byte[], byte[]> producer, int partitions, long limit, LastLetters last) {}

    KafkaDeadLetterQueue(KafkaDeadLettersConfig config, DeadLetterClients clients, Clock clock, String pipeline) {
        this.config = config;
        this.clients = clients;
        this.clock = clock;
        this.pipeline = pipeline;
        this.topic = config.topicOf(pipeline);
    }

    @Override
    public synchronized void open() {
        close();
        long limit = new DeadLetterTopic(config, topic).open(clients);
        LastLetters last = LastLetters.of(clients, topic);
        try {
            Producer<byte[], byte[]> producer = clients.producer(Map.of(
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                    Math.toIntExact(limit),
                    ProducerConfig.BUFFER_MEMORY_CONFIG,
                    Math.max(LEAST_MEMORY, 2 * limit),
                    ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                    Math.toIntExact(config.deliveryTimeout().toMillis())));
            connection = new Connection(producer, partitions(producer), limit, last);
        } catch (RuntimeException e) {
            throw failure(e);
        }
    }

    private int partitions(Producer<byte[], byte[]> producer) {
        try {
            return producer.partitionsFor(topic).size();
        } catch (RuntimeException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
    }

    @Override
    public CompletionStage<Void> send(List<RejectedRecord> letters) {
        Connection open = connection;
        if (open == null) {
            throw new IllegalStateException("The queue is not open");
        }
        List<CompletableFuture<?>> sent = new ArrayList<>(letters.size());
        for (RejectedRecord rejected : letters) {
            String version = KafkaDeadLetterQueue.class.getPackage().getImplementationVersion();
            DeadLetter letter = DeadLetter.of(rejected, pipeline, version, clock.instant());
            if (!open.last.have(letter)) {
                sent.add(send(open, letter));
            }
        }
        return CompletableFuture.allOf(sent.toArray(CompletableFuture<?>[]::new))
                .handle((done, failure) -> {
                    if (failure != null) {
                        throw known(failure);
                    }
                    return null;
                });
    }

    private CompletableFuture<Void> send(Connection open, DeadLetter letter) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        try {
            var unused = open.producer.send(message(open, letter), (metadata, failure) -> {
                if (failure == null) {
                    sent.complete(null);
                } else {
                    sent.completeExceptionally(failure(letter, open.limit, failure));
                }
            });
        } catch (RuntimeException e) {
            sent.completeExceptionally(failure(letter, open.limit, e));
        }
        return sent;
    }

    private ProducerRecord<byte[], byte[]> message(Connection open, DeadLetter letter) {
        ProducerRecord<byte[], byte[]> whole = record(open, letter);
        if (size(whole) <= open.limit || letter.value() == null) {
            return whole;
        }
        if (config.whenTooLarge() == KafkaDeadLettersConfig.WhenTooLarge.FAIL) {
            throw tooLarge(letter, open.limit, null);
        }
        return record(open, letter.withoutValue());
    }

    private ProducerRecord<byte[], byte[]> record(Connection open, DeadLetter letter) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic,
                partition(letter.partition(), open.partitions),
                letter.failedAt().toEpochMilli(),
                letter.key(),
                letter.value());
        LetterHeaders.write(letter, record.headers());
        return record;
    }

    private static int partition(SourcePartition origin, int count) {
        return Math.floorMod(Objects.hash(origin.stream(), origin.number()), count);
    }

    private static long size(ProducerRecord<byte[], byte[]> record) {
        long size = OVERHEAD + length(record.key()) + length(record.value());
        for (var header : record.headers()) {
            size += header.key().getBytes(UTF_8).length + length(header.value()) + HEADER_OVERHEAD;
        }
        return size;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private IngestException failure(DeadLetter letter, long limit, Throwable thrown) {
        return thrown instanceof RecordTooLargeException ? tooLarge(letter, limit, thrown) : failure(thrown);
    }

    private IngestException tooLarge(DeadLetter letter, long limit, @Nullable Throwable cause) {
        return new IngestException(
                KafkaErrorCode.DEAD_LETTER_TOO_LARGE,
                "The dead letter of " + letter.place() + " has more than the " + limit + " bytes that topic " + topic
                        + " takes; raise 'max-size' and the topic's max.message.bytes, or set 'when-too-large:"
                        + " leave-out-value'",
                cause);
    }

    private IngestException failure(Throwable thrown) {
        String what = "Writing to the dead-letter topic " + topic + " at " + config.bootstrapServers();
        if (thrown instanceof OutOfOrderSequenceException) {
            // The producer goes on under another epoch; what it had sent may be there.
            return new IngestException(KafkaErrorCode.BROKER_BUSY, what + " failed: " + thrown.getMessage(), thrown);
        }
        if (thrown instanceof AuthorizationException) {
            return new IngestException(
                    KafkaErrorCode.AUTHORIZATION_FAILED,
                    what + " failed: " + thrown.getMessage()
                            + "; grant the user Write, Describe and DescribeConfigs on it, and Create if it is absent",
                    thrown);
        }
        return KafkaErrors.classify(what, thrown);
    }

    private static IngestException known(Throwable failure) {
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return cause instanceof IngestException known
                ? known
                : new IngestException(KafkaErrorCode.CLIENT_FAILED, "Writing dead letters failed: " + cause, cause);
    }

    @Override
    public synchronized void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            open.producer.close(CLOSING);
        }
    }
}
