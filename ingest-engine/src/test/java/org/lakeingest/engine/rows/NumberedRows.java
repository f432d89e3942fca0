package org.lakeingest.engine.rows;

import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RowAppender;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Schema.Field;
import org.lakeingest.api.Target;

/** Rows of {@link NumberedRecords}: a number each. */
public final class NumberedRows {
    private static final Schema SCHEMA = new Schema(List.of(new Field("id", ColumnType.of(Kind.INT64), false)));

    private NumberedRows() {}

    /** One row of each of so many records, from this offset on. */
    public static ColumnarRowBatch of(long firstOffset, int records) {
        ColumnarCollector collector = new ColumnarCollector((origin, index, reason) -> {});
        collector.begin(new NumberedRecords(records, firstOffset));
        RowAppender rows = collector.appender(Target.DEFAULT, SCHEMA);
        for (int i = 0; i < records; i++) {
            rows.beginRow(i);
            rows.setLong(0, i);
            rows.endRow();
        }
        return collector.finish().get(0);
    }
}
