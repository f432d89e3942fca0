package org.lakeingest.format.json;

import java.util.List;
import org.lakeingest.api.DecoderFactory;
import org.lakeingest.api.IngestPlugin;

/** Offers the decoder {@code json}. */
public final class JsonPlugin implements IngestPlugin {
    @Override
    public List<DecoderFactory<?>> decoders() {
        return List.of(new JsonDecoderFactory());
    }
}
