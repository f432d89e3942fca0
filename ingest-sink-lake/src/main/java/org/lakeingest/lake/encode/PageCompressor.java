package org.lakeingest.lake.encode;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import org.apache.parquet.format.CompressionCodec;
import org.jspecify.annotations.Nullable;

/** Compresses the pages of one file with one native context. One thread; to be closed. */
final class PageCompressor implements AutoCloseable {
    private static final int ZSTD_LEVEL = 1;

    private final @Nullable ZstdCompressCtx context;
    private byte[] target = {};

    PageCompressor(FileCompression compression) {
        context = compression == FileCompression.ZSTD ? new ZstdCompressCtx().setLevel(ZSTD_LEVEL) : null;
    }

    CompressionCodec codec() {
        return context == null ? CompressionCodec.UNCOMPRESSED : CompressionCodec.ZSTD;
    }

    /** Size of the compressed page, which is then at the start of {@link #compressed}. */
    int compress(GrowingBytes page) {
        if (context == null) {
            target = page.array();
            return page.size();
        }
        long bound = Zstd.compressBound(page.size());
        if (target.length < bound) {
            target = new byte[Math.toIntExact(bound)];
        }
        return context.compressByteArray(target, 0, target.length, page.array(), 0, page.size());
    }

    /** Valid until the next page. */
    byte[] compressed() {
        return target;
    }

    @Override
    public void close() {
        if (context != null) {
            context.close();
        }
    }
}
