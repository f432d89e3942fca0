package org.lakeingest.format.avro;

import java.nio.file.Path;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.config.Option;

/** Settings of the decoder {@code avro}. */
public record AvroDecoderConfig(
        @Option(
                name = "schema-file",
                description = "File with the schema, in JSON, that every value was written with; it describes a record,"
                        + " whose fields become the columns.")
        Path schemaFile) {
    /** Reads the file, so that a wrong one is reported with all that is wrong with a pipeline's file. */
    public AvroDecoderConfig {
        try {
            SchemaFile.read(schemaFile);
        } catch (IngestException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
