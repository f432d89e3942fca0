package org.lakeingest.format.json;

import com.fasterxml.jackson.core.JsonFactory;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.DecoderFactory;
import org.lakeingest.api.PluginContext;
import org.lakeingest.format.json.JsonDecoderConfig.UnknownFieldPolicy;
import org.lakeingest.format.json.change.ChangeDecoders;
import org.lakeingest.format.json.change.ChangeOptions;

/** Creates the decoder {@code json}. */
public final class JsonDecoderFactory implements DecoderFactory<JsonDecoderConfig> {
    /** Of what Debezium puts around a row. */
    private static final int LEVELS_OF_ENVELOPE = 3;

    @Override
    public String name() {
        return "json";
    }

    @Override
    public Class<JsonDecoderConfig> configType() {
        return JsonDecoderConfig.class;
    }

    @Override
    public Decoder create(JsonDecoderConfig config, PluginContext context) {
        ChangeOptions options = new ChangeOptions(config.keyFields(), config.opColumn(), config.versionColumn());
        JsonFactory envelopes = JsonParsers.newFactory(config.maxDepth() + LEVELS_OF_ENVELOPE);
        return switch (config.envelope()) {
            case NONE -> documents(config, context);
            case DEBEZIUM ->
                ChangeDecoders.debezium(documents(config.ofChanges(), context), envelopes, options, context.metrics());
            case KEYED ->
                ChangeDecoders.keyed(documents(config.ofChanges(), context), envelopes, options, context.metrics());
        };
    }

    private static Decoder documents(JsonDecoderConfig config, PluginContext context) {
        JsonFactory parsers = JsonParsers.newFactory(config.maxDepth());
        PayloadWindow window = new PayloadWindow();
        Counts counts = new Counts(context.metrics());
        return new JsonDecoder(parsers, readerOf(config, parsers, window, counts), window, config, counts);
    }

    private static RowReader readerOf(
            JsonDecoderConfig config, JsonFactory parsers, PayloadWindow window, Counts counts) {
        DocumentWalker walker = new DocumentWalker(config.duplicateNames());
        SourceText text = new SourceText(window);
        LastValues lastValues = new LastValues(window, parsers, counts.repeatedNames);
        if (!config.hasColumns()) {
            return new WholeDocument(config.column(), walker, text, lastValues);
        }
        ReaderFactory readers = new ReaderFactory(config, walker, text, lastValues, counts);
        if (!config.inferColumns() && config.unknownFieldPolicy() != UnknownFieldPolicy.REST) {
            return new DeclaredColumns(ColumnText.schema(config.columns()), readers);
        }
        ColumnScan scan = new ColumnScan(parsers, walker, config.maxColumns());
        return new PlannedColumns(() -> new ColumnMemory(config, readers), scan, counts.newSchemas);
    }
}
