package org.lakeingest.format.avro;

import java.util.List;
import org.lakeingest.api.DecoderFactory;
import org.lakeingest.api.IngestPlugin;

/** Offers the decoder {@code avro}. */
public final class AvroPlugin implements IngestPlugin {
    @Override
    public List<DecoderFactory<?>> decoders() {
        return List.of(new AvroDecoderFactory());
    }
}
