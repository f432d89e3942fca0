package org.lakeingest.lake.encode;

import java.util.List;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.ColumnType.Kind;
import org.lakeingest.api.RecordBatch;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.Schema;

/** The raw table: the message as it came, and where it came from. Takes rows of one VARIANT column. */
final class RawLayout implements FileLayout {
    private static final Schema SCHEMA = new Schema(List.of(
            Columns.required("uuid", Kind.STRING),
            Columns.required("koffset", Kind.INT64),
            Columns.required("kpartition", Kind.INT64),
            Columns.nullable("raw_data", Kind.VARIANT),
            Columns.required("record_metadata", Kind.VARIANT),
            Columns.required("add_time", Kind.TIMESTAMP_MICROS)));

    private final long addTimeMicros;

    RawLayout(long addTimeMicros) {
        this.addTimeMicros = addTimeMicros;
    }

    @Override
    public Schema schema() {
        return SCHEMA;
    }

    @Override
    public ColumnValues[] bind(RowBatch rows) {
        List<Schema.Field> fields = rows.schema().fields();
        if (fields.size() != 1 || fields.get(0).type().kind() != Kind.VARIANT) {
            throw Refusal.rawRows();
        }
        return new ColumnValues[] {
            new Ids(rows),
            new Offsets(rows),
            new Constant(rows.origin().partition().number()),
            new Messages(rows.column(0)),
            new Metadata(rows),
            new Constant(addTimeMicros)
        };
    }

    private static final class Ids extends ColumnValues {
        private final RowBatch rows;
        private final RecordBatch records;
        private final RowIds ids;

        Ids(RowBatch rows) {
            this.rows = rows;
            this.records = rows.origin();
            this.ids = new RowIds(records.partition());
        }

        @Override
        void putBytes(GrowingBytes out, int row) {
            ids.put(out, records.offset(rows.originIndex(row)));
        }

        @Override
        boolean putJsonString(GrowingBytes out, int row) {
            out.put('"');
            putBytes(out, row);
            out.put('"');
            return true;
        }
    }

    private static final class Offsets extends ColumnValues {
        private final RowBatch rows;
        private final RecordBatch records;

        Offsets(RowBatch rows) {
            this.rows = rows;
            this.records = rows.origin();
        }

        @Override
        long getLong(int row) {
            return records.offset(rows.originIndex(row));
        }
    }

    private static final class Constant extends ColumnValues {
        private final long value;

        Constant(long value) {
            this.value = value;
        }

        @Override
        long getLong(int row) {
            return value;
        }
    }

    /** An empty message counts as a tombstone: no JSON text is empty. */
    private static final class Messages extends ColumnValues {
        private final RowBatch.Column column;
        private final BytesColumn bytes;

        Messages(RowBatch.Column column) {
            this.column = column;
            this.bytes = column.bytes();
        }

        @Override
        boolean isNull(int row) {
            return column.isNull(row) || bytes.length(row) == 0;
        }

        @Override
        void putBytes(GrowingBytes out, int row) {
            out.put(bytes.array(row), bytes.arrayOffset(row), bytes.length(row));
        }
    }

    private static final class Metadata extends ColumnValues {
        private final RowBatch rows;
        private final RecordMetadata metadata;

        Metadata(RowBatch rows) {
            this.rows = rows;
            this.metadata = new RecordMetadata(rows.origin());
        }

        @Override
        void putBytes(GrowingBytes out, int row) {
            metadata.put(out, rows.originIndex(row));
        }

        @Override
        boolean mayHoldLineBreaks() {
            return false;
        }
    }
}
