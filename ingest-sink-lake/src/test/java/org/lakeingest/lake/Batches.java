package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.OffsetRange;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.api.WriteBatch;
import org.lakeingest.testkit.RecordBatches;
import org.lakeingest.testkit.RowBatches;
import org.lakeingest.testkit.WriteBatches;

/** Write batches of documents. */
final class Batches {
    static final Schema DOCUMENT = new Schema(List.of(new Schema.Field("value", type(ColumnType.Kind.VARIANT), true)));

    private Batches() {}

    static ColumnType type(ColumnType.Kind kind) {
        return new ColumnType(kind, 0, 0, List.of());
    }

    static SourcePartition partition(int number) {
        return new SourcePartition("orders", RecordBatches.INCARNATION, number);
    }

    /** Documents that count from the range's start. */
    static WriteBatch documents(int partition, int start, int count) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add("{\"n\":" + (start + i) + "}");
        }
        return documents(partition, start, texts);
    }

    static WriteBatch documents(int partition, int start, List<String> texts) {
        RowBatches rows = RowBatches.of(DOCUMENT).at(partition(partition), start);
        for (String text : texts) {
            rows.row(text);
        }
        return of(partition, start, texts.size(), rows.build());
    }

    static WriteBatch of(int partition, int start, int length, RowBatch... rows) {
        return WriteBatches.of(partition(partition), new OffsetRange(start, start + length), List.of(rows));
    }
}
