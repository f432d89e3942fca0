package org.lakeingest.lake.encode;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import org.lakeingest.api.RowBatch;

/** One JSON object a line, spliced from the columns' bytes. Thread-safe: nothing is kept from file to file. */
final class NdjsonEncoder implements FileEncoder {
    private static final int FLUSH_AT = 128 << 10;
    private static final int ZSTD_LEVEL = 1;

    private final FileCompression compression;
    private final Clock clock;

    NdjsonEncoder(FileCompression compression, Clock clock) {
        this.compression = compression;
        this.clock = clock;
    }

    @Override
    public String extension() {
        return compression == FileCompression.ZSTD ? "ndjson.zst" : "ndjson";
    }

    @Override
    public EncodedFile encode(List<RowBatch> rows, TableLayout layout) {
        FileLayout columns = FileLayout.of(layout, clock);
        JsonRows json = new JsonRows(columns.schema());
        ChunkedOutput chunks = new ChunkedOutput();
        long rowCount = 0;
        long rawBytes = 0;
        try (OutputStream out = compressed(chunks)) {
            GrowingBytes buffer = new GrowingBytes(FLUSH_AT + (FLUSH_AT >> 1));
            for (RowBatch batch : rows) {
                rawBytes += put(batch, columns.bind(batch), json, buffer, out);
                rowCount += batch.rowCount();
            }
            rawBytes += flush(buffer, out);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot compress", e);
        }
        return new EncodedFile(chunks.toChunks(), rowCount, rawBytes);
    }

    private static long put(RowBatch batch, ColumnValues[] values, JsonRows json, GrowingBytes buffer, OutputStream out)
            throws IOException {
        long rawBytes = 0;
        int count = batch.rowCount();
        int row = 0;
        try {
            for (; row < count; row++) {
                json.put(buffer, values, row);
                if (buffer.size() >= FLUSH_AT) {
                    rawBytes += flush(buffer, out);
                }
            }
        } catch (Refusal.BadValue e) {
            throw Refusal.value(batch, row, e);
        }
        return rawBytes;
    }

    private OutputStream compressed(OutputStream chunks) throws IOException {
        return compression == FileCompression.ZSTD ? new ZstdOutputStreamNoFinalizer(chunks, ZSTD_LEVEL) : chunks;
    }

    private static int flush(GrowingBytes buffer, OutputStream out) throws IOException {
        int size = buffer.size();
        out.write(buffer.array(), 0, size);
        buffer.resize(0);
        return size;
    }
}
