package org.lakeingest.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.DeadLetter;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.Replay;

/**
 * Writes records to their topic, and a mark for each to the topic of the marks, in one transaction. The marks are read when it opens,
 * after the transaction of whoever wrote before has been ended, so they say exactly what is there.
 */
final class KafkaReplay implements Replay {
    /** Says of a record that was put back which one it is; once more for each time. */
    static final String HEADER = "ingest.replay.of";

    private static final int MOST_RECORDS = 500;
    private static final long MOST_BYTES = 8L * 1024 * 1024;
    private static final int LARGEST = 64 * 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration CLOSING = Duration.ofSeconds(5);

    private final DeadLetterClients clients;
    private final Clock clock;
    private final String pipeline;
    private final String marksTopic;
    private final Optional<String> to;
    private final boolean keepTimestamps;
    private final ReplayMarks marks;
    private final Map<String, Integer> partitions = new HashMap<>();
    private @Nullable Producer<byte[], byte[]> producer;
    /** Written by the producer's thread. */
    private volatile @Nullable IngestException refusal;

    private boolean open;
    private long sent;
    private int records;
    private long bytes;

    KafkaReplay(DeadLetterClients clients, Clock clock, String pipeline, Optional<String> to, boolean keepTimestamps) {
        this.clients = clients;
        this.clock = clock;
        this.pipeline = pipeline;
        this.marksTopic = pipeline + ".dead-letters.replayed";
        this.to = to;
        this.marks = new ReplayMarks(to);
        this.keepTimestamps = keepTimestamps;
    }

    @Override
    public void look() {
        BrokerProbe.check(clients.bootstrapServers(), clients.client(), clients.requestTimeout());
        try {
            readMarks();
        } catch (UnknownTopicOrPartitionException e) {
            // Nothing was put back yet.
            return;
        } catch (RuntimeException e) {
            throw failure("Reading which records were put back", e);
        }
    }

    @Override
    public void open(boolean again) {
        BrokerProbe.check(clients.bootstrapServers(), clients.client(), clients.requestTimeout());
        makeMarksTopic();
        try {
            Producer<byte[], byte[]> made = clients.producer(Map.of(
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                    "ingest-replay-" + pipeline,
                    ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                    LARGEST,
                    ProducerConfig.BUFFER_MEMORY_CONFIG,
                    2L * LARGEST,
                    ProducerConfig.MAX_BLOCK_MS_CONFIG,
                    PATIENCE.toMillis()));
            producer = made;
            made.initTransactions();
        } catch (RuntimeException e) {
            throw failure("Preparing a replay", e);
        }
        if (!again) {
            look();
        }
    }

    private void readMarks() {
        try (Consumer<byte[], byte[]> consumer = clients.consumer()) {
            new TopicScan(consumer, marksTopic, PATIENCE).read(Optional.empty(), mark -> {
                marks.add(mark);
                return true;
            });
        }
    }

