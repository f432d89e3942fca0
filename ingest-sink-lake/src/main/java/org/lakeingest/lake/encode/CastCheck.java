package org.lakeingest.lake.encode;

import java.util.List;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RowBatch;

/** Tries a cast on values before a file is made of them. */
public final class CastCheck {
    private CastCheck() {}

    /**
     * Whether every value of the column survives the cast; only numbers can fail to.
     *
     * @param column its number in the batches' schema
     */
    public static boolean fits(List<RowBatch> batches, int column, ColumnCast cast) {
        GrowingBytes scratch = new GrowingBytes(64);
        try {
            for (RowBatch batch : batches) {
                ColumnValues values = CastColumns.bind(batch.column(column), cast, "");
                for (int row = 0; row < batch.rowCount(); row++) {
                    if (!values.isNull(row)) {
                        scratch.resize(0);
                        read(values, cast.to(), scratch, row);
                    }
                }
            }
            return true;
        } catch (Refusal.BadValue e) {
            return false;
        }
    }

    private static void read(ColumnValues values, ColumnType to, GrowingBytes scratch, int row) {
        switch (to.kind()) {
            case INT64, UINT64 -> values.getLong(row);
            case FLOAT32, FLOAT64 -> values.getDouble(row);
            case DECIMAL -> {
                if (Columns.isBytes(to)) {
                    values.putBytes(scratch, row);
                } else {
                    values.getLong(row);
                }
            }
            default -> {}
        }
    }
}
