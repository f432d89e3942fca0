package org.lakeingest.app.flat;

import static org.lakeingest.app.flat.FlatKey.Kind.NUMBER;
import static org.lakeingest.app.flat.FlatKey.Kind.TEXT;
import static org.lakeingest.app.flat.FlatKey.dead;
import static org.lakeingest.app.flat.FlatKey.flag;
import static org.lakeingest.app.flat.FlatKey.number;
import static org.lakeingest.app.flat.FlatKey.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.engine.config.NearestName;

/** Every key of the flat form. The order is that of the pipeline file that comes out. */
final class FlatKeys {
    private static final String CLIENT_METADATA_REFRESH = "300000";
    private static final int MOST_RECORDS = 5000;

    private static final FlatKey SASL_USER = text("saslUser", "", "name for SASL", (value, draft) -> {});
    private static final FlatKey SASL_PASSWORD = text("saslPassword", "", "password for SASL", (value, draft) -> {});
    private static final FlatKey DISABLE_TLS =
            flag("disableTLS", false, "whether the brokers are spoken to without TLS", (value, draft) -> {});
    private static final FlatKey OWN_REBALANCING =
            flag("enableRebalanceOptimization", true, "whether the next two count", (value, draft) -> {});
    private static final FlatKey MOCK = text("mockData", "", "a message made up and repeated", FlatKeys::mock);
    private static final FlatKey STREAMING =
            flag("useStreamingLoad", false, "straight into the table, without staged files", FlatKeys::load);
    private static final FlatKey REPLACE =
            flag("useReplaceMode", false, "put rows in the place of those with the same offset", FlatKeys::replace);
    private static final FlatKey PURGE =
            flag("copyPurge", false, "whether the lake deletes files it has loaded", to("sink/purge", ""));

    static final List<FlatKey> ALL = List.of(
            text("KafkaConsumerGroup", "test-group", "consumer group, and name of the pipeline", FlatKeys::group)
                    .unlessFlag("kafka-bend-ingest"),
            number("workers", 1, "members of the group in this process", to("workers", "")),
            MOCK,
            text(
                            "kafkaBootstrapServers",
                            "localhost:9092",
                            "addresses of the brokers",
                            to("source/bootstrap-servers", ""))
                    .unlessFlag("127.0.0.1:64103"),
            text("kafkaTopic", "test", "topic to read", FlatKeys::topic),
            flag("isSASL", false, "whether to log in at the brokers, with SASL PLAIN", FlatKeys::security),
            SASL_USER,
            SASL_PASSWORD,
            DISABLE_TLS,
            OWN_REBALANCING,
            text(
                    "partitionAssignmentStrategy",
                    "range,roundrobin",
                    "must fit the group's others",
                    FlatKeys::assignment),
            number("topicMetadataRefreshIntervalMs", 60000, "how often to look for new partitions", FlatKeys::metadata),
            number("minBytes", 1024, "bytes a broker waits for", to("source/fetch/min-bytes", "B")),
            number("maxWait", 10, "seconds a broker waits at most", to("source/fetch/max-wait", "s")),
            flag("isJsonTransform", false, "fields of a message to columns of the table", FlatKeys::transform)
                    .unlessFlag("true"),
            text("lakeDSN", "", "address and credentials of the lake", FlatKeys::dsn)
                    .or("databendDSN")
                    .unlessFlag("http://root:root@localhost:8002"),
            text("lakeTable", "", "target table", FlatKeys::table)
                    .or("databendTable")
                    .unlessFlag("test_ingest"),
            STREAMING,
            REPLACE,
            PURGE,
            flag("copyForce", false, "load files again that were loaded before", FlatKeys::force),
            flag("disableVariantCheck", false, "load malformed JSON", to("sink/disable-variant-check", "")),
            flag(
                    "copyIntoUploadCompression",
                    true,
                    "whether staged files are compressed",
                    (value, draft) -> draft.set("sink/compression", value.isTrue() ? "zstd" : "none", value)),
            text("userStage", "~", "stage for the files", to("sink/stage", "")),
            number("batchSize", 1000, "rows of a batch", FlatKeys::size).unlessFlag("1024"),
            number("batchMaxInterval", 30, "seconds a batch is open at most", FlatKeys::age),
            number("maxRetryDelay", 1800, "seconds between two tries at most", FlatKeys::retry),
            number("metricsPort", 2112, "port for metrics and health", to("admin/port", "")),
            dead("dataFormat", TEXT, "messages are JSON in any case"),
            dead("maxBytes", NUMBER, "fetches are bounded by the in-flight budget"),
            dead("commitInterval", NUMBER, "positions are committed every second, once their rows are durable"),
            dead("kafkaPartition", NUMBER, "the group assigns the partitions"));

