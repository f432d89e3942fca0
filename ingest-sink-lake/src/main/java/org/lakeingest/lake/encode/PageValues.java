package org.lakeingest.lake.encode;

import java.io.IOException;
import java.math.BigDecimal;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.format.Encoding;

/**
 * The values of one leaf's page while they are gathered: straight from the column into the page, no object for each. One
 * thread; a leaf uses one of these for all its pages.
 */
abstract class PageValues {
    private static final int SLAB = 4 << 10;
    private static final int LARGEST_SLAB = 256 << 10;

    /** What the page holds after its head. */
    final GrowingBytes bytes;

    private PageValues(GrowingBytes bytes) {
        this.bytes = bytes;
    }

    static PageValues of(ParquetLeaf leaf, GrowingBytes bytes) {
        String name = String.join(".", leaf.path().names());
        return switch (leaf.type().kind()) {
            case BOOLEAN -> new Booleans(bytes);
            case DATE -> new Dates(bytes, name);
            case FLOAT32 -> new Floats(bytes);
            case FLOAT64 -> new Doubles(bytes);
            case INT64, UINT64 -> new Longs(bytes);
            case TIMESTAMP_MICROS -> new Micros(bytes, name);
            case STRING, VARIANT, BINARY -> new Strings(bytes);
            case TIMESTAMP_TZ_MICROS -> new Instants(bytes, name);
            case DECIMAL -> decimals(leaf, bytes, name);
            case LIST, MAP, STRUCT -> throw new IllegalStateException("Not a leaf");
        };
    }

    private static PageValues decimals(ParquetLeaf leaf, GrowingBytes bytes, String name) {
        if (!Columns.isBytes(leaf.type())) {
            return new Longs(bytes);
        }
        return leaf.type().precision() <= ParquetSchema.MOST_DECIMAL_DIGITS
                ? new WideDecimals(bytes, name)
                : new DecimalTexts(bytes, leaf);
    }

    Encoding encoding() {
        return Encoding.PLAIN;
    }

    abstract void put(ColumnValues values, int row);

    /** In bytes, roughly. */
    long size() {
        return bytes.size();
    }

    /** Completes the page's values, and appends what comes before {@link #bytes} to the page. */
    void putHead(GrowingBytes page) throws IOException {}

    /** Makes ready for the next page. */
    void reset() {
        bytes.resize(0);
    }

    private static void drain(DeltaBinaryPackingValuesWriter writer, GrowingBytes page) throws IOException {
        writer.getBytes().writeAllTo(page.stream());
        writer.reset();
    }

    private static final class Booleans extends PageValues {
        private int pending;
        private int count;

        Booleans(GrowingBytes bytes) {
            super(bytes);
        }

        @Override
        void put(ColumnValues values, int row) {
            if (values.getBoolean(row)) {
                pending |= 1 << count;
            }
            if (++count == 8) {
                flush();
            }
        }

        @Override
        void putHead(GrowingBytes page) {
            if (count > 0) {
                flush();
            }
        }

        private void flush() {
            bytes.put(pending);
            pending = 0;
            count = 0;
        }
    }

    private static final class Dates extends PageValues {
        private final String name;

        Dates(GrowingBytes bytes, String name) {
            super(bytes);
            this.name = name;
        }

        @Override
        void put(ColumnValues values, int row) {
            bytes.putIntLittleEndian((int) Moments.checkDay(name, values.getLong(row)));
        }
    }

    private static final class Floats extends PageValues {
        Floats(GrowingBytes bytes) {
            super(bytes);
        }

        @Override
        void put(ColumnValues values, int row) {
            bytes.putIntLittleEndian(Float.floatToIntBits((float) values.getDouble(row)));
        }
    }

    private static final class Doubles extends PageValues {
        Doubles(GrowingBytes bytes) {
            super(bytes);
        }

        @Override
        void put(ColumnValues values, int row) {
            bytes.putLongLittleEndian(Double.doubleToLongBits(values.getDouble(row)));
        }
    }

