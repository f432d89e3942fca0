package org.lakeingest.testkit.harness;

import java.util.List;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.Decoder;
import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** One row a record, with its text as the only column; rejects poison and passes over what says that it is to be skipped. */
public final class HarnessDecoder implements Decoder {
    private static final Schema SCHEMA = new Schema(
            List.of(new Schema.Field("text", new ColumnType(ColumnType.Kind.STRING, 0, 0, List.of()), false)));

    /** What this decoder says. */
    public enum Code implements ErrorCode {
        POISON;

        @Override
        public ErrorKind kind() {
            return ErrorKind.RECORD;
        }
    }

    @Override
    public void decode(RecordBatch origin, BytesColumn payloads, RowCollector output) {
        RowAppender rows = output.appender(Target.DEFAULT, SCHEMA);
        for (int i = 0; i < payloads.size(); i++) {
            byte[] array = payloads.array(i);
            int offset = payloads.arrayOffset(i);
            int length = payloads.length(i);
            if (InMemoryTopic.isPoison(array, offset, length)) {
                output.reject(i, new IngestException(Code.POISON, "the record says so"));
            } else if (!InMemoryTopic.isSkipped(array, offset, length)) {
                rows.beginRow(i);
                rows.setBytes(0, array, offset, length);
                rows.endRow();
            }
        }
    }
}
