package org.lakeingest.format.avro;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Writes Avro with the library, for tests. */
final class Avro {
    private Avro() {}

    static Schema schema(String json) {
        return new Schema.Parser().parse(json);
    }

    /** A record with one field of this type, written as JSON. */
    static Schema recordOf(String fieldType) {
        return schema("{\"type\":\"record\",\"name\":\"R\",\"fields\":[{\"name\":\"v\",\"type\":" + fieldType + "}]}");
    }

    static GenericRecord record(Schema schema, Object... namesAndValues) {
        GenericRecord record = new GenericData.Record(schema);
        for (int i = 0; i < namesAndValues.length; i += 2) {
            record.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return record;
    }

    static byte[] bytes(GenericRecord record) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
        try {
            new GenericDatumWriter<GenericRecord>(record.getSchema()).write(record, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
