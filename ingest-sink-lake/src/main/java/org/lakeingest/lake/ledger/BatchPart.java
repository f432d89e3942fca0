package org.lakeingest.lake.ledger;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RejectedRecord;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.lake.keyed.RowSlice;

/** The rows of some records of a batch, without its dead letters. Immutable. */
record BatchPart(
        String id, SourcePartition partition, OffsetRange range, long claimEpoch, List<RowBatch> rows, long rowCount)
        implements WriteBatch {

    /** The rows of the records from the first to the last of these offsets. */
    static WriteBatch of(WriteBatch batch, long first, long last) {
        List<RowBatch> rows = new ArrayList<>();
        long count = 0;
        for (RowBatch whole : batch.rows()) {
            int from = firstRow(whole, first);
            int to = firstRow(whole, last + 1);
            if (to > from) {
                rows.add(new RowSlice(whole, from, to - from));
                count += to - from;
            }
        }
        OffsetRange range = new OffsetRange(first, last + 1);
        return new BatchPart(
                batch.id() + "-" + first, batch.partition(), range, batch.claimEpoch(), List.copyOf(rows), count);
    }

    /** Of the record that the row comes from. */
    static long offset(RowBatch rows, int row) {
        return rows.origin().offset(rows.originIndex(row));
    }

    /** The first row of a record at or behind the offset. */
    private static int firstRow(RowBatch rows, long offset) {
        int low = 0;
        int high = rows.rowCount();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (offset(rows, middle) < offset) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public List<RejectedRecord> rejected() {
        return List.of();
    }

    @Override
    public long sizeInBytes() {
        return rows.stream().mapToLong(RowBatch::sizeInBytes).sum();
    }
}
