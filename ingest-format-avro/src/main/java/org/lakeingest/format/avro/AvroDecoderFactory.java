package org.lakeingest.format.avro;

import org.lakeingest.api.Decoder;
import org.lakeingest.api.DecoderFactory;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.PluginContext;

/** Creates the decoder {@code avro}. */
public final class AvroDecoderFactory implements DecoderFactory<AvroDecoderConfig> {
    @Override
    public String name() {
        return "avro";
    }

    @Override
    public Class<AvroDecoderConfig> configType() {
        return AvroDecoderConfig.class;
    }

    /**
     * Reads the schema file once more.
     *
     * @throws IngestException of kind CONFIGURATION when it was taken away or spoilt since the configuration was read
     */
    @Override
    public Decoder create(AvroDecoderConfig config, PluginContext context) {
        return new AvroDecoder(SchemaFile.read(config.schemaFile()));
    }
}
