package org.lakeingest.format.json;

import org.lakeingest.api.Decoder;
import org.lakeingest.api.DecoderFactory;
import org.lakeingest.api.PluginContext;
import org.lakeingest.format.json.JsonDecoderConfig.DuplicateNames;

/** Creates the decoder {@code json}. */
public final class JsonDecoderFactory implements DecoderFactory<JsonDecoderConfig> {
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
        DocumentWalker walker = new DocumentWalker(config.duplicateNames() == DuplicateNames.ALLOW);
        RowReader reader = new WholeDocument(config.column(), walker);
        return new JsonDecoder(reader, new PayloadWindow(), config.maxDepth());
    }
}
