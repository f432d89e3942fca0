package org.lakeingest.it.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.lakeingest.sandbox.LoadGenerator;
import org.lakeingest.sandbox.Topics;

/** One scenario's topic, table and group, named after a run id, and removed afterwards unless TEST_KEEP=1. */
public final class Run implements AutoCloseable {
    private final Services services;
    private final String id;
    private final Path folder;
    private final int adminPort;

    public Run(Services services, String scenario, Path folder) {
        this.services = services;
        this.folder = folder;
        id = (scenario + "_" + UUID.randomUUID().toString().substring(0, 8)).toLowerCase(Locale.ROOT);
        adminPort = freePort();
    }

    public String topic() {
        return "it_" + id;
    }

    public String table() {
        return "default.it_" + id;
    }

    /** Where exactly-once delivery keeps the positions of this run. */
    public String ledger() {
        return table() + "_ledger";
    }

    public String group() {
        return "it-" + id;
    }

    /** Where files and logs of this run go. */
    public Path folder() {
        return folder;
    }

    public int adminPort() {
        return adminPort;
    }

    public Services services() {
        return services;
    }

    public void createTopic(int partitions) {
        try (Topics topics = services.topics()) {
            topics.create(topic(), partitions);
        }
    }

    /** Creates the topic with a setting of its own. */
    public void createTopic(int partitions, String setting, String value) {
        try (Topics topics = services.topics()) {
            topics.create(topic(), partitions, Map.of(setting, value));
        }
    }

    /** As {@link #createTopic(int)}; the broker keeps the messages compressed like that. */
    public void createTopic(int partitions, String compression) {
        createTopic(partitions, "compression.type", compression);
    }

    /** Produces one message to partition 0. */
    public void produceText(String value) {
        produceTexts(1, value);
    }

    /** Produces a message to partition 0 so many times. */
    public void produceTexts(int count, String value) {
        Map<String, Object> settings = Map.of("bootstrap.servers", services.bootstrapServers());
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<?>> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sent.add(producer.send(new ProducerRecord<>(topic(), 0, null, value.getBytes(StandardCharsets.UTF_8))));
            }
            for (Future<?> one : sent) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("could not produce", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Produces the guide's messages {@code start} up to {@code start + count}. */
    public void produce(long start, long count, int partitions) {
        LoadGenerator.Result result = new LoadGenerator(new LoadGenerator.Options(
                        services.bootstrapServers(), topic(), start, count, partitions, 0, Map.of()))
                .run();
        if (result.failed() + result.remaining() > 0) {
            throw new IllegalStateException("could not produce: " + result);
        }
    }

    /** A pipeline file for this run; the sink and the source take more settings in YAML flow form, such as {@code , load: streaming}. */
    public Path pipeline(int workers, String sourceSettings, String sinkSettings) {
        return pipeline(workers, sourceSettings, "", ", layout: raw" + sinkSettings);
    }

    /** A pipeline file whose rows have columns; decoder and sink take more settings. */
    public Path columnsPipeline(int workers, String decoderSettings, String sinkSettings) {
        return pipeline(workers, "", decoderSettings, ", layout: columns" + sinkSettings);
    }

    private Path pipeline(int workers, String sourceSettings, String decoderSettings, String sinkSettings) {
        String yaml = """
                name: %s
                workers: %d
                source: {type: kafka, bootstrap-servers: "%s", topics: [%s], group-id: %s%s}
                decoder: {type: json%s}
                sink: {type: lake, dsn: "%s", table: %s, ledger: {table: %s}%s}
                batch: {max-rows: 20000, max-age: 1s}
                admin: {port: %d}
                """.formatted(
                        id.replace('_', '-'),
                        workers,
                        services.bootstrapServers(),
                        topic(),
                        group(),
                        sourceSettings,
                        decoderSettings,
                        services.lakeDsn(),
                        table(),
                        ledger(),
                        sinkSettings,
                        adminPort);
        return file("pipeline.yaml", yaml);
    }

    /** A flat file for this run, with more keys such as {@code , "useStreamingLoad": true}. */
    public Path flat(String moreKeys) {
        return flat(services.bootstrapServers(), services.lakeDsn(), moreKeys);
    }

    /** As {@link #flat(String)}, over other ways to the services. */
    public Path flat(String bootstrapServers, String dsn, String moreKeys) {
        String plain = moreKeys.contains("disableTLS") ? "" : ", \"disableTLS\": true";
        return file("conf.json", """
                {"kafkaBootstrapServers": "%s", "kafkaTopic": "%s", "KafkaConsumerGroup": "%s", "lakeDSN": "%s",
                 "lakeTable": "%s", "batchMaxInterval": 1, "minBytes": 1, "maxWait": 1, "metricsPort": %d%s%s}
                """.formatted(
                        bootstrapServers, topic(), group(), dsn, table(), adminPort, plain, moreKeys));
    }

    /** Writes a file into the run's folder. */
    public Path file(String name, String content) {
        try {
            return Files.writeString(folder.resolve(name), content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public IngestProcess ingest(Path pipeline) {
        return IngestProcess.start(folder, Map.of(), "run", "-f", pipeline.toString());
    }

    /** Rows in the run's table, 0 before it exists. */
    public long rows() {
        return services.lake().has(table()) ? services.lake().number("SELECT count(*) FROM " + table()) : 0;
    }

    /** Different sequence numbers in the run's table. */
    public long distinct() {
        return services.lake().number("SELECT count(DISTINCT raw_data['sequence']::UInt64) FROM " + table());
    }

    /** Sum of the positions in the run's ledger, 0 before it exists. */
    public long positions() {
        return positions(ledger());
    }

    /** As {@link #positions()}, in another ledger. */
    public long positions(String ledger) {
        if (!services.lake().has(ledger)) {
            return 0;
        }
        return services.lake()
                .number("SELECT coalesce(sum(if(next_offset < 0, 0, next_offset)), 0) FROM " + ledger
                        + " WHERE partition_no >= 0");
    }

    /** Sum of what the group still has to read, partitions that it never committed included. */
    public long lag() {
        try (Topics topics = services.topics()) {
            return topics.lag(group(), topic()).values().stream()
                    .mapToLong(Topics.GroupPosition::lag)
                    .sum();
        }
    }

    /** A port that was free a moment ago. */
    public static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (Services.keep()) {
            return;
        }
        try (Topics topics = services.topics()) {
            topics.delete(topic());
        }
        services.lake().rows("DROP TABLE IF EXISTS " + table());
        services.lake().rows("DROP TABLE IF EXISTS " + ledger());
    }
}
