package org.lakeingest.testkit.harness;

import org.lakeingest.api.ErrorCode;
import org.lakeingest.api.ErrorKind;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.RowCollector;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.Target;
import org.lakeingest.api.Transformer;

/** Makes one to three rows of each, in two targets; gives up some records after a row of theirs was made. */
record FanOut(Unfit bad) implements Transformer {
    static final Target OTHER = new Target("other");

    /** Which records are given up. */
    interface Unfit {
        boolean test(SourcePartition partition, long offset);
    }

    enum Code implements ErrorCode {
        UNFIT;

        @Override
        public ErrorKind kind() {
            return ErrorKind.RECORD;
        }
    }

    static int rowsOf(long offset) {
        return (int) (offset % 3) + 1;
    }

    @Override
    public void transform(RowBatch input, RowCollector output) {
        for (int row = 0; row < input.rowCount(); row++) {
            long offset = input.origin().offset(input.originIndex(row));
            for (int i = 0; i < rowsOf(offset); i++) {
                RowAppender rows = output.appender(i == 1 ? OTHER : Target.DEFAULT, input.schema());
                rows.beginRow(row);
                rows.setBytes(
                        0,
                        input.column(0).bytes().array(row),
                        input.column(0).bytes().arrayOffset(row),
                        input.column(0).bytes().length(row));
                rows.endRow();
            }
            if (bad.test(input.origin().partition(), offset)) {
                output.reject(row, new IngestException(Code.UNFIT, "scripted"));
            }
        }
    }
}
