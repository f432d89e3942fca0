package org.lakeingest.lake;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;
import org.lakeingest.api.WriteBatch;

/**
 * The records that rows come from as rows of their own: one for each record, however many rows it gave, with the message as it was
 * read. A view.
 */
final class RawRows implements RowBatch {
    private static final Schema SCHEMA =
            new Schema(List.of(new Schema.Field("value", ColumnType.of(ColumnType.Kind.VARIANT), true)));

    private final RecordBatch origin;
    private final int[] records;

    private RawRows(RecordBatch origin, BitSet wanted) {
        this.origin = origin;
        this.records = wanted.stream().toArray();
    }

    /** The records of a write batch that gave rows. */
    static List<RowBatch> of(WriteBatch batch) {
        IdentityHashMap<RecordBatch, BitSet> seen = new IdentityHashMap<>();
        List<RecordBatch> order = new ArrayList<>();
        for (RowBatch rows : batch.rows()) {
            BitSet wanted = seen.computeIfAbsent(rows.origin(), origin -> {
                order.add(origin);
                return new BitSet(origin.size());
            });
            for (int row = 0; row < rows.rowCount(); row++) {
                wanted.set(rows.originIndex(row));
            }
        }
        List<RowBatch> raw = new ArrayList<>(order.size());
        for (RecordBatch origin : order) {
            BitSet wanted = seen.getOrDefault(origin, new BitSet());
            if (!wanted.isEmpty()) {
                raw.add(new RawRows(origin, wanted));
            }
        }
        return raw;
    }

    @Override
    public Target target() {
        return Target.DEFAULT;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public int rowCount() {
        return records.length;
    }

    @Override
    public RecordBatch origin() {
        return origin;
    }

    @Override
    public int originIndex(int row) {
        return records[row];
    }

    @Override
    public Column column(int column) {
        return new Messages();
    }

    @Override
    public long sizeInBytes() {
        return origin.sizeInBytes();
    }

    /** The values of the records. */
    private final class Messages implements Column, BytesColumn {
        private final BytesColumn values = origin.values();

        @Override
        public boolean isNull(int row) {
            return values.isNull(records[row]);
        }

        @Override
        public BytesColumn bytes() {
            return this;
        }

        @Override
        public int size() {
            return records.length;
        }

        @Override
        public byte[] array(int row) {
            return values.array(records[row]);
        }

        @Override
        public int arrayOffset(int row) {
            return values.arrayOffset(records[row]);
        }

        @Override
        public int length(int row) {
            return values.length(records[row]);
        }

        @Override
        public boolean getBoolean(int row) {
            throw wrongKind();
        }

        @Override
        public long getLong(int row) {
            throw wrongKind();
        }

        @Override
        public double getDouble(int row) {
            throw wrongKind();
        }

        @Override
        public List<Column> children() {
            throw wrongKind();
        }

        @Override
        public int childStart(int row) {
            throw wrongKind();
        }

        private IllegalStateException wrongKind() {
            return new IllegalStateException("A message is bytes");
        }
    }
}
