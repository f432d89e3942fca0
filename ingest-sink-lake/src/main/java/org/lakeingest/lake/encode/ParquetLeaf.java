package org.lakeingest.lake.encode;

import org.apache.parquet.format.Type;
import org.lakeingest.api.ColumnType;

/** A column of values in a Parquet file. */
record ParquetLeaf(ParquetPath path, ColumnType type, Type physical) {
    /** Number of the column of the row that the leaf lies in. */
    int column() {
        return path.steps().get(0).child();
    }

    boolean isFlat() {
        return path.steps().size() == 1;
    }
}