    /** Differences in as few bits as they need: offsets, times and constants nearly vanish. */
    private static class Longs extends PageValues {
        private final DeltaBinaryPackingValuesWriterForLong packed =
                new DeltaBinaryPackingValuesWriterForLong(SLAB, LARGEST_SLAB, HeapByteBufferAllocator.getInstance());

        Longs(GrowingBytes bytes) {
            super(bytes);
        }

        @Override
        Encoding encoding() {
            return Encoding.DELTA_BINARY_PACKED;
        }

        @Override
        void put(ColumnValues values, int row) {
            packed.writeLong(valueOf(values, row));
        }

        long valueOf(ColumnValues values, int row) {
            return values.getLong(row);
        }

        @Override
        long size() {
            return packed.getBufferedSize();
        }

        @Override
        void putHead(GrowingBytes page) throws IOException {
            drain(packed, page);
        }
    }

    private static final class Micros extends Longs {
        private final String name;

        Micros(GrowingBytes bytes, String name) {
            super(bytes);
            this.name = name;
        }

        @Override
        long valueOf(ColumnValues values, int row) {
            return Moments.checkMicros(name, values.getLong(row));
        }
    }

    /** Lengths first, packed like numbers, then all bytes together. */
    private abstract static class Texts extends PageValues {
        private final DeltaBinaryPackingValuesWriterForInteger lengths =
                new DeltaBinaryPackingValuesWriterForInteger(SLAB, LARGEST_SLAB, HeapByteBufferAllocator.getInstance());

        private Texts(GrowingBytes bytes) {
            super(bytes);
        }

        @Override
        Encoding encoding() {
            return Encoding.DELTA_LENGTH_BYTE_ARRAY;
        }

        @Override
        void put(ColumnValues values, int row) {
            int start = bytes.size();
            putText(values, row);
            lengths.writeInteger(bytes.size() - start);
        }

        abstract void putText(ColumnValues values, int row);

        @Override
        void putHead(GrowingBytes page) throws IOException {
            drain(lengths, page);
        }
    }

    private static final class Strings extends Texts {
        Strings(GrowingBytes bytes) {
            super(bytes);
        }

        @Override
        void putText(ColumnValues values, int row) {
            values.putBytes(bytes, row);
        }
    }

    private static final class Instants extends Texts {
        private final Rfc3339 times = new Rfc3339();
        private final String name;

        Instants(GrowingBytes bytes, String name) {
            super(bytes);
            this.name = name;
        }

        @Override
        void putText(ColumnValues values, int row) {
            times.putMicros(bytes, Moments.checkMicros(name, values.getLong(row)));
        }
    }

    private static final class DecimalTexts extends Texts {
        private final ParquetLeaf leaf;
        private final GrowingBytes scratch = new GrowingBytes(32);

        DecimalTexts(GrowingBytes bytes, ParquetLeaf leaf) {
            super(bytes);
            this.leaf = leaf;
        }

        @Override
        void putText(ColumnValues values, int row) {
            BigDecimal decimal = Decimals.read(values, row, leaf.type(), scratch);
            bytes.putAscii(decimal.toPlainString());
        }
    }

    /** Big-endian two's complement of 16 bytes. */
    private static final class WideDecimals extends PageValues {
        private final String name;
        private final GrowingBytes scratch = new GrowingBytes(32);

        WideDecimals(GrowingBytes bytes, String name) {
            super(bytes);
            this.name = name;
        }

        @Override
        void put(ColumnValues values, int row) {
            scratch.resize(0);
            values.putBytes(scratch, row);
            byte[] unscaled = scratch.array();
            int length = scratch.size();
            int sign = length > 0 && unscaled[0] < 0 ? 0xff : 0;
            int surplus = length - ParquetSchema.WIDE_DECIMAL_BYTES;
            for (int i = 0; i < surplus; i++) {
                if ((unscaled[i] & 0xff) != sign) {
                    throw new Refusal.BadValue(name, "a decimal with more digits than the column declares");
                }
            }
            for (int i = surplus; i < 0; i++) {
                bytes.put(sign);
            }
            int skipped = Math.max(0, surplus);
            bytes.put(unscaled, skipped, length - skipped);
        }
    }
}
