package org.lakeingest.it.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A flat file of the original tool for a run, as its guide writes it but for what a test sets. Immutable. */
public final class FlatConfig {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Object> values;

    private FlatConfig(Map<String, Object> values) {
        this.values = Collections.unmodifiableMap(values);
    }

    /** Raw mode by COPY, one worker, no TLS; metrics on the run's port. */
    public static FlatConfig of(Run run) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("kafkaBootstrapServers", run.services().bootstrapServers());
        values.put("kafkaTopic", run.topic());
        values.put("KafkaConsumerGroup", run.group());
        values.put("disableTLS", true);
        values.put("isJsonTransform", false);
        values.put("databendDSN", run.services().lakeDsn());
        values.put("databendTable", run.table());
        values.put("batchSize", 1000);
        values.put("batchMaxInterval", 2);
        values.put("minBytes", 1);
        values.put("maxWait", 1);
        values.put("metricsPort", run.adminPort());
        return new FlatConfig(values);
    }

    public FlatConfig with(String key, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(values);
        changed.put(key, value);
        return new FlatConfig(changed);
    }

    /** Writes it into the run's folder, under a name of its own. */
    Path write(Run run) {
        try {
            return run.file("conf-" + System.nanoTime() + ".json", JSON.writeValueAsString(values));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
