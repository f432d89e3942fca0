package org.lakeingest.api;

/**
 * Maps, filters or fans out rows. Same confinement and rejection rules as {@link Decoder}. Names are resolved to column
 * numbers when a new input schema instance is seen, not per row.
 */
public interface Transformer extends AutoCloseable {
    void transform(RowBatch input, RowCollector output);

    @Override
    default void close() {}
}
