package org.lakeingest.lake.encode;

/** What all leaves of one file use in turn. One thread; to be closed. */
final class PageBuffers implements AutoCloseable {
    /** Of a page before compression, from which on it ends. */
    static final int PAGE_SIZE = 256 << 10;

    private final GrowingBytes values = new GrowingBytes(PAGE_SIZE + (PAGE_SIZE >> 3));
    private final GrowingBytes page = new GrowingBytes(PAGE_SIZE + (PAGE_SIZE >> 3));
    private final PageCompressor compressor;

    PageBuffers(FileCompression compression) {
        compressor = new PageCompressor(compression);
    }

    /** Values of the page being gathered. */
    GrowingBytes values() {
        return values;
    }

    /** The page as a whole: levels and values. */
    GrowingBytes page() {
        return page;
    }

    PageCompressor compressor() {
        return compressor;
    }

    @Override
    public void close() {
        compressor.close();
    }
}
