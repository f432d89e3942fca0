package org.lakeingest.api;

/**
 * Turns encoded payloads into rows. One instance per lane, used by that lane's thread only, so it may keep scratch buffers.
 *
 * <p>For every payload, in order, either append zero or more rows or reject it. A bad payload is rejected, never thrown;
 * an exception means that nothing of the batch can be decoded.
 */
public interface Decoder extends AutoCloseable {
    /**
     * Decodes the payloads of one batch.
     *
     * @param origin the records the payloads belong to, index by index: headers, timestamps, key
     * @param payloads the values, or the keys, as the pipeline is configured
     */
    void decode(RecordBatch origin, BytesColumn payloads, RowCollector output);

    @Override
    default void close() {}
}
