package org.lakeingest.app.flat;

import static org.lakeingest.app.flat.FlatKey.Kind.FLAG;
import static org.lakeingest.app.flat.FlatKey.Kind.NUMBER;
import static org.lakeingest.app.flat.FlatKey.Kind.TEXT;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every key of the flat file. The order is that of the pipeline file that comes out. */
final class FlatKeys {
    private static final FlatKey SASL_USER = key("saslUser", TEXT, "", (value, draft) -> {});
    private static final FlatKey SASL_PASSWORD = key("saslPassword", TEXT, "", (value, draft) -> {});
    private static final FlatKey DISABLE_TLS = key("disableTLS", FLAG, "false", (value, draft) -> {});
    private static final FlatKey OWN_REBALANCING =
            key("enableRebalanceOptimization", FLAG, "true", (value, draft) -> {});

    static final List<FlatKey> ALL = List.of(
            key("KafkaConsumerGroup", TEXT, "test-group", FlatKeys::group),
            key("workers", NUMBER, "1", to("workers", "")),
            key("kafkaBootstrapServers", TEXT, "localhost:9092", to("source/bootstrap-servers", "")),
            key(
                    "kafkaTopic",
                    TEXT,
                    "test",
                    (value, draft) -> draft.setList("source/topics", List.of(value.text()), value)),
            key("isSASL", FLAG, "false", FlatKeys::security),
            SASL_USER,
            SASL_PASSWORD,
            DISABLE_TLS,
            OWN_REBALANCING,
            key("partitionAssignmentStrategy", TEXT, "range,roundrobin", FlatKeys::assignment),
            key("topicMetadataRefreshIntervalMs", NUMBER, "60000", FlatKeys::metadata),
            key("minBytes", NUMBER, "1024", to("source/fetch/min-bytes", "B")),
            key("maxWait", NUMBER, "10", to("source/fetch/max-wait", "s")),
            key("isJsonTransform", FLAG, "false", unsupported("true", "JSON-transform mode")),
            new FlatKey(List.of("lakeDSN", "databendDSN"), TEXT, "localhost:8000", to("sink/dsn", "")),
            new FlatKey(List.of("lakeTable", "databendTable"), TEXT, "", FlatKeys::table),
            key(
                    "useStreamingLoad",
                    FLAG,
                    "false",
                    (value, draft) -> draft.set("sink/load", value.isTrue() ? "streaming" : "copy", value)),
            key("useReplaceMode", FLAG, "false", unsupported("true", "REPLACE mode")),
            key("copyPurge", FLAG, "false", to("sink/purge", "")),
            key("copyForce", FLAG, "false", unsupported("true", "loading a file twice on purpose")),
            key("disableVariantCheck", FLAG, "false", to("sink/disable-variant-check", "")),
            key(
                    "copyIntoUploadCompression",
                    FLAG,
                    "true",
                    (value, draft) -> draft.set("sink/compression", value.isTrue() ? "zstd" : "none", value)),
            key("userStage", TEXT, "~", to("sink/stage", "")),
            key("batchSize", NUMBER, "1000", to("batch/max-rows", "")),
            key("batchMaxInterval", NUMBER, "30", FlatKeys::age),
            key("maxRetryDelay", NUMBER, null, to("retry/max-delay", "s")),
            key("metricsPort", NUMBER, "2112", to("admin/port", "")),
            key("mockData", TEXT, null, FlatKeys::mock),
            key("dataFormat", TEXT, null, dead("messages are JSON in any case")),
            key("maxBytes", NUMBER, null, dead("fetches are bounded by the in-flight budget")),
            key(
                    "commitInterval",
                    NUMBER,
                    null,
                    dead("positions are committed every second, once their rows are durable")),
            key("kafkaPartition", NUMBER, null, dead("the group assigns the partitions")));

    private FlatKeys() {}

    private static FlatKey key(String name, FlatKey.Kind kind, @Nullable String fallback, FlatKey.Effect effect) {
        return new FlatKey(List.of(name), kind, fallback, effect);
    }

    private static FlatKey.Effect to(String path, String unit) {
        return (value, draft) -> draft.set(path, value.text() + unit, value);
    }

    private static FlatKey.Effect unsupported(String refused, String what) {
        return (value, draft) -> {
            if (value.text().equals(refused)) {
                draft.refuse(value, what + " is not supported yet; leave the key out");
            }
        };
    }

    private static FlatKey.Effect dead(String instead) {
        return (value, draft) -> draft.warn(value.key() + " has no effect: " + instead);
    }

    /** The group also names the pipeline: it is what tells two instances of the original tool apart. */
    private static void group(FlatValue value, FlatDraft draft) {
        draft.set("name", value.text().replaceAll("[^A-Za-z0-9._-]", "-"), value);
        draft.set("source/group-id", value.text(), value);
    }

    private static void security(FlatValue value, FlatDraft draft) {
        FlatValue disableTls = draft.value(DISABLE_TLS);
        String transport = disableTls.isTrue() ? "PLAINTEXT" : "SSL";
        draft.set("source/client/security.protocol", value.isTrue() ? "SASL_" + transport : transport, disableTls);
        if (value.isTrue()) {
            draft.set("source/client/sasl.mechanism", "PLAIN", value);
            draft.set(
                    "source/client/sasl.jaas.config",
                    "org.apache.kafka.common.security.plain.PlainLoginModule required username="
                            + quoted(draft.value(SASL_USER).text()) + " password="
                            + quoted(draft.value(SASL_PASSWORD).text()) + ";",
                    draft.value(SASL_PASSWORD));
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Without it, the original leaves both to its client library, whose own strategies are the same two. */
    private static void assignment(FlatValue value, FlatDraft draft) {
        String text = draft.value(OWN_REBALANCING).isTrue() ? value.text() : "range,roundrobin";
        draft.setList(
                "source/assignment-strategies",
                Arrays.stream(text.split(",", -1)).map(String::strip).toList(),
                value);
    }

    private static void metadata(FlatValue value, FlatDraft draft) {
        String millis = draft.value(OWN_REBALANCING).isTrue() ? value.text() : "300000";
        draft.set("source/metadata-refresh", millis + "ms", value);
    }

    private static void table(FlatValue value, FlatDraft draft) {
        if (value.text().isBlank()) {
            draft.refuse(value, "is missing; name the target table, like default.orders");
        } else {
            draft.set("sink/table", value.text(), value);
        }
    }

    /** The original closes a batch two seconds after the last message, whatever the interval; a quiet topic is visible soon. */
    private static void age(FlatValue value, FlatDraft draft) {
        draft.set("batch/max-age", value.text() + "s", value);
        draft.set("batch/max-idle", "2s", value);
    }

    private static void mock(FlatValue value, FlatDraft draft) {
        if (!value.text().isEmpty()) {
            draft.refuse(value, "made-up messages are not supported yet; leave the key out");
        }
    }
}
