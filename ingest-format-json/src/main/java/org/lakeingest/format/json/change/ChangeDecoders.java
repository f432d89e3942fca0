package org.lakeingest.format.json.change;

import com.fasterxml.jackson.core.JsonFactory;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.Metrics;

/** Makes decoders of changes. */
public final class ChangeDecoders {
    private ChangeDecoders() {}

    /**
     * A decoder of Debezium's envelopes.
     *
     * @param documents decodes what the envelopes hold
     * @param parsers for the envelopes
     */
    public static Decoder debezium(Decoder documents, JsonFactory parsers, ChangeOptions options, Metrics metrics) {
        ChangeCounts counts = new ChangeCounts(metrics);
        return new ChangeDecoder(new DebeziumReader(parsers, options, counts), documents, options, counts);
    }

    /**
     * A decoder of values that are rows, and of tombstones that delete them.
     *
     * @param documents decodes the values
     * @param parsers for the keys
     */
    public static Decoder keyed(Decoder documents, JsonFactory parsers, ChangeOptions options, Metrics metrics) {
        RecordKey key = new RecordKey(parsers, options.keyFields());
        return new ChangeDecoder(
                new KeyedReader(key, new KeyFields(parsers, options.keyFields())),
                documents,
                options,
                new ChangeCounts(metrics));
    }
}
