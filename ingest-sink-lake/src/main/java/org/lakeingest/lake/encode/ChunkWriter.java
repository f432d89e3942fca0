package org.lakeingest.lake.encode;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;
import org.lakeingest.api.RowBatch;

/** Writes one leaf of one row group, page by page, to the end of the file. One thread. */
final class ChunkWriter {
    private static final int LEVEL_SLAB = 1 << 10;
    private static final int LARGEST_LEVEL_SLAB = 64 << 10;

    private final ParquetLeaf leaf;
    private final ParquetPath.Step[] steps;
    private final PageBuffers buffers;
    private final ChunkedOutput out;
    private final PageValues values;
    private final @Nullable RunLengthBitPackingHybridEncoder definitions;
    private final @Nullable RunLengthBitPackingHybridEncoder repetitions;
    private final long start;

    private int pageCount;
    private long count;
    private long nullCount;
    private long rawSize;

    ChunkWriter(ParquetLeaf leaf, PageBuffers buffers, ChunkedOutput out) {
        this.leaf = leaf;
        this.steps = leaf.path().steps().toArray(new ParquetPath.Step[0]);
        this.buffers = buffers;
        this.out = out;
        this.values = PageValues.of(leaf, buffers.values());
        this.definitions = levels(leaf.path().mostDefined());
        this.repetitions = levels(leaf.path().mostRepeated());
        this.start = out.size();
    }

    private static @Nullable RunLengthBitPackingHybridEncoder levels(int most) {
        return most == 0
                ? null
                : new RunLengthBitPackingHybridEncoder(
                        bits(most), LEVEL_SLAB, LARGEST_LEVEL_SLAB, HeapByteBufferAllocator.getInstance());
    }

    private static int bits(int most) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(most);
    }

    /** @param column the column of the rows that the leaf lies in */
    void write(RowBatch rows, ColumnValues column) throws IOException {
        int rowCount = rows.rowCount();
        boolean flat = leaf.isFlat();
        int row = 0;
        try {
            for (; row < rowCount; row++) {
                if (flat) {
                    putFlat(column, row);
                } else {
                    put(0, column, row, 0, 0);
                }
                if (values.size() >= PageBuffers.PAGE_SIZE) {
                    endPage();
                }
            }
        } catch (Refusal.BadValue e) {
            throw Refusal.value(rows, row, e);
        }
    }

    /** Ends the last page, and describes the whole for the footer. */
    ColumnChunk finish() throws IOException {
        if (pageCount > 0 || count == 0) {
            endPage();
        }
        List<Encoding> encodings = new ArrayList<>(List.of(values.encoding()));
        if (definitions != null) {
            encodings.add(Encoding.RLE);
        }
        ColumnMetaData meta = new ColumnMetaData(
                leaf.physical(),
                encodings,
                leaf.path().names(),
                buffers.compressor().codec(),
                count,
                rawSize,
                out.size() - start,
                start);
        if (repetitions == null) {
            meta.setStatistics(new Statistics().setNull_count(nullCount));
        }
        ColumnChunk chunk = new ColumnChunk(start);
        chunk.setMeta_data(meta);
        return chunk;
    }

    private void putFlat(ColumnValues column, int row) throws IOException {
        pageCount++;
        if (definitions == null) {
            values.put(column, row);
        } else if (column.isNull(row)) {
            definitions.writeInt(0);
            nullCount++;
        } else {
            definitions.writeInt(1);
            values.put(column, row);
        }
    }

    private void put(int depth, ColumnValues column, int row, int repetition, int definition) throws IOException {
        ParquetPath.Step step = steps[depth];
        int defined = definition;
        if (column.isNull(row)) {
            putNothing(repetition, definition);
            return;
        }
        if (step.optional()) {
            defined++;
        }
        switch (step.kind()) {
            case STRUCT -> {
                int child = steps[depth + 1].child();
                put(depth + 1, column.child(child), row, repetition, defined);
            }
            case LIST, MAP -> putElements(depth, column, row, repetition, defined);
            default -> {
                putLevels(repetition, defined);
                values.put(column, row);
            }
        }
    }

    private void putElements(int depth, ColumnValues column, int row, int repetition, int definition)
            throws IOException {
        int first = column.childStart(row);
        int end = column.childStart(row + 1);
        if (first == end) {
            putNothing(repetition, definition);
            return;
        }
        ColumnValues elements = column.child(steps[depth + 1].child());
        for (int i = first; i < end; i++) {
            put(depth + 1, elements, i, i == first ? repetition : steps[depth].repetition(), definition + 1);
        }
    }

    private void putNothing(int repetition, int definition) throws IOException {
        nullCount++;
        putLevels(repetition, definition);
    }

    private void putLevels(int repetition, int definition) throws IOException {
        pageCount++;
        if (repetitions != null) {
            repetitions.writeInt(repetition);
        }
        if (definitions != null) {
            definitions.writeInt(definition);
        }
    }

    private void endPage() throws IOException {
        GrowingBytes page = buffers.page();
        page.resize(0);
        putLevels(page, repetitions);
        putLevels(page, definitions);
        values.putHead(page);
        if (page.size() > 0) {
            page.put(values.bytes.array(), 0, values.bytes.size());
        } else {
            page = values.bytes;
        }
        int compressed = buffers.compressor().compress(page);
        PageHeader header = new PageHeader(PageType.DATA_PAGE, page.size(), compressed);
        header.setData_page_header(new DataPageHeader(pageCount, values.encoding(), Encoding.RLE, Encoding.RLE));
        long before = out.size();
        Util.writePageHeader(header, out);
        rawSize += out.size() - before + page.size();
        out.write(buffers.compressor().compressed(), 0, compressed);
        count += pageCount;
        pageCount = 0;
        values.reset();
    }

    private static void putLevels(GrowingBytes page, @Nullable RunLengthBitPackingHybridEncoder levels)
            throws IOException {
        if (levels != null) {
            int start = page.size();
            page.putIntLittleEndian(0);
            levels.toBytes().writeAllTo(page.stream());
            page.setIntLittleEndian(start, page.size() - start - Integer.BYTES);
            levels.reset();
        }
    }
}
