package org.lakeingest.app.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.lakeingest.app.ConfigException;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.Location;

/** Every key, in every spelling and in any case, and as a flag, with a value that is not its default. */
class FlatTableTest {
    private static final Location AT = new Location("conf.json", 1, 1);
    private static final String WARNING = "warning";
    private static final String REFUSED = "refused";

    /** Key, value, the option it reaches or what else becomes of it, and that option's value or the words. */
    private static final List<List<String>> TABLE = List.of(
            List.of("kafkaBootstrapServers", "k:1,k:2", "source.bootstrap-servers", "k:1,k:2"),
            List.of("kafkaTopic", "orders", "source.topics", "[orders]"),
            List.of("KafkaConsumerGroup", "g one", "source.group-id", "g one"),
            List.of("KafkaConsumerGroup", "g one", "name", "g-one"),
            List.of("isSASL", "true", REFUSED, "needs saslUser"),
            List.of("isSASL", "true", "source.client.sasl.mechanism", "PLAIN"),
            List.of("saslUser", "me", "source.client.sasl.jaas.config", "username=\"me\""),
            List.of("saslPassword", "se cret", "source.client.sasl.jaas.config", "password=\"se cret\""),
            List.of("disableTLS", "true", "source.client.security.protocol", "PLAINTEXT"),
            List.of("mockData", "{\"Data\":\"1\"}", "source.message", "{\"Data\":\"1\"}"),
            List.of("mockData", "{\"Data\":\"1\"}", "source.type", "mock"),
            List.of("isJsonTransform", "true", "decoder.infer-columns", "true"),
            List.of("isJsonTransform", "true", "decoder.unknown-fields", "ignore"),
            List.of("isJsonTransform", "true", "decoder.tombstones", "skip"),
            List.of("isJsonTransform", "true", "sink.layout", "columns"),
            List.of("isJsonTransform", "true", "sink.create-table", "false"),
            List.of("lakeDSN", "http://u:p@h:1", "sink.dsn", "http://u:p@h:1"),
            List.of("lakeTable", "d.t", "sink.table", "d.t"),
            List.of("batchSize", "77", "batch.max-rows", "77"),
            List.of("batchSize", "77", "source.fetch.max-records", "77"),
            List.of("batchSize", "50000", "source.fetch.max-records", "5000"),
            List.of("batchMaxInterval", "5", "batch.max-age", "5s"),
            List.of("batchMaxInterval", "0", "batch.max-age", "1ms"),
            List.of("dataFormat", "avro", WARNING, "has no effect: messages are JSON in any case"),
            List.of("workers", "3", "workers", "3"),
            List.of("copyPurge", "true", "sink.purge", "true"),
            List.of("copyForce", "true", WARNING, "has no effect: every batch is a new file"),
            List.of("disableVariantCheck", "true", "sink.disable-variant-check", "true"),
            List.of("minBytes", "0", "source.fetch.min-bytes", "0B"),
            List.of("maxWait", "0", "source.fetch.max-wait", "0s"),
            List.of("maxBytes", "1", WARNING, "has no effect: fetches are bounded"),
            List.of("useReplaceMode", "true", "sink.load", "replace"),
            List.of("useReplaceMode", "true", "sink.key", "[koffset, kpartition]"),
            List.of("useStreamingLoad", "true", "sink.load", "streaming"),
            List.of("userStage", "st", "sink.stage", "st"),
            List.of("copyIntoUploadCompression", "false", "sink.compression", "none"),
            List.of("maxRetryDelay", "7", "retry.max-delay", "7s"),
            List.of("maxRetryDelay", "0", "retry.max-delay", "100ms"),
            List.of("metricsPort", "0", "admin.port", "0"),
            List.of("enableRebalanceOptimization", "false", "source.metadata-refresh", "300000ms"),
            List.of("partitionAssignmentStrategy", "sticky", "source.assignment-strategies", "[sticky]"),
            List.of("topicMetadataRefreshIntervalMs", "500", "source.metadata-refresh", "500ms"),
            List.of("topicMetadataRefreshIntervalMs", "-1", "source.metadata-refresh", "300000ms"),
            List.of("commitInterval", "1", WARNING, "has no effect: positions are committed"),
            List.of("kafkaPartition", "1", WARNING, "has no effect: the group assigns"));

