package org.lakeingest.app.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.lakeingest.app.ConfigException;
import org.lakeingest.engine.config.ConfigNode;
import org.lakeingest.engine.config.Location;

class FlatFileTest {
    private static final Location AT = new Location("conf.json", 3, 5);

    @Test
    void turnsTheFileOfTheGuideIntoAPipelineFile() {
        Map<String, String> pipeline = convert(guide());

        assertThat(pipeline)
                .containsExactlyInAnyOrderEntriesOf(Map.ofEntries(
                        Map.entry("name", "e2e-auto-rebalance-1"),
                        Map.entry("workers", "4"),
                        Map.entry("delivery", "at-least-once"),
                        Map.entry("source.type", "kafka"),
                        Map.entry("source.bootstrap-servers", "127.0.0.1:9092"),
                        Map.entry("source.topics", "[e2e_auto_rebalance_1]"),
                        Map.entry("source.group-id", "e2e-auto-rebalance-1"),
                        Map.entry("source.assignment-strategies", "[range, roundrobin]"),
                        Map.entry("source.metadata-refresh", "5000ms"),
                        Map.entry("source.fetch.max-records", "1000"),
                        Map.entry("source.fetch.min-bytes", "1B"),
                        Map.entry("source.fetch.max-wait", "1s"),
                        Map.entry("source.client.security.protocol", "PLAINTEXT"),
                        Map.entry("decoder.type", "json"),
                        Map.entry("decoder.duplicate-names", "keep-last"),
                        Map.entry("decoder.blank-is-empty", "true"),
                        Map.entry("sink.type", "lake"),
                        Map.entry("sink.dsn", "http://lake:lake@localhost:8002"),
                        Map.entry("sink.table", "default.e2e_auto_rebalance_1"),
                        Map.entry("sink.load", "streaming"),
                        Map.entry("sink.purge", "true"),
                        Map.entry("sink.disable-variant-check", "true"),
                        Map.entry("sink.compression", "zstd"),
                        Map.entry("sink.stage", "~"),
                        Map.entry("batch.max-rows", "1000"),
                        Map.entry("batch.max-age", "2s"),
                        Map.entry("batch.max-idle", "2s"),
                        Map.entry("retry.initial-delay", "1s"),
                        Map.entry("retry.max-delay", "30s"),
                        Map.entry("admin.port", "22112")));
    }

    @Test
    void warnsOfWhatHasNoEffectInTheFileOfTheGuide() {
        assertThat(FlatFile.convert(mapping(guide())).warnings())
                .containsExactly(
                        "dataFormat has no effect: messages are JSON in any case",
                        "maxBytes has no effect: fetches are bounded by the in-flight budget");
    }

    @ParameterizedTest
    @CsvSource({
        "lakeTable, db.t, sink.table, db.t",
        "databendTable, db.t, sink.table, db.t",
        "DATABENDDSN, http://u:p@h, sink.dsn, http://u:p@h",
        "MinBytes, 7, source.fetch.min-bytes, 7B",
        "MAXWAIT, 3, source.fetch.max-wait, 3s",
        "useStreamingLoad, false, sink.load, copy",
        "copyIntoUploadCompression, false, sink.compression, none",
        "userStage, st, sink.stage, st",
        "batchMaxInterval, 5, batch.max-age, 5s",
        "partitionAssignmentStrategy, cooperative-sticky, source.assignment-strategies, [cooperative-sticky]",
        "enableRebalanceOptimization, false, source.metadata-refresh, 300000ms",
    })
    void honoursEveryKeyInAnyCase(String key, String value, String path, String expected) {
        assertThat(convert(with(key, value))).containsEntry(path, expected);
    }

    @Test
    void usesTlsUnlessItIsSwitchedOff() {
        assertThat(convert(with("isSASL", "false"))).containsEntry("source.client.security.protocol", "SSL");
        Map<String, String> secured = with("isSASL", "true");
        secured.put("saslUser", "u");
        secured.put("saslPassword", "p\"q\\");
        assertThat(convert(secured))
                .containsEntry("source.client.security.protocol", "SASL_SSL")
                .containsEntry("source.client.sasl.mechanism", "PLAIN")
                .containsEntry(
                        "source.client.sasl.jaas.config",
                        "org.apache.kafka.common.security.plain.PlainLoginModule required"
                                + " username=\"u\" password=\"p\\\"q\\\\\";");
        secured.put("disableTLS", "true");
        assertThat(convert(secured)).containsEntry("source.client.security.protocol", "SASL_PLAINTEXT");
    }

