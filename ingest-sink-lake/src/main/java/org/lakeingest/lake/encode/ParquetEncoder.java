package org.lakeingest.lake.encode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.lakeingest.api.RowBatch;

/**
 * Parquet, written column after column: each page goes from the row batches' columns into one buffer, is compressed, and is
 * done with, so a file needs no more memory than itself and two pages. Thread-safe: nothing is kept from file to file.
 */
final class ParquetEncoder implements FileEncoder {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int FORMAT_VERSION = 2;
    private static final String CREATED_BY = "lake-ingest version 0.1 (build unknown)";
    private static final long GROUP_ROWS = 1_000_000;
    private static final long GROUP_BYTES = 128L << 20;

    private final FileCompression compression;
    private final Clock clock;
    private final long groupRows;

    ParquetEncoder(FileCompression compression, Clock clock) {
        this(compression, clock, GROUP_ROWS);
    }

    /** @param groupRows from which on a row group ends */
    ParquetEncoder(FileCompression compression, Clock clock, long groupRows) {
        this.compression = compression;
        this.clock = clock;
        this.groupRows = groupRows;
    }

    @Override
    public String extension() {
        return "parquet";
    }

    @Override
    public EncodedFile encode(List<RowBatch> rows, TableLayout layout) {
        FileLayout columns = FileLayout.of(layout, clock);
        ParquetSchema schema = new ParquetSchema(columns.schema());
        ChunkedOutput out = new ChunkedOutput();
        try (PageBuffers buffers = new PageBuffers(compression)) {
            out.write(MAGIC);
            List<RowGroup> groups = new ArrayList<>();
            for (List<RowBatch> group : groups(rows)) {
                groups.add(write(group, columns, schema, buffers, out));
            }
            return finish(schema, groups, out);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write to memory", e);
        }
    }

    /** Cuts between batches, which the engine keeps small. */
    private List<List<RowBatch>> groups(List<RowBatch> batches) {
        List<List<RowBatch>> groups = new ArrayList<>();
        List<RowBatch> group = new ArrayList<>();
        long rows = 0;
        long bytes = 0;
        for (RowBatch batch : batches) {
            if (batch.rowCount() == 0) {
                continue;
            }
            group.add(batch);
            rows += batch.rowCount();
            bytes += batch.sizeInBytes();
            if (rows >= groupRows || bytes >= GROUP_BYTES) {
                groups.add(group);
                group = new ArrayList<>();
                rows = 0;
                bytes = 0;
            }
        }
        if (!group.isEmpty()) {
            groups.add(group);
        }
        return groups;
    }

    private static RowGroup write(
            List<RowBatch> batches, FileLayout columns, ParquetSchema schema, PageBuffers buffers, ChunkedOutput out)
            throws IOException {
        List<ColumnValues[]> bound = new ArrayList<>();
        long rows = 0;
        for (RowBatch batch : batches) {
            bound.add(columns.bind(batch));
            rows += batch.rowCount();
        }
        long start = out.size();
        long rawBytes = 0;
        List<ColumnChunk> chunks = new ArrayList<>();
        for (ParquetLeaf leaf : schema.leaves()) {
            ChunkWriter writer = new ChunkWriter(leaf, buffers, out);
            for (int i = 0; i < batches.size(); i++) {
                writer.write(batches.get(i), bound.get(i)[leaf.column()]);
            }
            ColumnChunk chunk = writer.finish();
            rawBytes += chunk.getMeta_data().getTotal_uncompressed_size();
            chunks.add(chunk);
        }
        RowGroup group = new RowGroup(chunks, rawBytes, rows);
        group.setFile_offset(start);
        group.setTotal_compressed_size(out.size() - start);
        return group;
    }

    private static EncodedFile finish(ParquetSchema schema, List<RowGroup> groups, ChunkedOutput out)
            throws IOException {
        long rows = 0;
        long rawBytes = 0;
        for (RowGroup group : groups) {
            rows += group.getNum_rows();
            rawBytes += group.getTotal_byte_size();
        }
        FileMetaData footer = new FileMetaData(FORMAT_VERSION, schema.elements(), rows, groups);
        footer.setCreated_by(CREATED_BY);
        long start = out.size();
        Util.writeFileMetaData(footer, out);
        GrowingBytes length = new GrowingBytes(4);
        length.putIntLittleEndian((int) (out.size() - start));
        out.write(length.array());
        out.write(MAGIC);
        long raw = rawBytes + MAGIC.length + out.size() - start;
        return new EncodedFile(out.toChunks(), rows, raw);
    }
}