    private FlatKeys() {}

    static @Nullable FlatKey spelt(String spelling) {
        for (FlatKey key : ALL) {
            if (key.isSpelt(spelling)) {
                return key;
            }
        }
        return null;
    }

    static @Nullable FlatKey flagged(String flag) {
        for (FlatKey key : ALL) {
            if (key.isFlag(flag)) {
                return key;
            }
        }
        return null;
    }

    /** {@code ; did you mean batchSize?}, or nothing. */
    static String suggestion(String wrong, boolean flags) {
        List<String> known = new ArrayList<>();
        for (FlatKey key : ALL) {
            key.names().forEach(name -> known.add(flags ? FlatKey.flagOf(name) : name));
        }
        String nearest = NearestName.of(wrong, known);
        return nearest == null ? "" : "; did you mean " + (flags ? "-" : "") + nearest + "?";
    }

    private static FlatKey.Effect to(String path, String unit) {
        return (value, draft) -> {
            if (!path.startsWith("source/") || !isMocked(draft)) {
                draft.set(path, value.text() + unit, value);
            }
        };
    }

    private static boolean isMocked(FlatDraft draft) {
        return !draft.value(MOCK).text().isEmpty();
    }

    /** The group also names the pipeline: it is what tells two instances of the original tool apart. */
    private static void group(FlatValue value, FlatDraft draft) {
        String name = value.text().replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[._-]+", "");
        draft.set("name", name.isEmpty() ? "ingest" : name, value);
        if (!isMocked(draft)) {
            draft.set("source/group-id", value.text(), value);
        }
    }

    private static void topic(FlatValue value, FlatDraft draft) {
        if (!isMocked(draft)) {
            draft.setList("source/topics", List.of(value.text()), value);
        }
    }