    /** Asked first whether it is there, since the right to create it is needed only once. */
    private void makeMarksTopic() {
        try (TopicAdmin topics = clients.topics()) {
            if (topics.partitions(marksTopic).isEmpty()) {
                topics.create(new NewTopic(marksTopic, Optional.of(1), Optional.empty())
                        .configs(Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT)));
            }
        } catch (ExecutionException | TimeoutException e) {
            throw KafkaErrors.classify(
                    "Preparing the topic " + marksTopic + " at " + clients.bootstrapServers(), TopicAdmin.cause(e));
        } catch (RuntimeException e) {
            throw failure("Preparing a replay", e);
        }
    }

    @Override
    public boolean isDone(DeadLetter letter) {
        return marks.has(letter);
    }

    @Override
    public boolean isDoneAnywhere(DeadLetter letter) {
        return marks.hasAnywhere(letter);
    }

    @Override
    public void send(DeadLetter letter) {
        Producer<byte[], byte[]> out = producer();
        if (!letter.isWhole()) {
            throw new IngestException(
                    KafkaErrorCode.DEAD_LETTER_TOO_LARGE,
                    "The letter of " + letter.place()
                            + " was kept without its value, which was too large; it cannot be put" + " back");
        }
        String topic = to.orElse(letter.partition().stream());
        int count = partitions(topic);
        try {
            if (!open) {
                out.beginTransaction();
                open = true;
            }
            send(out, letter, record(letter, topic, count));
            byte[] value = (topic + " " + clock.instant()).getBytes(UTF_8);
            send(out, letter, new ProducerRecord<>(marksTopic, marks.key(letter), value));
        } catch (RuntimeException e) {
            throw failure("Putting " + letter.place() + " back into " + topic, refusal == null ? e : refusal);
        }
        marks.add(letter);
        records++;
        bytes += length(letter.key()) + length(letter.value());
        if (records >= MOST_RECORDS || bytes >= MOST_BYTES) {
            commit(out);
        }
    }

    private void send(Producer<byte[], byte[]> out, DeadLetter letter, ProducerRecord<byte[], byte[]> record) {
        var unused = out.send(record, (metadata, failure) -> {
            if (failure instanceof RecordTooLargeException) {
                refusal = new IngestException(
                        KafkaErrorCode.DEAD_LETTER_TOO_LARGE,
                        "The record of " + letter.place() + " is larger than topic " + record.topic()
                                + " takes; raise its max.message.bytes, or leave the record out by a filter",
                        failure);
            }
        });
    }

    private ProducerRecord<byte[], byte[]> record(DeadLetter letter, String topic, int count) {
        boolean home =
                topic.equals(letter.partition().stream()) && letter.partition().number() < count;
        boolean timed = keepTimestamps && letter.timestampMillis() >= 0;
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                topic,
                home ? letter.partition().number() : null,
                timed ? letter.timestampMillis() : null,
                letter.key(),
                letter.value());
        letter.headers().forEach(header -> record.headers().add(header.name(), header.value()));
        record.headers().add(HEADER, letter.place().getBytes(UTF_8));
        return record;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    /** A producer would wait for a minute for a topic that is not there. */
    private int partitions(String topic) {
        Integer known = partitions.get(topic);
        if (known != null) {
            return known;
        }
        try (TopicAdmin topics = clients.topics()) {
            int found = topics.partitions(topic)
                    .orElseThrow(() -> new IngestException(
                            KafkaErrorCode.TOPIC_MISSING,
                            "Topic " + topic + " does not exist at " + clients.bootstrapServers()
                                    + "; create it, or name another one to put the records into"));
            partitions.put(topic, found);
            return found;
        } catch (ExecutionException | TimeoutException e) {
            throw KafkaErrors.classify("Looking for topic " + topic, TopicAdmin.cause(e));
        }
    }

    @Override
    public long flush() {
        if (open) {
            commit(producer());
        }
        return sent;
    }

    private void commit(Producer<byte[], byte[]> out) {
        try {
            out.commitTransaction();
        } catch (RuntimeException e) {
            throw failure("Putting " + records + " records back", refusal == null ? e : refusal);
        }
        sent += records;
        records = 0;
        bytes = 0;
        open = false;
    }

    private Producer<byte[], byte[]> producer() {
        Producer<byte[], byte[]> out = producer;
        if (out == null) {
            throw new IllegalStateException("The replay is not open");
        }
        return out;
    }

    private IngestException failure(String what, RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) {
                return new IngestException(
                        KafkaErrorCode.REPLAY_TAKEN_OVER,
                        "Another replay of pipeline " + pipeline
                                + " was started and has taken over; nothing is sent twice",
                        thrown);
            }
        }
        return KafkaErrors.classify(what + " at " + clients.bootstrapServers(), thrown);
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> out = producer;
        producer = null;
        if (out != null) {
            // An open transaction is aborted by the client.
            out.close(CLOSING);
        }
    }
}
