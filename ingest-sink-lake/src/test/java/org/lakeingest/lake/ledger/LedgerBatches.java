package org.lakeingest.lake.ledger;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.WriteBatches;

/** Batches of three partitions, read under the first claim, and short names for them. */
final class LedgerBatches {
    static final SourcePartition P0 = new SourcePartition("orders", "i", 0);
    static final SourcePartition P1 = new SourcePartition("orders", "i", 1);
    static final SourcePartition P2 = new SourcePartition("orders", "i", 2);
    static final long EPOCH = 1;
    static final String OWNER = "run.1";

    private static final Schema SCHEMA =
            new Schema(List.of(new Schema.Field("n", ColumnType.of(ColumnType.Kind.INT64), false)));

    private LedgerBatches() {}

    /** One row for each offset, whose value is the offset. */
    static WriteBatch batch(SourcePartition partition, long start, long end) {
        return WriteBatches.under(EPOCH, WriteBatches.of(rows(partition, start, end, -1)));
    }

    static RowBatch rows(SourcePartition partition, long start, long end, int leaderEpoch) {
        RecordBatches records = RecordBatches.at(partition, start).leaderEpoch(leaderEpoch);
        for (long at = start; at < end; at++) {
            records.record("k", "v");
        }
        RowBatches rows = RowBatches.of(SCHEMA).origin(records.build());
        for (long at = start; at < end; at++) {
            rows.row(at);
        }
        return rows.build();
    }

    /** No row at all. */
    static WriteBatch bare(SourcePartition partition, long start, long end) {
        return WriteBatches.under(EPOCH, WriteBatches.empty(partition, new OffsetRange(start, end)));
    }

    /** Its partition and range. */
    static String name(WriteBatch batch) {
        return batch.partition().number() + "[" + batch.range().start() + ","
                + batch.range().end() + ")";
    }

    static String names(Collection<WriteBatch> batches) {
        return batches.stream().map(LedgerBatches::name).collect(Collectors.joining(" "));
    }

    static String numbers(Collection<SourcePartition> partitions) {
        return partitions.stream()
                .map(partition -> String.valueOf(partition.number()))
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
