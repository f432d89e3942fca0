package org.lakeingest.lake.encode;

import org.lakeingest.api.IngestException;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.LakeErrorCode;

/** Says what cannot be put into a file. */
final class Refusal {
    private Refusal() {}

    /** Thrown below the level that knows where a row comes from; never leaves the package. */
    static final class BadValue extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadValue(String column, String reason) {
            super("column " + column + " holds " + reason, null, false, false);
        }
    }

    static IngestException column(Schema.Field field, String reason) {
        return new IngestException(
                LakeErrorCode.LAKE_SCHEMA_UNFIT,
                "Column " + field.name() + " of kind " + field.type().kind() + " cannot be written: " + reason);
    }

    static IngestException rawRows() {
        return new IngestException(
                LakeErrorCode.LAKE_SCHEMA_UNFIT,
                "The raw layout takes rows of one VARIANT column, which holds the whole message; set layout: columns,"
                        + " or leave the decoder's columns out");
    }

    static IngestException value(RowBatch rows, int row, BadValue reason) {
        RecordBatch origin = rows.origin();
        SourcePartition partition = origin.partition();
        long offset = origin.offset(rows.originIndex(row));
        return IngestException.atRecord(
                LakeErrorCode.LAKE_VALUE_UNFIT,
                offset,
                "Cannot write the record at offset " + offset + " of partition " + partition.number() + " of "
                        + partition.stream() + ": " + reason.getMessage(),
                reason);
    }
}