    static List<Arguments> spellings() {
        List<Arguments> all = new ArrayList<>();
        for (List<String> row : TABLE) {
            FlatKey key = Objects.requireNonNull(FlatKeys.spelt(row.get(0)));
            Set<String> spellings = new LinkedHashSet<>();
            for (String name : key.names()) {
                spellings.addAll(List.of(
                        name,
                        name.toLowerCase(Locale.ROOT),
                        name.toUpperCase(Locale.ROOT),
                        "-" + FlatKey.flagOf(name)));
            }
            spellings.forEach(spelling -> all.add(Arguments.of(spelling, row)));
        }
        return all;
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("spellings")
    void valueIsSeenInWhatComesOut(String spelling, List<String> row) {
        String observed;
        try {
            FlatFile.Converted converted = spelling.startsWith("-")
                    ? FlatFile.convertFlags(
                            GoFlags.parse(arguments(spelling, row)).values())
                    : FlatFile.convert(file(spelling, row));
            observed = row.get(2).equals(WARNING)
                    ? converted.warnings().toString()
                    : String.valueOf(options(converted.pipeline()).get(row.get(2)));
        } catch (ConfigException e) {
            observed = "refused " + e.getMessage();
        }

        assertThat(observed).contains(row.get(3));
        assertThat(observed.startsWith("refused ")).isEqualTo(row.get(2).equals(REFUSED));
    }

    @Test
    void tableHasEveryKey() {
        Set<String> covered = new LinkedHashSet<>();
        TABLE.forEach(row -> covered.add(row.get(0)));

        assertThat(covered)
                .containsExactlyInAnyOrderElementsOf(
                        FlatKeys.ALL.stream().map(FlatKey::name).toList());
    }

    @Test
    void defaultsAreThoseOfTheOriginalInAFile() {
        FlatFile.Converted converted = FlatFile.convert(mapping(Map.of("lakeTable", "d.t", "lakeDSN", "http://u@h")));

        assertThat(options(converted.pipeline()))
                .containsEntry("source.bootstrap-servers", "localhost:9092")
                .containsEntry("source.topics", "[test]")
                .containsEntry("source.group-id", "test-group")
                .containsEntry("source.client.security.protocol", "SSL")
                .containsEntry("source.assignment-strategies", "[range, roundrobin]")
                .containsEntry("source.metadata-refresh", "60000ms")
                .containsEntry("source.fetch.min-bytes", "1024B")
                .containsEntry("source.fetch.max-wait", "10s")
                .containsEntry("workers", "1")
                .containsEntry("batch.max-rows", "1000")
                .containsEntry("batch.max-age", "30s")
                .containsEntry("batch.max-idle", "2s")
                .containsEntry("retry.initial-delay", "1s")
                .containsEntry("retry.max-delay", "1800s")
                .containsEntry("sink.load", "copy")
                .containsEntry("sink.purge", "false")
                .containsEntry("sink.disable-variant-check", "false")
                .containsEntry("sink.compression", "zstd")
                .containsEntry("sink.stage", "~")
                .containsEntry("admin.port", "2112");
    }

    @Test
    void defaultsOfFlagsDifferWhereTheOriginalsDo() {
        FlatFile.Converted converted = FlatFile.convertFlags(Map.of("is-json-transform", "false"));

        assertThat(options(converted.pipeline()))
                .containsEntry("source.bootstrap-servers", "127.0.0.1:64103")
                .containsEntry("source.group-id", "kafka-bend-ingest")
                .containsEntry("sink.dsn", "http://root:root@localhost:8002")
                .containsEntry("sink.table", "test_ingest")
                .containsEntry("batch.max-rows", "1024")
                .containsEntry("batch.max-age", "30s");
    }

    private static ConfigNode.Mapping file(String spelling, List<String> row) {
        Map<String, String> file = new LinkedHashMap<>(others(row));
        FlatKey key = Objects.requireNonNull(FlatKeys.spelt(spelling));
        file.keySet().removeIf(key::isSpelt);
        file.put(spelling, row.get(1));
        return mapping(file);
    }

    private static List<String> arguments(String flag, List<String> row) {
        List<String> words = new ArrayList<>();
        FlatKey key = Objects.requireNonNull(FlatKeys.flagged(flag.substring(1)));
        Map<String, String> others = new LinkedHashMap<>(others(row));
        others.put("isJsonTransform", "false");
        others.keySet().removeIf(key::isSpelt);
        others.forEach((name, value) -> words.add("-" + FlatKey.flagOf(name) + "=" + value));
        words.add(flag + "=" + row.get(1));
        return words;
    }

    /** What the value needs beside it. */
    private static Map<String, String> others(List<String> row) {
        Map<String, String> others = new LinkedHashMap<>();
        others.put("lakeTable", "default.orders");
        others.put("lakeDSN", "http://a:b@c");
        if (row.get(0).startsWith("sasl")) {
            others.put("isSASL", "true");
        }
        if (!row.get(2).equals(REFUSED)) {
            others.put("saslUser", "somebody");
        }
        return others;
    }

    private static ConfigNode.Mapping mapping(Map<String, String> file) {
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        file.forEach((key, value) -> entries.put(key, new ConfigNode.Scalar(value, AT)));
        return new ConfigNode.Mapping(entries, AT);
    }

    private static Map<String, String> options(ConfigNode.Mapping pipeline) {
        Map<String, String> options = new LinkedHashMap<>();
        flatten("", pipeline, options);
        return options;
    }

    private static void flatten(String path, ConfigNode node, Map<String, String> options) {
        if (node instanceof ConfigNode.Mapping mapping) {
            mapping.entries()
                    .forEach((name, child) -> flatten(path.isEmpty() ? name : path + "." + name, child, options));
        } else if (node instanceof ConfigNode.Sequence sequence) {
            options.put(
                    path,
                    sequence.elements().stream()
                            .map(each -> ((ConfigNode.Scalar) each).text())
                            .toList()
                            .toString());
        } else if (node instanceof ConfigNode.Scalar scalar) {
            options.put(path, scalar.text());
        }
    }
}
