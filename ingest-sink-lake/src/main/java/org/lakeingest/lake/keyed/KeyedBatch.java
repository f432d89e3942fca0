package org.lakeingest.lake.keyed;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.BytesColumn;
import org.lakeingest.api.IngestException;
import org.lakeingest.api.RowBatch;
import org.lakeingest.api.SourcePartition;
import org.lakeingest.lake.LakeErrorCode;

/** The columns of one batch that say what its rows are about. */
final class KeyedBatch {
    private static final long MIX = 0x9E3779B97F4A7C15L;

    final RowBatch rows;
    final KeyedSchema schema;
    final long mark;
    private final RowBatch.Column[] keys;
    private final @Nullable BytesColumn[] keyBytes;
    private final @Nullable VersionColumn version;
    private final @Nullable BytesColumn ops;

    KeyedBatch(RowBatch rows, KeyedSchema schema, long mark) {
        this.rows = rows;
        this.schema = schema;
        this.mark = mark;
        this.keys = new RowBatch.Column[schema.keys.length];
        this.keyBytes = new BytesColumn[schema.keys.length];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = rows.column(schema.keys[i]);
            keyBytes[i] = schema.keyIsBytes[i] ? keys[i].bytes() : null;
        }
        this.version = schema.version < 0
                ? null
                : new VersionColumn(
                        rows.column(schema.version),
                        schema.schema.fields().get(schema.version).type());
        this.ops = schema.op < 0 ? null : rows.column(schema.op).bytes();
    }

    /** @throws IngestException of kind RECORD when a part of the key is missing */
    long hash(int row) {
        long hash = keys.length;
        for (int i = 0; i < keys.length; i++) {
            if (keys[i].isNull(row)) {
                throw refused(
                        LakeErrorCode.LAKE_KEY_MISSING,
                        row,
                        "it has no value for the key column "
                                + schema.schema.fields().get(schema.keys[i]).name());
            }
            BytesColumn bytes = keyBytes[i];
            long value = bytes != null ? hash(bytes, row) : bits(i, row);
            hash = (hash ^ value) * MIX;
            hash ^= hash >>> 32;
        }
        return hash;
    }

    private long bits(int key, int row) {
        return schema.keyIsBoolean[key] ? (keys[key].getBoolean(row) ? 1 : 0) : keys[key].getLong(row);
    }

    private static long hash(BytesColumn bytes, int row) {
        byte[] array = bytes.array(row);
        int from = bytes.arrayOffset(row);
        int end = from + bytes.length(row);
        long hash = bytes.length(row);
        for (int i = from; i < end; i++) {
            hash = (hash ^ array[i]) * 0x100000001B3L;
        }
        return hash;
    }

    boolean sameKey(int row, KeyedBatch other, int otherRow) {
        for (int i = 0; i < keys.length; i++) {
            BytesColumn mine = keyBytes[i];
            BytesColumn theirs = other.keyBytes[i];
            boolean same;
            if (mine != null && theirs != null) {
                same = compare(mine, row, theirs, otherRow) == 0;
            } else {
                same = mine == null && theirs == null && bits(i, row) == other.bits(i, otherRow);
            }
            if (!same) {
                return false;
            }
        }
        return true;
    }

    boolean deletes(int row) {
        BytesColumn column = ops;
        return column != null
                && !column.isNull(row)
                && column.length(row) == 1
                && column.array(row)[column.arrayOffset(row)] == 'd';
    }

    /** @throws IngestException of kind RECORD when the row has no version, has what it must not, or says to do what nobody knows */
    void check(int row) {
        if (schema.reserved != null) {
            throw refused(
                    LakeErrorCode.LAKE_COLUMN_RESERVED,
                    row,
                    "it has a value for " + schema.reserved + ", which is the sink's own");
        }
        VersionColumn versions = version;
        if (versions == null ? schema.needsVersion : versions.isNull(row)) {
            throw refused(
                    LakeErrorCode.LAKE_VERSION_MISSING,
                    row,
                    "it has no value in the version column " + schema.versionColumn);
        }
        BytesColumn column = ops;
        if (column != null && !column.isNull(row) && !isOp(column, row)) {
            throw refused(
                    LakeErrorCode.LAKE_OP_UNKNOWN,
                    row,
                    "its " + schema.schema.fields().get(schema.op).name() + " is none of c, r, u, d");
        }
    }

    private static boolean isOp(BytesColumn ops, int row) {
        if (ops.length(row) != 1) {
            return false;
        }
        byte op = ops.array(row)[ops.arrayOffset(row)];
        return op == 'c' || op == 'r' || op == 'u' || op == 'd';
    }

    boolean hasVersion() {
        return version != null;
    }

    /** Compares versions; both batches have them. */
    int compareVersion(int row, KeyedBatch other, int otherRow) {
        VersionColumn mine = version;
        VersionColumn theirs = other.version;
        if (mine == null || theirs == null) {
            throw new IllegalStateException("The rows have no version");
        }
        return mine.compare(row, theirs, otherRow);
    }

    long offset(int row) {
        return rows.origin().offset(rows.originIndex(row));
    }

    long timestamp(int row) {
        return rows.origin().timestampMillis(rows.originIndex(row));
    }

    private IngestException refused(LakeErrorCode code, int row, String reason) {
        SourcePartition partition = rows.origin().partition();
        return IngestException.atRecord(
                code,
                offset(row),
                "Cannot write the record at offset " + offset(row) + " of partition " + partition.number() + " of "
                        + partition.stream() + ": " + reason,
                null);
    }

    /** By unsigned bytes, as the lake compares text. */
    static int compare(BytesColumn left, int row, BytesColumn right, int otherRow) {
        int leftFrom = left.arrayOffset(row);
        int rightFrom = right.arrayOffset(otherRow);
        return Arrays.compareUnsigned(
                left.array(row),
                leftFrom,
                leftFrom + left.length(row),
                right.array(otherRow),
                rightFrom,
                rightFrom + right.length(otherRow));
    }
}