    private static void security(FlatValue value, FlatDraft draft) {
        if (isMocked(draft)) {
            return;
        }
        FlatValue disableTls = draft.value(DISABLE_TLS);
        String transport = disableTls.isTrue() ? "PLAINTEXT" : "SSL";
        draft.set("source/client/security.protocol", value.isTrue() ? "SASL_" + transport : transport, disableTls);
        if (disableTls.isTrue() && value.isTrue()) {
            draft.warn("disableTLS is set with isSASL: the password travels without encryption (SASL_PLAINTEXT);"
                    + " only for trusted networks");
        }
        if (!value.isTrue()) {
            return;
        }
        FlatValue user = draft.value(SASL_USER);
        FlatValue password = draft.value(SASL_PASSWORD);
        if (user.text().isEmpty()) {
            draft.refuse(value, "needs saslUser; name the user that logs in at the brokers");
        }
        draft.set("source/client/sasl.mechanism", "PLAIN", value);
        draft.set(
                "source/client/sasl.jaas.config",
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=" + quoted(user.text())
                        + " password=" + quoted(password.text()) + ";",
                password);
        draft.used(user);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Without it, the original leaves both to its client library, whose own strategies are the same two. */
    private static void assignment(FlatValue value, FlatDraft draft) {
        if (!isMocked(draft)) {
            String text = draft.value(OWN_REBALANCING).isTrue() ? value.text() : "range,roundrobin";
            draft.setList(
                    "source/assignment-strategies",
                    Arrays.stream(text.split(",", -1)).map(String::strip).toList(),
                    value);
        }
    }

    /** The client library of the original takes 0 and -1 as "not by itself"; new partitions would never be seen. */
    private static void metadata(FlatValue value, FlatDraft draft) {
        if (!isMocked(draft)) {
            boolean own = draft.value(OWN_REBALANCING).isTrue() && value.number() > 0;
            draft.set("source/metadata-refresh", (own ? value.text() : CLIENT_METADATA_REFRESH) + "ms", value);
        }
    }

    /** As the original: the table is the user's, fields that it lacks are left out, and a message without bytes is no row. */
    private static void transform(FlatValue value, FlatDraft draft) {
        if (!value.isTrue()) {
            return;
        }
        if (draft.value(STREAMING).isTrue()) {
            draft.refuse(draft.value(STREAMING), "streaming load works in raw mode only; set isJsonTransform to false");
        } else if (draft.value(REPLACE).isTrue()) {
            draft.refuse(draft.value(REPLACE), "REPLACE mode works in raw mode only; set isJsonTransform to false");
        } else {
            draft.set("decoder/infer-columns", "true", value);
            draft.set("decoder/unknown-fields", "ignore", value);
            draft.set("decoder/tombstones", "skip", value);
            draft.set("sink/layout", "columns", value);
            draft.set("sink/create-table", "false", value);
        }
    }

    /** The original's key, so that rows it wrote are found: right as long as one topic goes into the table. */
    private static void replace(FlatValue value, FlatDraft draft) {
        if (!value.isTrue()) {
            return;
        }
        if (draft.value(STREAMING).isTrue()) {
            draft.refuse(value, "cannot be combined with useStreamingLoad; keep one of them");
        } else {
            draft.set("sink/load", "replace", value);
            draft.setList("sink/key", List.of("koffset", "kpartition"), value);
        }
    }

    private static void dsn(FlatValue value, FlatDraft draft) {
        if (value.text().isBlank()) {
            draft.refuse(value, "is missing; name the lake, like http://user:password@localhost:8000");
        } else {
            draft.set("sink/dsn", value.text(), value);
        }
    }

    private static void table(FlatValue value, FlatDraft draft) {
        if (value.text().isBlank()) {
            draft.refuse(value, "is missing; name the target table, like default.orders");
        } else {
            draft.set("sink/table", value.text(), value);
        }
    }

    private static void load(FlatValue value, FlatDraft draft) {
        if (value.isTrue() || !draft.value(REPLACE).isTrue()) {
            draft.set("sink/load", value.isTrue() ? "streaming" : "copy", value);
        } else {
            draft.used(value);
        }
    }

    /** Every file has a path of its own, and a path that was loaded is never loaded on purpose, so there is nothing to force. */
    private static void force(FlatValue value, FlatDraft draft) {
        if (value.isTrue()) {
            draft.warn(value.key() + " has no effect: every batch is a new file, loaded at least once and not forced"
                    + (draft.value(PURGE).isTrue() ? ", so that copyPurge beside it loses nothing" : ""));
        }
    }

    /** Full batches close between two polls, so a poll must not bring many times the batch. */
    private static void size(FlatValue value, FlatDraft draft) {
        int rows = Math.max(1, value.number());
        draft.set("batch/max-rows", String.valueOf(rows), value);
        if (!isMocked(draft)) {
            draft.set("source/fetch/max-records", String.valueOf(Math.min(rows, MOST_RECORDS)), value);
        }
    }

    /** The original closes a batch two seconds after the last message, whatever the interval; a quiet topic is visible soon. */
    private static void age(FlatValue value, FlatDraft draft) {
        draft.set("batch/max-age", value.number() == 0 ? "1ms" : value.text() + "s", value);
        draft.set("batch/max-idle", "2s", value);
    }

    /** The original starts at a second; 0 means to try again at once, and what is shortest here. */
    private static void retry(FlatValue value, FlatDraft draft) {
        draft.set("retry/initial-delay", value.number() == 0 ? "100ms" : "1s", value);
        draft.set("retry/max-delay", value.number() == 0 ? "100ms" : value.text() + "s", value);
    }

    private static void mock(FlatValue value, FlatDraft draft) {
        if (!value.text().isEmpty()) {
            draft.setAlways("source/type", "mock");
            draft.set("source/message", value.text(), value);
        }
    }
}
