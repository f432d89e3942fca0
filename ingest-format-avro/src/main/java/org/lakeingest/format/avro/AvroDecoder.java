package org.lakeingest.format.avro;

import java.io.IOException;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Target;

/** Walks each payload along the compiled schema, straight into the columns. */
final class AvroDecoder implements Decoder {
    /** A magic byte and a schema's number. */
    private static final int REGISTRY_FRAME = 5;

    private final ColumnWriterPlan plan;
    private final AvroInput input = new AvroInput();
    private @Nullable BinaryDecoder reused;

    AvroDecoder(ColumnWriterPlan plan) {
        this.plan = plan;
    }

    @Override
    public void decode(RecordBatch origin, BytesColumn payloads, RowCollector output) {
        RowAppender rows = output.appender(Target.DEFAULT, plan.schema());
        for (int i = 0; i < payloads.size(); i++) {
            rows.beginRow(i);
            IngestException fault = payloads.isNull(i) ? plan.writeNothing() : write(payloads, i, rows);
            if (fault == null) {
                rows.endRow();
            } else {
                rows.discardRow();
                output.reject(i, fault);
            }
        }
    }

    private @Nullable IngestException write(BytesColumn payloads, int index, RowAppender rows) {
        int length = payloads.length(index);
        BinaryDecoder decoder =
                DecoderFactory.get().binaryDecoder(payloads.array(index), payloads.arrayOffset(index), length, reused);
        reused = decoder;
        try {
            plan.write(input.over(decoder), rows);
            int rest = decoder.remainingBytes();
            return rest == 0
                    ? null
                    : malformed(payloads, index, "has " + rest + " bytes more than the schema describes");
        } catch (IngestException e) {
            return e;
        } catch (IOException | AvroRuntimeException | UnsupportedOperationException | IndexOutOfBoundsException e) {
            // What the library throws for bytes that cannot be; its message may hold some of them.
            return malformed(payloads, index, "ends too early, or is not what the schema describes");
        }
    }

    private static IngestException malformed(BytesColumn payloads, int index, String what) {
        int length = payloads.length(index);
        boolean framed = length >= REGISTRY_FRAME && payloads.array(index)[payloads.arrayOffset(index)] == 0;
        return new IngestException(
                AvroErrorCode.AVRO_MALFORMED,
                "the value of " + length + " bytes " + what
                        + (framed
                                ? "; it begins with byte 0, as values framed for a schema registry do, and this decoder reads"
                                        + " no such framing"
                                : ""));
    }
}
