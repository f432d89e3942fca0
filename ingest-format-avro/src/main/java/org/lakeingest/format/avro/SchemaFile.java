package org.lakeingest.format.avro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.lakeingest.api.IngestException;

/** Reads a schema from a file and compiles it. No state. */
final class SchemaFile {
    private SchemaFile() {}

    static ColumnWriterPlan read(Path file) {
        try {
            return ColumnWriterPlan.compile(new Schema.Parser().parse(Files.readString(file)));
        } catch (NoSuchFileException e) {
            throw problem(file, "does not exist", e);
        } catch (IOException e) {
            throw problem(file, "cannot be read: " + e, e);
        } catch (UnsupportedSchemaException e) {
            throw problem(file, String.valueOf(e.getMessage()), e);
        } catch (AvroRuntimeException e) {
            String first = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw problem(file, "is not an Avro schema: " + first, e);
        }
    }

    private static IngestException problem(Path file, String what, Exception cause) {
        return new IngestException(AvroErrorCode.AVRO_SCHEMA, "schema-file: '" + file + "' " + what, cause);
    }
}
