package org.lakeingest.format.avro;

import java.nio.file.Path;
import org.lakeingest.api.config.Option;

/** Settings of the decoder {@code avro}. */
public record AvroDecoderConfig(
        @Option(
                name = "schema-file",
                description = "File with the schema, in JSON, that every value was written with; it describes a record,"
                        + " whose fields become the columns.")
        Path schemaFile) {}
