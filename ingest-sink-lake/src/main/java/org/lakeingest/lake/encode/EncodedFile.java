package org.lakeingest.lake.encode;

/**
 * One file, ready to be sent. Immutable once returned by the encoder.
 *
 * @param content the bytes, compressed
 * @param rows how many rows the lake must report after loading it
 * @param rawBytes size of the same file before compression, for metrics
 */
public record EncodedFile(ByteChunks content, long rows, long rawBytes) {}