    @ParameterizedTest
    @CsvSource({
        "workers, -1, must not be negative",
        "isSASL, true, needs saslUser",
        "workers, four, must be a whole number",
        "copyPurge, yes, must be true or false",
    })
    void refusesWhatItCannotDoAndSaysWhere(String key, String value, String message) {
        assertThatThrownBy(() -> convert(with(key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("conf.json:3:5 " + key + ": " + message);
    }

    @Test
    void reportsAllProblemsTogether() {
        Map<String, String> file = with("isSASL", "true");
        file.put("workers", "x");
        file.remove("lakeTable");

        assertThatThrownBy(() -> convert(file))
                .isInstanceOfSatisfying(
                        ConfigException.class, e -> assertThat(e.problems()).hasSize(3));
    }

    @Test
    void refusesTwoSpellingsOfOneKey() {
        assertThatThrownBy(() -> convert(with("databendTable", "a.b")))
                .hasMessageContaining("databendTable: means the same as lakeTable; keep one of them");
    }

    @Test
    void takesTwoSpellingsThatAgree() {
        assertThat(convert(with("databendTable", "default.orders"))).containsEntry("sink.table", "default.orders");
    }

    @Test
    void refusesStreamingLoadWithJsonTransformInOneLine() {
        Map<String, String> file = with("useStreamingLoad", "true");
        file.put("isJsonTransform", "true");

        assertThatThrownBy(() -> convert(file))
                .hasMessage("conf.json:3:5 useStreamingLoad: streaming load works in raw mode only;"
                        + " set isJsonTransform to false");
    }

    @Test
    void refusesReplaceModeWithWhatTheOriginalRefusesItWith() {
        Map<String, String> transform = with("useReplaceMode", "true");
        transform.put("isJsonTransform", "true");
        Map<String, String> streaming = with("useReplaceMode", "true");
        streaming.put("useStreamingLoad", "true");

        assertThatThrownBy(() -> convert(transform))
                .hasMessage("conf.json:3:5 useReplaceMode: REPLACE mode works in raw mode only;"
                        + " set isJsonTransform to false");
        assertThatThrownBy(() -> convert(streaming)).hasMessageContaining("cannot be combined with useStreamingLoad");
    }

    @Test
    void acceptsPurgeWithForceAndWarns() {
        Map<String, String> file = with("copyPurge", "true");
        file.put("copyForce", "true");

        assertThat(FlatFile.convert(mapping(file)).warnings())
                .containsExactly(
                        "copyForce has no effect: every batch is a new file, loaded at least once and not forced,"
                                + " so that copyPurge beside it loses nothing");
    }

    @Test
    void ignoresAnUnknownKeyWithTheNearestNameAsAWarning() {
        assertThat(FlatFile.convert(mapping(with("batchSiz", "5"))).warnings())
                .containsExactly("batchSiz is no known key and is ignored; did you mean batchSize?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafkaTopic", "KAFKACONSUMERGROUP", "lakeDSN"})
    void knowsAFlatFileByItsKeys(String key) {
        assertThat(FlatFile.isFlat(mapping(Map.of(key, "x", "workers", "1")))).isTrue();
    }

    @Test
    void leavesPipelineFilesAlone() {
        assertThat(FlatFile.isFlat(mapping(Map.of("workers", "1", "name", "x"))))
                .isFalse();
        assertThat(FlatFile.isFlat(mapping(Map.of("source", "x", "kafkaTopic", "x"))))
                .isFalse();
    }

    private static Map<String, String> guide() {
        Map<String, String> file = new LinkedHashMap<>();
        file.put("kafkaBootstrapServers", "127.0.0.1:9092");
        file.put("kafkaTopic", "e2e_auto_rebalance_1");
        file.put("KafkaConsumerGroup", "e2e-auto-rebalance-1");
        file.put("isSASL", "false");
        file.put("disableTLS", "true");
        file.put("isJsonTransform", "false");
        file.put("lakeDSN", "http://lake:lake@localhost:8002");
        file.put("lakeTable", "default.e2e_auto_rebalance_1");
        file.put("batchSize", "1000");
        file.put("batchMaxInterval", "2");
        file.put("dataFormat", "json");
        file.put("workers", "4");
        file.put("copyPurge", "true");
        file.put("copyForce", "false");
        file.put("disableVariantCheck", "true");
        file.put("minBytes", "1");
        file.put("maxBytes", "20971520");
        file.put("maxWait", "1");
        file.put("useReplaceMode", "false");
        file.put("useStreamingLoad", "true");
        file.put("copyIntoUploadCompression", "true");
        file.put("maxRetryDelay", "30");
        file.put("metricsPort", "22112");
        file.put("enableRebalanceOptimization", "true");
        file.put("partitionAssignmentStrategy", "range,roundrobin");
        file.put("topicMetadataRefreshIntervalMs", "5000");
        return file;
    }

    /** The smallest file, with one key more; a spelling of its own replaces the one that is there. */
    private static Map<String, String> with(String key, String value) {
        Map<String, String> file = new LinkedHashMap<>();
        file.put("kafkaTopic", "orders");
        file.put("lakeDSN", "http://a:b@c");
        file.put("lakeTable", "default.orders");
        if (key.equalsIgnoreCase("databendDSN")) {
            file.remove("lakeDSN");
        }
        if (key.equals("databendTable") && value.equals("db.t")) {
            file.remove("lakeTable");
        }
        file.put(key, value);
        return file;
    }

    private static ConfigNode.Mapping mapping(Map<String, String> file) {
        Map<String, ConfigNode> entries = new LinkedHashMap<>();
        file.forEach((key, value) -> entries.put(key, new ConfigNode.Scalar(value, AT)));
        return new ConfigNode.Mapping(entries, AT);
    }

    /** The options by path, so that a whole file can be compared at once. */
    private static Map<String, String> convert(Map<String, String> file) {
        Map<String, String> options = new LinkedHashMap<>();
        flatten("", FlatFile.convert(mapping(file)).pipeline(), options);
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
