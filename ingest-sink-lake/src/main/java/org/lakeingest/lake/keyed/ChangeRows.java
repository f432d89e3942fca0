package org.lakeingest.lake.keyed;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;
import org.lakeingest.api.Target;

/** Rows with what tells their changes apart, in columns of their own. A view, read by one thread. */
public final class ChangeRows implements RowBatch {
    /** Characters of a position that name the partition; a colon and the offset in {@value #OFFSET_DIGITS} digits follow. */
    public static final int MARK_LENGTH = 16;

    private static final int OFFSET_DIGITS = 19;
    private static final int POSITION_LENGTH = MARK_LENGTH + 1 + OFFSET_DIGITS;
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final RowBatch rows;
    private final ChangeSchema changes;
    private byte @Nullable [] positions;

    public ChangeRows(RowBatch rows, ChangeSchema changes) {
        this.rows = rows;
        this.changes = changes;
    }

    /** Whether the rows delete. */
    public boolean deletes() {
        return changes.deletes();
    }

    @Override
    public Target target() {
        return rows.target();
    }

    @Override
    public Schema schema() {
        return changes.schema();
    }

    @Override
    public int rowCount() {
        return rows.rowCount();
    }

    @Override
    public RecordBatch origin() {
        return rows.origin();
    }

    @Override
    public int originIndex(int row) {
        return rows.originIndex(row);
    }

    @Override
    public long sizeInBytes() {
        return rows.sizeInBytes() + (long) rowCount() * (POSITION_LENGTH + Long.BYTES);
    }

    @Override
    public Column column(int column) {
        int source = changes.source(column);
        return source >= 0 ? rows.column(source) : new Made(source);
    }

    /** Text that sorts, within a partition, as offsets do: {@code 9f86d081884c7d65:0000000000000000042}. */
    private byte[] positions() {
        byte[] made = positions;
        if (made == null) {
            made = new byte[rowCount() * POSITION_LENGTH];
            long mark = Partitions.mark(origin().partition());
            for (int row = 0; row < rowCount(); row++) {
                int at = row * POSITION_LENGTH;
                for (int i = 0; i < MARK_LENGTH; i++) {
                    made[at + i] = HEX[(int) (mark >>> (60 - 4 * i)) & 15];
                }
                made[at + MARK_LENGTH] = ':';
                long rest = origin().offset(originIndex(row));
                for (int i = POSITION_LENGTH - 1; i > MARK_LENGTH; i--) {
                    made[at + i] = (byte) ('0' + rest % 10);
                    rest /= 10;
                }
            }
            positions = made;
        }
        return made;
    }

    /** A column that is made of the record. */
    private final class Made implements Column, BytesColumn {
        private final int source;
        private final byte[] text;

        Made(int source) {
            this.source = source;
            this.text = source == ChangeSchema.POSITION ? positions() : new byte[0];
        }

        @Override
        public boolean isNull(int row) {
            return false;
        }

        @Override
        public boolean getBoolean(int row) {
            require(ChangeSchema.DELETED);
            return deletes();
        }

        @Override
        public long getLong(int row) {
            require(ChangeSchema.TIMESTAMP);
            return origin().timestampMillis(originIndex(row));
        }

        @Override
        public double getDouble(int row) {
            throw wrongKind();
        }

        @Override
        public BytesColumn bytes() {
            require(ChangeSchema.POSITION);
            return this;
        }

        @Override
        public List<Column> children() {
            throw wrongKind();
        }

        @Override
        public int childStart(int row) {
            throw wrongKind();
        }

        @Override
        public int size() {
            return rowCount();
        }

        @Override
        public byte[] array(int index) {
            return text;
        }

        @Override
        public int arrayOffset(int index) {
            return index * POSITION_LENGTH;
        }

        @Override
        public int length(int index) {
            return POSITION_LENGTH;
        }

        private void require(int expected) {
            if (source != expected) {
                throw wrongKind();
            }
        }

        private IllegalStateException wrongKind() {
            return new IllegalStateException("Not a value of this kind");
        }
    }
}
