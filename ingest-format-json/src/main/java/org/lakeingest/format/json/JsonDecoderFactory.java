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
        PayloadWindow window = new PayloadWindow();
        RowReader reader = config.columns().isEmpty()
                ? new WholeDocument(config.column(), walker)
                : new DeclaredColumns(config, walker, window, context);
        return new JsonDecoder(reader, window, config.maxDepth());
    }
}
