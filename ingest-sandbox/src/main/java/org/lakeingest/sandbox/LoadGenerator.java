package org.lakeingest.sandbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Produces numbered records to chosen partitions: key {@code key-<sequence>}, value
 * {@code {"sequence":7,"partition":1,"name":"load-00000007","payload":"abcdefghijklmnopqrstuvwxyz0123456789"}}, where the
 * partition is the sequence modulo the number of partitions.
 *
 * <p>Life: {@link #run} once, on the caller's thread; {@link #stop} from any thread ends it early.
 */
public final class LoadGenerator {
    private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(60);
    private static final long PROGRESS_NANOS = Duration.ofMillis(250).toNanos();
    /** Sends between two looks at the clock when nothing limits the rate. */
    private static final int STRIDE = 512;

    private final Options options;
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private volatile boolean stopped;

    public LoadGenerator(Options options) {
        this.options = options;
    }

    /**
     * What to produce.
     *
     * @param start first sequence number
     * @param count number of records
     * @param partitions records go to the partitions from 0 below this number
     * @param rate records per second, 0 for as many as possible
     * @param clientSettings Kafka's own names and values, applied last
     */
    public record Options(
            String bootstrapServers,
            String topic,
            long start,
            long count,
            int partitions,
            double rate,
            Map<String, String> clientSettings) {
        public Options {
            if (start < 0 || count <= 0 || partitions <= 0 || rate < 0) {
                throw new IllegalArgumentException(
                        "start and rate must not be negative, count and partitions must be positive");
            }
            clientSettings = Map.copyOf(clientSettings);
        }

        /** As fast as possible, from sequence number {@code start} on. */
        public static Options of(String bootstrapServers, String topic, long start, long count, int partitions) {
            return new Options(bootstrapServers, topic, start, count, partitions, 0, Map.of());
        }

        public Options withRate(double recordsPerSecond) {
            return new Options(bootstrapServers, topic, start, count, partitions, recordsPerSecond, clientSettings);
        }
    }

    /**
     * How it ended.
     *
     * @param produced handed to the broker and answered, failures included
     * @param remaining without an answer, or not sent because the run was stopped
     * @param failed refused by the broker or timed out
     */
    public record Result(long produced, long remaining, long failed, Duration elapsed) {
        /** Records per second, over the whole run. */
        public double rate() {
            return produced / Math.max(1e-9, elapsed.toNanos() / 1e9);
        }

        /** Whether every record asked for is stored. */
        public boolean complete() {
            return remaining == 0 && failed == 0;
        }

        /** {@code produced=10000 remaining=0 failed=0 elapsed=0.295s rate=33898 msg/s}. */
        public String line() {
            String seconds = String.format(Locale.ROOT, "%.3fs", elapsed.toNanos() / 1e9);
            return String.format(
                    Locale.ROOT,
                    "produced=%d remaining=%d failed=%d elapsed=%s rate=%.0f msg/s",
                    produced,
                    remaining,
                    failed,
                    seconds,
                    rate());
        }
    }

    /** Told some four times a second, on the thread that runs the generator. */
    @FunctionalInterface
    public interface Progress {
        /**
         * Reports counts so far.
         *
         * @param acknowledged stored by the broker, which trails what was sent
         */
        void report(long sent, long acknowledged, long failed, Duration elapsed);
    }

    /** As {@link #run(Progress)}, in silence. */
    public Result run() {
        return run((sent, stored, lost, elapsed) -> {});
    }

    /**
     * Produces and waits for the broker's answers, for at most a minute after the last send.
     *
     * @throws SandboxException when no broker answers, or the topic is missing or has too few partitions
     */
    public Result run(Progress progress) {
        requirePartitions();
        long began = System.nanoTime();
        long sent;
        try (Producer<byte[], byte[]> producer = new KafkaProducer<>(settings())) {
            sent = send(producer, progress, began);
            producer.flush();
        } catch (InterruptException e) {
            Thread.currentThread().interrupt();
            throw new SandboxException("Interrupted while producing to topic '" + options.topic() + "'", e);
        } catch (KafkaException e) {
            throw new SandboxException(
                    "Producing to topic '" + options.topic() + "' at " + options.bootstrapServers() + " failed: "
                            + e.getMessage(),
                    e);
        }
        Duration elapsed = Duration.ofNanos(System.nanoTime() - began);
        long answered = acknowledged.sum() + failed.sum();
        progress.report(sent, acknowledged.sum(), failed.sum(), elapsed);
        return new Result(answered, options.count() - answered, failed.sum(), elapsed);
    }

    /** Makes a running {@link #run} send no more and return once what was sent is answered. */
    public void stop() {
        stopped = true;
    }

    private void requirePartitions() {
        try (Topics topics = new Topics(options.bootstrapServers(), options.clientSettings())) {
            // Asks every leader, so that all of them take writes.
            int found = topics.endOffsets(options.topic()).size();
            if (found < options.partitions()) {
                throw new SandboxException("Topic '" + options.topic() + "' has " + found + " partitions, not "
                        + options.partitions() + "; alter it first or produce to fewer");
            }
        }
    }

    private long send(Producer<byte[], byte[]> producer, Progress progress, long began) {
        // One callback for all, so that a record costs no more objects than the client's own.
        Callback callback = (metadata, error) -> (error == null ? acknowledged : failed).increment();
        String topic = options.topic();
        int partitions = options.partitions();
        long end = options.start() + options.count();
        long nextReport = began + PROGRESS_NANOS;
        long sequence = options.start();
        int untilClock = 0;
        while (sequence < end && !stopped) {
            if (untilClock-- == 0) {
                long now = System.nanoTime();
                if (now - nextReport >= 0) {
                    nextReport = now + PROGRESS_NANOS;
                    progress.report(
                            sequence - options.start(),
                            acknowledged.sum(),
                            failed.sum(),
                            Duration.ofNanos(now - began));
                }
                long ahead = ahead(sequence - options.start(), now - began);
                if (ahead > 0) {
                    untilClock = 0;
                    LockSupport.parkNanos(Math.min(ahead, PROGRESS_NANOS));
                    continue;
                }
                untilClock = options.rate() > 0 ? 0 : STRIDE;
            }
            int partition = (int) (sequence % partitions);
            // The callback counts the failure; the future would only repeat it.
            Future<?> unused = producer.send(
                    new ProducerRecord<>(
                            topic, partition, GuideRecords.key(sequence), GuideRecords.value(sequence, partition)),
                    callback);
            sequence++;
        }
        return sequence - options.start();
    }

    /** Nanoseconds until the rate allows one more record; not positive when it does now. */
    private long ahead(long sent, long elapsedNanos) {
        return options.rate() <= 0 ? 0 : (long) (sent / options.rate() * 1e9) - elapsedNanos;
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, options.bootstrapServers());
        settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class);
        settings.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
        settings.put(ProducerConfig.LINGER_MS_CONFIG, 20);
        settings.put(ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
        settings.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 64L * 1024 * 1024);
        settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) FLUSH_TIMEOUT.toMillis());
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "lake-ingest-load");
        settings.putAll(options.clientSettings());
        return settings;
    }
}
