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
     * Reads the schema file, so that a wrong one stops the start and not the first record.
     *
     * @throws IngestException of kind CONFIGURATION when the file cannot be read, or has no schema that columns can hold
     */
    @Override
    public Decoder create(AvroDecoderConfig config, PluginContext context) {
        return new AvroDecoder(SchemaFile.read(config.schemaFile()));
    }
}
