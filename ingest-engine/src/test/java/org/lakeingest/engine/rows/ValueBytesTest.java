package org.lakeingest.engine.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

class ValueBytesTest {
    private static final Schema SCHEMA =
            new Schema(List.of(new Schema.Field("n", ColumnType.of(ColumnType.Kind.INT64), true)));

    private final RecordBatch records = new NumberedRecords(4, 100);

    @Test
    void ofRecordsIsTheSumOfTheirValues() {
        assertThat(ValueBytes.of(records)).isEqualTo(1 + 3 + 4);
    }

    @Test
    void aRecordThatGaveSeveralRowsCountsOnceAndATombstoneHasNone() {
        ColumnarCollector collector = new ColumnarCollector((origin, index, reason) -> {});
        collector.begin(records);
        RowAppender rows = collector.appender(Target.DEFAULT, SCHEMA);
        for (int index : new int[] {0, 0, 0, 1, 2, 3, 3}) {
            rows.beginRow(index);
            rows.endRow();
        }
        assertThat(ValueBytes.of(collector.finish().get(0))).isEqualTo(1 + 3 + 4);
    }

    @Test
    void aRecordThatGaveNoRowDoesNotCount() {
        ColumnarCollector collector = new ColumnarCollector((origin, index, reason) -> {});
        collector.begin(records);
        RowAppender rows = collector.appender(Target.DEFAULT, SCHEMA);
        rows.beginRow(2);
        rows.endRow();
        assertThat(ValueBytes.of(collector.finish().get(0))).isEqualTo(3);
    }
}
