package org.lakeingest.engine.rows;

import java.util.BitSet;
import org.lakeingest.api.Schema;

/** One bit a row. */
final class BooleanData extends ColumnData {
    private final Schema.Field field;
    private final BitSet values;

    BooleanData(Schema.Field field, int expectedRows) {
        super(field.name(), field.nullable());
        this.field = field;
        this.values = new BitSet(expectedRows);
    }

    @Override
    BooleanData next(int expectedRows) {
        return new BooleanData(field, expectedRows);
    }

    @Override
    void appendBoolean(boolean value) {
        values.set(size(), value);
        counted();
    }

    @Override
    void appendEmpty() {
        appendBoolean(false);
    }

    @Override
    public boolean getBoolean(int row) {
        return values.get(row);
    }

    @Override
    long retainedBytes() {
        return OVERHEAD + values.size() / 8 + nullBytes();
    }
}
